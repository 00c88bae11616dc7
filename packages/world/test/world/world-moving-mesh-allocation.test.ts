import { BoxShape, HalfSpace, solidTorus } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { World } from '@colide/world';
import { describe, it } from 'vitest';

/** The clock gives one number when a step begins and one at the end of each of its six stages. */
const clockNumbers = 7;

/** Tori on each other, on the ground and on a box, after some steps. */
function toriAtRest(majorSegments: number, minorSegments: number, steps: number): World {
  const world = new World({ sleeping: false });
  const { positions, indices } = solidTorus(0.5, 0.2, majorSegments, minorSegments);
  const shape = new MeshShape(new TriangleBvh(positions, indices));
  world.add({ shape: new HalfSpace() });
  world.add({ shape: new BoxShape([0.6, 0.2, 0.6]), type: 'static', position: [3, 0.2, 0] });
  for (const x of [0, 3]) for (let i = 0; i < 2; i++) world.add({ shape, position: [x, 0.7 + 0.45 * i, 0] });
  for (let n = 0; n < steps; n++) world.step(1 / 60);
  return world;
}

describe('World.step', () => {
  it('puts only the time on the heap with meshes on meshes, on a box and on the ground', () => {
    // Code that runs once per contact is compiled after some 2 000 steps of four bodies; with coarse tori
    // this takes less time.
    toriAtRest(6, 4, 3000);
    const world = toriAtRest(12, 6, 120);
    expectNoAllocation(() => world.step(1 / 60), { boxedNumbers: clockNumbers });
  });
});
