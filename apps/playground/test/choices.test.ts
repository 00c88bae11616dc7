/** What can be chosen changes what runs, and the counters tell; volumes and their directions change nothing else. */
import { describe, expect, it } from 'vitest';
import {
  namesOf,
  narrowPhases,
  type SceneChoice,
  selfCollisions,
  sweepAxes,
  volumes,
} from '../src/choice.ts';
import { describeDetails } from '../src/details.ts';
import { chainsAndCloths } from '../src/scenes/chains-and-cloths.ts';
import { cylinders } from '../src/scenes/cylinders.ts';
import { scenes } from '../src/scenes/index.ts';
import { mixedShapes } from '../src/scenes/mixed-shapes.ts';
import { hashWorld } from './support/hash-world.ts';

/** Runs a scene with few bodies: its bits, and the pairs that went to the narrow phase. */
function run(definition: (typeof scenes)[number], choice: Partial<SceneChoice>, steps: number) {
  const count = Math.min(...definition.counts);
  const { world, soft, beforeStep } = definition.build({
    count,
    solver: 'impulses',
    broadPhase: 'sort and sweep',
    ...choice,
  });
  let pairs = 0;
  let details = '';
  for (let n = 0; n < steps; n++) {
    beforeStep?.(n / 60);
    world.step(1 / 60);
    pairs += world.counters.candidates;
    details = describeDetails(world, soft);
  }
  return { hash: hashWorld(world), pairs, details };
}

describe('sort and sweep', () => {
  for (const definition of scenes)
    it(`moves ${definition.name} by the same bits with all volumes`, () => {
      const usual = run(definition, { broadPhase: 'hash grid' }, 45);
      for (const volume of namesOf(volumes)) {
        const { hash, pairs } = run(definition, { volume }, 45);
        expect(hash, volume).toBe(usual.hash);
        if (volume === 'AABB') expect(pairs).toBe(usual.pairs);
        // k-DOPs are rounded outward: boxes that stand side by side touch, or just do not.
        if (volume.endsWith('DOP')) expect(pairs, volume).toBeLessThan(1.1 * usual.pairs + 1);
      }
    });

  it('tells volumes and directions apart by its counters', () => {
    const counts = Object.fromEntries(
      namesOf(volumes).map(volume => [volume, run(mixedShapes, { volume }, 60).pairs]),
    );
    expect(counts['sphere']).toBeGreaterThan(counts['AABB']);
    expect(counts['AABB']).toBeGreaterThan(counts['18-DOP']);
    expect(counts['18-DOP']).toBeGreaterThanOrEqual(counts['26-DOP']);
    const results = namesOf(sweepAxes).map(axis => run(mixedShapes, { axis }, 60));
    expect(new Set(results.map(({ pairs }) => pairs)).size).toBe(1);
    expect(new Set(results.map(({ details }) => details)).size).toBeGreaterThanOrEqual(3);
    expect(results[0].details).toMatch(/^\d+ × 18-dop compared along \(-?\d, -?\d, -?\d\)$/);
  });
});

it('tells narrow phases apart by their counters', () => {
  const words = Object.fromEntries(
    namesOf(narrowPhases).map(narrowPhase => [
      narrowPhase,
      run(cylinders, { narrowPhase, broadPhase: 'hash grid' }, 40).details,
    ]),
  );
  expect(words['kernels']).toBe('');
  for (const name of ['GJK and EPA', 'GJK over frames']) expect(words[name]).toMatch(/\d+ pairs, .*\d+ GJK/);
  expect(words['MPR']).toMatch(/\d+ MPR/);
  expect(words['Chung-Wang']).toMatch(/Chung–Wang/);
  expect(words['GJK and EPA']).not.toBe(words['MPR']);
});

it('tells what of a cloth collides with itself', () => {
  const [balls, trees] = namesOf(selfCollisions).map(selfCollision =>
    run(chainsAndCloths, { selfCollision, broadPhase: 'hash grid' }, 30),
  );
  expect(balls.details).toMatch(/^\d+ contacts among particles$/);
  expect(trees.details).toMatch(/particles · [1-9]\d* pairs of triangles and segments/);
});
