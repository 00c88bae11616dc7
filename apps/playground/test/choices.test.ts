/**
 * The choices change the algorithms that run, as the counters show; volumes and their directions change
 * nothing else.
 */
import { isSoak, soak } from '@colide/testing/soak';
import { createGpuBroadPhase, WorkerPool } from 'colide';
import { describe, expect, it } from 'vitest';
import {
  broadPhases,
  continuousMethods,
  gpuOptions,
  gpuSearches,
  namesOf,
  narrowPhases,
  type SceneChoice,
  selfCollisions,
  solversOf,
  sweepAxes,
  volumes,
} from '../src/choice.ts';
import { describeBroadPhase, describeDetails } from '../src/details.ts';
import { bullets } from '../src/scenes/bullets.ts';
import { chainsAndCloths } from '../src/scenes/chains-and-cloths.ts';
import { icosahedraInABox } from '../src/scenes/icosahedra-in-a-box.ts';
import { scenes } from '../src/scenes/index.ts';
import { mixedShapes } from '../src/scenes/mixed-shapes.ts';
import { spheresInAContainer } from '../src/scenes/spheres-in-a-container.ts';
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

/** Steps over which volumes are compared; things meet within half of a second. */
const steps = soak(30, 45);

describe('sort and sweep', () => {
  for (const [i, definition] of scenes.entries()) {
    // One of the six volumes with each scene, another with the next; all of them in a soak.
    const chosen = namesOf(volumes).filter((_, v) => isSoak || v === i % 6);
    it(`moves ${definition.name} by the same bits with ${chosen.join(', ')}`, () => {
      const usual = run(definition, { broadPhase: 'hash grid' }, steps);
      for (const volume of chosen) {
        const { hash, pairs } = run(definition, { volume }, steps);
        expect(hash, volume).toBe(usual.hash);
        if (volume === 'AABB') expect(pairs).toBe(usual.pairs);
        // k-DOPs are rounded outward: boxes that stand side by side touch, or just do not.
        if (volume.endsWith('DOP')) expect(pairs, volume).toBeLessThan(1.1 * usual.pairs + 1);
      }
    });
  }

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
    const directions = namesOf(sweepAxes).map(
      axis => /\((.*)\)/.exec(run(spheresInAContainer, { axis }, 1).details)![1],
    );
    expect(directions.slice(2)).toEqual(['1, 0, 0', '0, 1, 0', '0, 0, 1']);
    // Here the direction nearest to the principal axis is not that of the largest variance.
    expect(directions[0]).not.toBe(directions[1]);
  });
});

it('asks a GPU for the chosen volumes, axis and search, and goes on without one', async () => {
  expect(gpuOptions({ broadPhase: 'hash grid', volume: 'OBB' }, 'LBVH')).toEqual({ search: 'lbvh' });
  const sweep = { broadPhase: 'sort and sweep', axis: 'y' } as const;
  expect(gpuOptions(sweep, 'sweep')).toEqual({ search: 'sweep', volume: 18, axis: 1, measureEvery: 1 });
  expect(namesOf(gpuSearches).map(search => gpuOptions(sweep, search).search)).toEqual([
    'auto',
    'sweep',
    'grid',
    'lbvh',
  ]);
  const count = Math.min(...mixedShapes.counts);
  for (const volume of namesOf(volumes)) {
    const choice = { count, solver: 'impulses', broadPhase: 'sort and sweep', volume } as const;
    const gpu = await createGpuBroadPhase(gpuOptions(choice, 'automatic'));
    const { world } = mixedShapes.build({ ...choice, gpu });
    const { world: twin } = mixedShapes.build(choice);
    for (let n = 0; n < 5; n++) {
      await world.stepAsync(1 / 60);
      twin.step(1 / 60);
    }
    expect(gpu.count, volume).toBeGreaterThan(count / 2);
    expect(world.counters.candidates, volume).toBe(twin.counters.candidates);
    expect(hashWorld(world), volume).toBe(hashWorld(twin));
    gpu.dispose();
  }
});

