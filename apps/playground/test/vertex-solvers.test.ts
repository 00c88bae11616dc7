/** Scenes of boxes and hulls with the solvers whose particles are at the vertices. */
import { describe, expect, it } from 'vitest';
import { solversOf } from '../src/choice.ts';
import { scenes } from '../src/scenes/index.ts';
import { hashWorld } from './support/hash-world.ts';

const withVertices = scenes.filter(({ vertices }) => vertices);

describe('solvers of vertices', () => {
  it('are offered where all bodies have vertices', () => {
    expect(withVertices.length).toBeGreaterThanOrEqual(5);
    for (const definition of scenes) expect(solversOf(definition)).toHaveLength(definition.vertices ? 7 : 3);
  });

  for (const definition of withVertices)
    it(`move ${definition.name}, each in its way`, () => {
      const count = Math.min(...definition.counts);
      const hashes = solversOf(definition).map(solver => {
        const { world, beforeStep, container } = definition.build({ count, solver, broadPhase: 'hash grid' });
        for (let n = 0; n < 40; n++) {
          beforeStep?.(n / 60);
          world.step(1 / 60);
        }
        const { positions, inverseMasses } = world.bodies;
        for (let body = 0; body < world.bodies.count; body++)
          if (inverseMasses[body] > 0) {
            expect(positions[3 * body + 1], solver).toBeGreaterThan(container[1]);
            expect(positions[3 * body + 1], solver).toBeLessThan(container[4]);
          }
        return hashWorld(world);
      });
      // Until bodies that fall in a column meet, both orders of relaxation are the same.
      expect(new Set(hashes).size).toBeGreaterThanOrEqual(hashes.length - 1);
    });
});
