/** Figures of eight bodies whose joints have limits, falling down stairs. */
import { BoxShape2d, CapsuleShape2d, CircleShape2d, World2d, WorldJoints2d, worldExtras2d } from 'colide';
import { addRoom, type PlanarSceneDefinition, room } from './planar-scene.ts';

type Point = readonly [number, number];

/** Adds a figure that stands with its hips at a point. */
function addFigure(world: World2d, joints: WorldJoints2d, [x, y]: Point): void {
  const limb = (halfHeight: number, radius: number, [dx, dy]: Point) =>
    world.add({
      shape: new CapsuleShape2d(radius, halfHeight),
      position: [x + dx, y + dy],
      // Limbs pass each other in depth: they collide with the room only.
      group: 2,
      mask: 1,
      angularDamping: 0.5,
    });
  const join = (a: number, b: number, [dx, dy]: Point, limits: Point) =>
    joints.revolute(a, b, { anchor: [x + dx, y + dy], limits, friction: 0.01 });
  const trunk = limb(0.22, 0.14, [0, 0.35]);
  const head = world.add({
    shape: new CircleShape2d(0.15),
    position: [x, y + 0.88],
    group: 2,
    mask: 1,
  });
  join(trunk, head, [0, 0.72], [-0.6, 0.6]);
  for (const side of [-1, 1]) {
    const thigh = limb(0.15, 0.08, [0.08 * side, -0.2]);
    const shin = limb(0.15, 0.07, [0.08 * side, -0.58]);
    join(trunk, thigh, [0.08 * side, 0], [-0.6, 1.6]);
    join(thigh, shin, [0.08 * side, -0.4], [-2, 0]);
    const arm = limb(0.24, 0.06, [0.18 * side, 0.32]);
    join(trunk, arm, [0.16 * side, 0.6], [-2.5, 2.5]);
  }
}

export const ragdolls: PlanarSceneDefinition = {
  title: 'Ragdolls',
  summary: 'Figures of eight bodies with knees, hips, shoulders and necks that bend only so far, on stairs.',
  counts: [8, 1, 20],
  build(count) {
    const world = new World2d(worldExtras2d);
    const joints = new WorldJoints2d(world);
    addRoom(world);
    for (let i = 0; i < 6; i++)
      world.add({
        shape: new BoxShape2d([0.5, 0.25 * (6 - i)]),
        type: 'static',
        position: [room.left + 0.5 + i, room.bottom + 0.25 * (6 - i)],
      });
    for (let i = 0; i < count; i++)
      addFigure(world, joints, [
        room.left + 0.8 + 0.75 * (i % 7),
        1 + 2 * Math.floor(i / 7) + 0.15 * (i % 7),
      ]);
    return { world, restAfter: 30 };
  },
};
