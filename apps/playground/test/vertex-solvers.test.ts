/** Scenes of boxes and hulls with every solver that they offer, until all bodies rest. */
import type { World } from 'colide';
import { describe, expect, it } from 'vitest';
import { type SolverName, solversOf } from '../src/choice.ts';
import { describeDetails } from '../src/details.ts';
import type { Scene } from '../src/scene.ts';
import { scenes } from '../src/scenes/index.ts';
import { hashWorld } from './support/hash-world.ts';
import { shapeOverlap } from './support/overlap.ts';

const dt = 1 / 60;
const withVertices = scenes.filter(({ vertices }) => vertices);
/** Most bodies; the count of cloths is that of their threads. */
const mostBodies = 8;
/** Scenes come to rest in less than the time that they allow for many more bodies. */
const mostSteps = 900;

/** Overlap of shapes at rest, at most, in m: a little more than measured. */
const restLimits: Readonly<Record<SolverName, number>> = {
  impulses: 0.001,
  particles: 0.0015,
  'shape matching': 0.0015,
  'projection, ordered': 0.0015,
  'projection, plain': 0.0015,
  'support planes': 0.002,
  'middle planes': 0.004,
};

/** The text of a solver's counters, if it has any. */
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

/**
 * Steps a scene until `bodies` sleep, all within its container; returns whether its counters ever matched
 * `words`.
 */
function runToRest(
  { world, soft, beforeStep, container }: Scene,
  bodies: number,
  words: RegExp | undefined,
): boolean {
  const { positions, inverseMasses } = world.bodies;
  let hasMatched = false;
  for (let n = 0; n < mostSteps && (n === 0 || world.sleeperCount < bodies); n++) {
    beforeStep?.(n * dt);
    world.step(dt);
    hasMatched ||= words?.test(describeDetails(world, soft)) ?? false;
    for (let body = 0; body < world.bodies.count; body++)
      if (inverseMasses[body] > 0) {
        expect(positions[3 * body + 1]).toBeGreaterThan(container[1]);
        expect(positions[3 * body + 1]).toBeLessThan(container[4]);
      }
  }
  return hasMatched;
}

describe('solvers of vertices', () => {
  it('are offered where all bodies have vertices', () => {
    expect(withVertices.length).toBeGreaterThanOrEqual(5);
    for (const definition of scenes) expect(solversOf(definition)).toHaveLength(definition.vertices ? 7 : 3);
  });

  for (const definition of withVertices)
    it(`bring ${definition.name} to rest, each in its way`, () => {
      const fewest = Math.min(...definition.counts);
      const count = definition.name.startsWith('cloth') ? fewest : Math.min(fewest, mostBodies);
      let bodies = 0;
      const hashes = solversOf(definition).map(solver => {
        const scene = definition.build({ count, solver, broadPhase: 'hash grid' });
        const { world } = scene;
        bodies = world.bodies.inverseMasses.reduce((sum, inverse) => sum + (inverse > 0 ? 1 : 0), 0);
        const before = energyOf(world);
        const details = runToRest(scene, bodies, wordsOf[solver]);
        // The counters tell which solver ran, where there is something for it to move.
        expect(details, solver).toBe(bodies > 0 && solver in wordsOf);
        expect(world.sleeperCount, solver).toBe(bodies);
        expect(shapeOverlap(world), solver).toBeLessThan(restLimits[solver]);
        // Nothing but gravity drives them, so their energy must not grow.
        if (bodies > 0 && !scene.beforeStep) expect(energyOf(world), solver).toBeLessThan(before);
        return hashWorld(world);
      });
      // Where bodies hardly meet, both orders of relaxation are the same; all other solvers differ.
      const others = hashes.filter((_, s) => solversOf(definition)[s] !== 'projection, plain');
      if (bodies > 0) expect(new Set(others).size).toBe(others.length);
    });
});
