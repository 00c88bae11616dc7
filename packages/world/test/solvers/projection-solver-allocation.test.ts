/** In a file of its own: the allocation meter wants code that only these scenes have warmed up. */
import { HalfSpace } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { ProjectionSolver, World } from '@colide/world';
import { it } from 'vitest';
import { cube, icosahedron } from '../support/vertex-scenes.ts';

/** The clock gives one number when a step begins and one at the end of each of its six stages. */
const clockNumbers = 7;
/** The weight of an edge crosses a call. */
const weights = 1;

it('a step of bodies made of vertices puts nothing but the time on the heap', () => {
  const world = new World({ solver: new ProjectionSolver({ substeps: 2, rounds: 2 }), sleeping: false });
  world.add({ shape: new HalfSpace() });
  world.add({ shape: cube, position: [0, 0.3, 0] });
  world.add({ shape: icosahedron, position: [0, 0.9, 0], rotation: [0.2, 0.1, 0, 1] });
  for (let n = 0; n < 300; n++) world.step(1 / 60);
  expectNoAllocation(() => world.step(1 / 60), { warmUp: 1500, boxedNumbers: clockNumbers + weights });
});
