/**
 * The impulse solver with kernels against its JavaScript twin: every position, velocity and impulse must have
 * the same value, on contacts that no collision detection would find and in worlds.
 */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { Random } from '@colide/math';
import { loadSimd, type SimdKernels } from '@colide/simd';
import { ImpulseSolver, RigidBodies, RigidContacts, rigidContactsAdd } from '@colide/solvers';
import { World } from '@colide/world';
import { beforeAll, describe, expect, it } from 'vitest';
import { heapHash } from './support/heap.ts';
import { dt, fill, randomBodies, randomPoints, stepTwins, valuesOf, visits } from './support/twins.ts';

let kernels: SimdKernels;

beforeAll(async () => {
  kernels = (await loadSimd())!;
});

describe('ImpulseSolver with kernels', () => {
  it.each([
    ['few contacts', 12, 5, 0, 12],
    ['many contacts', 40, 120, 0, 12],
    ['a crowd around few bodies', 5, 60, 0, 12],
    ['restitution', 20, 30, 0.5, 3],
  ])('does what it does without: %s', (_, bodyCount, manifolds, restitution, seeds) => {
    let takenShare = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const result = stepTwins(kernels, seed, bodyCount, manifolds, restitution);
      expect(result.simd).toEqual(result.plain);
      takenShare += result.takenShare / seeds;
    }
    // Not round about an axis, not locked, not at rest on both sides.
    expect(takenShare).toBeGreaterThan(0.3);
    expect(takenShare).toBeLessThan(0.9);
  });

  it('goes on when it needs more memory', () => {
    const solver = new ImpulseSolver({}, kernels);
    for (const count of [4, 50, 8, 200]) {
      const [plain, simd] = [0, 0].map(() => randomBodies(new Random(count), count));
      const points = randomPoints(new Random(7), count, 2 * count);
      const [plainContacts, simdContacts] = [0, 0].map(() => new RigidContacts());
      fill(
        plainContacts,
        visits(plain, points).order.map(i => points[i]),
      );
      fill(simdContacts, points);
      solver.step(simd, undefined, dt);
      solver.step(simd, simdContacts, dt);
      new ImpulseSolver().step(plain, undefined, dt);
      new ImpulseSolver().step(plain, plainContacts, dt);
      expect(valuesOf(simd.positions)).toEqual(valuesOf(plain.positions));
      expect(valuesOf(simd.angularVelocities)).toEqual(valuesOf(plain.angularVelocities));
    }
  });

  it('refuses what the solver refuses', () => {
    const solver = new ImpulseSolver({}, kernels);
    const contacts = new RigidContacts();
    rigidContactsAdd(contacts, [0, 5], [0, 0, 0], [0, 1, 0], 0, 0);
    expect(() => solver.step(new RigidBodies({ count: 2 }), contacts, dt)).toThrow('beyond 1');
  });
});

describe('World with kernels', () => {
  it('gives the same bits without kernels where everything bounces', () => {
    expect(heapHash(kernels, 0.4)).toBe(heapHash(undefined, 0.4));
  });

  it('gives the same bits every time', () => {
    expect(heapHash(kernels, 0)).toBe(heapHash(kernels, 0));
  });

  it('parts boxes that begin at one point, which took 23 s to rest', () => {
    const world = new World({ kernels });
    world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 100; i++) world.add({ shape: new BoxShape([0.1, 0.1, 0.1]), position: [0, 1, 0] });
    let fastest = 0;
    for (let n = 0; n < 300; n++) {
      world.step(dt);
      for (const v of world.bodies.velocities) fastest = Math.max(fastest, Math.abs(v));
    }
    expect(fastest).toBeLessThan(7);
    expect(world.sleeperCount).toBe(100);
  });
});