it('tells broad phases apart by their counters, with the same pairs and bits', () => {
  const words = new Map<string, string>();
  const pairs = new Set<number>();
  const hashes = new Set<number>();
  for (const broadPhase of namesOf(broadPhases)) {
    const { world } = mixedShapes.build({ count: 12, solver: 'impulses', broadPhase });
    words.set(broadPhase, '');
    for (let n = 0; n < 40; n++) {
      world.step(1 / 60);
      // A step without a search has nothing to tell.
      const text = describeBroadPhase(world);
      if (text) words.set(broadPhase, text);
    }
    // What was told once is not told again.
    expect(describeBroadPhase(world), broadPhase).toBe('');
    hashes.add(hashWorld(world));
    if (broadPhase !== 'sort and sweep') pairs.add(world.counters.candidates);
  }
  expect(words.get('sort and sweep')).toBe('');
  words.delete('sort and sweep');
  for (const [name, text] of words) expect(text, name).toMatch(/^broad phase: [1-9]\d* boxes compared/);
  expect(new Set(words.values()).size).toBe(7);
  expect(pairs.size).toBe(1);
  expect(hashes.size).toBe(1);
});

it('runs each narrow phase, told apart by its counters and bits', () => {
  const results = Object.fromEntries(
    namesOf(narrowPhases).map(narrowPhase => [
      narrowPhase,
      run(mixedShapes, { narrowPhase, broadPhase: 'hash grid' }, 40),
    ]),
  );
  expect(results['kernels'].details).toBe('');
  expect(results['SAT'].details).toMatch(/\d+ pairs, \d+ SAT/);
  for (const name of ['GJK and EPA', 'GJK over frames'])
    expect(results[name].details).toMatch(/\d+ pairs, \d+ GJK/);
  expect(results['MPR'].details).toMatch(/\d+ pairs, \d+ MPR/);
  expect(results['Chung-Wang'].details).toMatch(/\d+ apart by Chung–Wang/);
  // Both ways by GJK count the same; the points of contact differ.
  expect(new Set(Object.values(results).map(({ hash }) => hash)).size).toBe(6);
});

it('divides every solver among workers if there is a pool, each in its way', () => {
  const hashes = solversOf(icosahedraInABox).map(solver => {
    const pool = new WorkerPool([], { fewPairs: 0 });
    let calls = 0;
    // Bodies of vertices and all others are begun by different methods.
    for (const method of ['begin', 'beginVertices'] as const) {
      const begin = pool[method].bind(pool);
      pool[method] = () => {
        calls++;
        begin();
      };
    }
    const { hash } = run(icosahedraInABox, { solver, pool, broadPhase: 'hash grid' }, 50);
    // Solvers of vertices do not ask for help while nothing touches.
    expect(calls, solver).toBeGreaterThan(30);
    return hash;
  });
  expect(hashes).toHaveLength(7);
  expect(new Set(hashes).size).toBe(7);
});

it('passes the method of continuous detection on', () => {
  const methods = namesOf(continuousMethods).map(
    continuous =>
      bullets.build({ count: 10, solver: 'impulses', broadPhase: 'hash grid', continuous }).world.options
        .continuous,
  );
  expect(methods).toEqual(['sweep', 'straight', 'center', 'none']);
});

it.each(['impulses', 'particles', 'shape matching'] as const)(
  'lets bullets through the wall without continuous detection, with %s',
  solver => {
    const beyond = namesOf(continuousMethods).map(continuous => {
      const { world } = bullets.build({ count: 10, solver, broadPhase: 'hash grid', continuous });
      let stopped = 0;
      for (let n = 0; n < 30; n++) {
        world.step(1 / 60);
        stopped += Number(/^(\d+) stopped/.exec(describeDetails(world))?.[1] ?? 0);
      }
      // The wall is at x = 2, that of the container at 6.
      const xs = Array.from({ length: 10 }, (_, i) => world.bodies.positions[3 * (world.count - 10 + i)]);
      expect(stopped > 0, continuous).toBe(continuous !== 'none');
      return xs.filter(x => x > 2.1).length;
    });
    expect(beyond.slice(0, 3)).toEqual([0, 0, 0]);
    expect(beyond[3]).toBeGreaterThan(0);
  },
);

it('tells what of a cloth collides with itself', () => {
  const [balls, trees, wrapped] = namesOf(selfCollisions).map(selfCollision =>
    run(chainsAndCloths, { selfCollision, broadPhase: 'hash grid' }, 30),
  );
  expect(balls.details).toMatch(/^\d+ contacts among particles$/);
  const [layered, tight] = [trees, wrapped].map(({ details }, i) => {
    const kind = ['layered', 'wrapped'][i];
    const pattern = `particles · ([1-9]\\d*) pairs of triangles and segments, (\\d+) of spheres in ${kind} trees`;
    expect(details).toMatch(new RegExp(pattern));
    return new RegExp(pattern).exec(details)!.slice(1).map(Number);
  });
  expect(tight[1]).toBeLessThan(layered[1]);
});
