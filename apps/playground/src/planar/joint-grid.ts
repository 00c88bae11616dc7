/** A net of balls, each joined to its neighbours, that hangs on its upper row. */
import { CircleShape2d, World2d, WorldJoints2d, worldExtras2d } from 'colide';
import { addRoom, type PlanarSceneDefinition } from './planar-scene.ts';

export const jointGrid: PlanarSceneDefinition = {
  title: 'Joint grid',
  summary: 'Revolute joints between neighbours, a grid of them. Drag a ball: the whole net follows.',
  counts: [16, 8, 30],
  build(size) {
    const world = new World2d(worldExtras2d);
    const joints = new WorldJoints2d(world);
    addRoom(world);
    const spacing = 6.5 / size;
    const shape = new CircleShape2d(0.35 * spacing);
    const at = (row: number, i: number) => [spacing * (i - 0.5 * (size - 1)), 4.4 - spacing * row] as const;
    for (let row = 0; row < size; row++)
      for (let i = 0; i < size; i++) {
        const [x, y] = at(row, i);
        const body = world.add({
          shape,
          position: [x, y],
          type: row === 0 && i % 3 === 0 ? 'static' : 'dynamic',
          linearDamping: 0.1,
        });
        if (i > 0) joints.revolute(body - 1, body, { anchor: [x - 0.5 * spacing, y] });
        if (row > 0) joints.revolute(body - size, body, { anchor: [x, y + 0.5 * spacing] });
      }
    return { world, restAfter: 20 };
  },
};
