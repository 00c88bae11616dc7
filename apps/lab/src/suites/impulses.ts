/**
 * Impulses: one step of the impulse solver for a block of boxes that touch on all sides, four points a
 * manifold, with friction and warm starting. No peer takes contacts as plain data, so there is no comparison:
 * the time per point and sweep determines that of a world. A step has 4 substeps, each with a warm start, two
 * sweeps and a motion of all bodies; all of it is divided by points and sweeps. In the first case contacts
 * are made afresh too, in the others only solved.
 */
import { ImpulseSolver } from '@colide/solvers';
import { type BenchCase, defineSuite } from '../harness/suite.ts';
import { BoxBlock } from '../scenes/box-block.ts';

const dt = 1 / 60;
const sweeps = 8;
const settlingSteps = 30;

function blockCase(size: readonly [number, number, number], contactsToo: boolean): BenchCase {
  const [columns, layers, rows] = size;
  const boxes = columns * layers * rows;
  const points = 4 * (boxes + (columns - 1) * layers * rows + columns * layers * (rows - 1));
  return {
    name: `${boxes} boxes, ${points} points${contactsToo ? ', contacts made too' : ''}`,
    items: points * sweeps,
    unit: 'point and sweep',
    setUp() {
      const block = new BoxBlock(size);
      const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
      for (let n = 0; n < settlingSteps; n++) {
        block.findContacts();
        solver.step(block.bodies, block.contacts, dt);
      }
      return {
        contenders: [
          {
            name: 'colide',
            run() {
              if (contactsToo) block.findContacts();
              solver.step(block.bodies, block.contacts, dt);
              return block.bodies.positions[3 * boxes + 1];
            },
          },
        ],
      };
    },
  };
}

export const suite = defineSuite({
  title: 'Impulse solver, points with friction',
  cases: [
    blockCase([10, 20, 10], true),
    blockCase([10, 20, 10], false),
    blockCase([5, 4, 5], false),
    blockCase([25, 16, 25], false),
  ],
});
