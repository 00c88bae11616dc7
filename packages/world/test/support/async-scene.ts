/** A small world with some of everything, for tests of its steps with pairs that come later. */
import { BoxShape, CapsuleShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { World, type WorldOptions } from '@colide/world';

const shapes = [new BoxShape([0.5, 0.4, 0.3]), new SphereShape(0.5), new CapsuleShape(0.3, 0.4)];

/** Boxes, balls and capsules above the ground, in a heap. */
export function heap(options: WorldOptions = {}, count = 40): World {
  const world = new World(options);
  const random = new Random(12);
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % 3],
      position: [random.uniform(-1, 1), 0.8 + 0.3 * i, random.uniform(-1, 1)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
  return world;
}

/** Bodies come, go and are pushed around between the steps. */
export function disturb(world: World, frame: number): void {
  if (frame % 10 === 3 && frame < 40) world.remove(1 + frame);
  if (frame % 20 === 13) world.add({ shape: shapes[1], position: [0.1, 8, 0.1] });
  if (frame % 10 === 7) world.applyForce(20, [2000, 0, 500]);
  if (frame % 30 === 21) world.setPose(30, [0, 6, 0.2]);
}

/** Everything that a step leaves behind. */
export function outcome(world: World): number[] {
  return [...new Uint8Array(world.snapshot()), ...world.events.touching.toArray().flat()];
}
