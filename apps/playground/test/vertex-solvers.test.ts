/** Scenes of boxes and hulls with the solvers whose particles are at the vertices. */
import { soak } from '@colide/testing';
import type { World } from 'colide';
import { describe, expect, it } from 'vitest';
import { type SolverName, solversOf } from '../src/choice.ts';
import { describeDetails } from '../src/details.ts';
import { scenes } from '../src/scenes/index.ts';
import { hashWorld } from './support/hash-world.ts';

const withVertices = scenes.filter(({ vertices }) => vertices);
const steps = soak(25, 120);

/** What the counters of a solver say, where it has any. */
const wordsOf: Partial<Record<SolverName, RegExp>> = {
  'projection, ordered': /\d vertices, .*\d+ constraints relaxed/,
  'projection, plain': /\d vertices, .*\d+ constraints relaxed/,
  'support planes': /\d overlaps, \d+ particles moved to planes/,
  'middle planes': /\d overlaps, \d+ particles moved to planes/,
};

/** Kinetic energy of the centres and potential energy of all bodies that move, in J. */
function energyOf({ bodies, gravity }: World): number {
  const { positions, velocities, inverseMasses, count } = bodies;
  let energy = 0;
  for (let body = 0; body < count; body++)
    for (let k = 0; inverseMasses[body] > 0 && k < 3; k++) {
      const at = 3 * body + k;
      energy += (0.5 * velocities[at] ** 2 - gravity[k] * positions[at]) / inverseMasses[body];
    }
  return energy;
}

describe('solvers of vertices', () => {
  it('are offered where all bodies have vertices', () => {
    expect(withVertices.length).toBeGreaterThanOrEqual(5);
    for (const definition of scenes) expect(solversOf(definition)).toHaveLength(definition.vertices ? 7 : 3);
  });

  for (const definition of withVertices)
    it(`move ${definition.name}, each in its way`, () => {
      const count = Math.min(...definition.counts);
      let hasMoving = false;
      const hashes = solversOf(definition).map(solver => {
        const { world, soft, beforeStep, container } = definition.build({
          count,
          solver,
          broadPhase: 'hash grid',
        });
        let details = '';
        const before = energyOf(world);
        for (let n = 0; n < steps; n++) {
          beforeStep?.(n / 60);
          world.step(1 / 60);
          if (wordsOf[solver]?.test(describeDetails(world, soft))) details = describeDetails(world, soft);
        }
        const { positions, inverseMasses } = world.bodies;
        for (let body = 0; body < world.bodies.count; body++)
          if (inverseMasses[body] > 0) {
            hasMoving = true;
            expect(positions[3 * body + 1], solver).toBeGreaterThan(container[1]);
            expect(positions[3 * body + 1], solver).toBeLessThan(container[4]);
          }
        // Nothing but gravity drives them, so their energy must not grow.
        const gained = energyOf(world) - before;
        if (hasMoving && !beforeStep) expect(gained, solver).toBeLessThan(0);
        // The counters tell which solver ran, where there is something for it to move.
        expect(details !== '', solver).toBe(hasMoving && solver in wordsOf);
        return hashWorld(world);
      });
      // Until bodies that fall in a column meet, both orders of relaxation are the same.
      if (hasMoving) expect(new Set(hashes).size).toBeGreaterThanOrEqual(hashes.length - 1);
    });
});
