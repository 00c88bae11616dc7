/** A pyramid of boxes, and a heavy ball to knock it over with. */
import { BoxShape2d, CircleShape2d, World2d, worldExtras2d } from 'colide';
import { addRoom, type PlanarSceneDefinition, room } from './planar-scene.ts';

export const pyramid: PlanarSceneDefinition = {
  title: 'Pyramid',
  summary: 'Every box rests on two. Drag one out at the bottom, or throw the ball.',
  counts: [20, 10, 30],
  build(base) {
    const world = new World2d(worldExtras2d);
    addRoom(world);
    const half = 4 / base;
    const shape = new BoxShape2d([half, half]);
    for (let row = 0; row < base; row++)
      for (let i = 0; i < base - row; i++)
        world.add({
          shape,
          position: [2.05 * half * (i + 0.5 * (row - base + 1)) + 1.5, room.bottom + half * (2 * row + 1)],
        });
    world.add({ shape: new CircleShape2d(0.5), position: [-6, room.bottom + 0.5], density: 8 });
    return { world, restAfter: 20 };
  },
};
