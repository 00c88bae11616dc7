/**
 * The impulse solver with kernels and without, side by side: every position, velocity and impulse must have
 * the same bits, on contacts that no collision detection would find and in worlds.
 */
import { Random } from '@colide/math';
import { loadSimd, type SimdKernels } from '@colide/simd';
import { ImpulseSolver, RigidBodies, RigidContacts } from '@colide/solvers';
import { beforeAll, describe, expect, it } from 'vitest';
import { heapHash } from './support/heap.ts';

const dt = 1 / 60;
let kernels: SimdKernels;

beforeAll(async () => {
  kernels = (await loadSimd())!;
});

/** The bits of numbers, so that 0 and −0 differ and NaN is itself. */
function bitsOf(...arrays: Float64Array[]): string[] {
  return arrays.map(array =>
    Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64'),
  );
}

function randomVector(random: Random, size: number): [number, number, number] {
  return [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
}

/** Bodies of all kinds, some of them static, at rest or fast. */
function randomBodies(random: Random, count: number): RigidBodies {
  const bodies = new RigidBodies({ count });
  for (let i = 0; i < count; i++) {
    const [x, y, z] = randomVector(random, 0.9);
    bodies.setBox(i, 10 ** random.uniform(-2, 2), 1 + x, 1 + y, 1 + z);
    bodies.setPose(i, randomVector(random, 2));
    const speed = random.uniform(0, 1) < 0.5 ? 0.05 : 5;
    bodies.setVelocity(i, randomVector(random, speed), randomVector(random, speed));
    if (random.uniform(0, 1) < 0.2) bodies.setStatic(i);
  }
  return bodies;
}

/** Manifolds of one to nine points between random pairs, with gaps and overlap; the same for the same seed. */
function fillContacts(contacts: RigidContacts, random: Random, bodyCount: number, manifolds: number): void {
  for (let m = 0; m < manifolds; m++) {
    const a = Math.floor(random.uniform(0, bodyCount));
    const b = (a + 1 + Math.floor(random.uniform(0, bodyCount - 1))) % bodyCount;
    const normal = randomVector(random, 1);
    const length = Math.hypot(...normal);
    for (let k = 0; k < 3; k++) normal[k] /= length;
    const center = randomVector(random, 2);
    const count = random.uniform(0, 1) < 0.5 ? 4 : 1 + Math.floor(random.uniform(0, 9));
    const depth = random.uniform(-0.01, 0.01);
    const size = random.uniform(0, 1) < 0.1 ? 1e-9 : 0.5;
    for (let p = 0; p < count; p++) {
      const [x, y, z] = randomVector(random, size);
      const along = x * normal[0] + y * normal[1] + z * normal[2];
      const point = [center[0] + x - along * normal[0], center[1] + y - along * normal[1], center[2] + z];
      const separation = depth + (random.uniform(0, 1) < 0.3 ? random.uniform(-0.01, 0.01) : 0);
      const at = contacts.add(a, b, point, normal, separation, 16 * m + p);
      if (count > 1) continue;
      contacts.radii[2 * at] = random.uniform(0, 1) < 0.5 ? 1 : 0;
      contacts.radii[2 * at + 1] = random.uniform(0, 1) < 0.5 ? 0.5 : 0;
    }
  }
}

describe('ImpulseSolver with kernels', () => {
  it.each([
    ['few contacts', 12, 5, 0],
    ['many contacts', 40, 120, 0],
    ['a crowd around few bodies', 5, 60, 0],
    ['restitution', 30, 60, 0.5],
  ])('gives the same bits: %s', (_, bodyCount, manifolds, restitution) => {
    for (let seed = 0; seed < 6; seed++) {
      const options = { gravity: [0, -9.81, 0], iterations: 1 + (seed % 2) } as const;
      const [plain, simd] = [undefined, kernels].map(given => {
        const random = new Random(seed);
        const bodies = randomBodies(random, bodyCount);
        const contacts = new RigidContacts({ friction: 0.5, restitution });
        const solver = new ImpulseSolver(options, given);
        for (let n = 0; n < 6; n++) {
          contacts.begin();
          fillContacts(contacts, new Random(100 + seed + (n >> 1)), bodyCount, manifolds);
          solver.step(bodies, contacts, dt);
        }
        const { positions, rotations, velocities, angularVelocities } = bodies;
        return bitsOf(positions, rotations, velocities, angularVelocities, contacts.impulses);
      });
      expect(simd).toEqual(plain);
    }
  });

  it('goes on with the same bits when it needs more memory', () => {
    const [plain, simd] = [undefined, kernels].map(given => {
      const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] }, given);
      return [4, 50, 8, 200].flatMap(count => {
        const bodies = randomBodies(new Random(count), count);
        const contacts = new RigidContacts();
        solver.step(bodies, undefined, dt);
        fillContacts(contacts, new Random(7), count, 2 * count);
        solver.step(bodies, contacts, dt);
        return bitsOf(bodies.positions, bodies.velocities, contacts.impulses);
      });
    });
    expect(simd).toEqual(plain);
  });

  it('refuses what the solver refuses', () => {
    const solver = new ImpulseSolver({}, kernels);
    const contacts = new RigidContacts();
    contacts.add(0, 5, [0, 0, 0], [0, 1, 0], 0, 0);
    expect(() => solver.step(new RigidBodies({ count: 2 }), contacts, dt)).toThrow('beyond 1');
  });
});

describe('World with kernels', () => {
  it.each([0, 0.4])('gives the same bits for a heap of everything, with restitution %s', restitution => {
    expect(heapHash(kernels, restitution)).toBe(heapHash(undefined, restitution));
  });
});
