import {
  createMassProperties,
  createMassProperties2d,
  massProperties,
  massProperties2d,
  particleMassProperties,
  quickHull,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { expectClose, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

function trianglesOf(points: number[]): { positions: Float64Array; indices: Uint32Array } {
  const hull = quickHull(points, { triangles: true });
  return { positions: hull.vertices, indices: hull.faceVertices };
}

const box = (x: number, y: number, z: number, ox = 0, oy = 0, oz = 0): number[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap(i => [
    ox + (i & 1 ? x : -x) / 2,
    oy + (i & 2 ? y : -y) / 2,
    oz + (i & 4 ? z : -z) / 2,
  ]);

describe('massProperties', () => {
  it('meets the closed forms of box and tetrahedron, near and far', () => {
    const out = createMassProperties();
    for (const offset of [0, 1e6]) {
      const { positions, indices } = trianglesOf(box(1, 2, 3, offset, -offset, offset));
      expectClose(massProperties(out, positions, indices, 2), 12, { relative: 1e-9 });
      expectVectorClose(out.center, [offset, -offset, offset], { absolute: 1e-9 });
      expectVectorClose(out.inertia, [13, 0, 0, 0, 10, 0, 0, 0, 5], { absolute: 1e-8 });
    }
    massProperties(out, [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    expectClose(out.volume, 1 / 6);
    expectVectorClose(out.center, [0.25, 0.25, 0.25]);
    const [d, o] = [1 / 80, 1 / 480];
    expectVectorClose(out.inertia, [d, o, o, o, d, o, o, o, d]);
  });

  it('agrees with Monte Carlo on random hulls', () => {
    const random = new Random(2);
    const out = createMassProperties();
    const sampled = createMassProperties();
    for (let i = 0; i < 5; i++) {
      const points = Array.from({ length: 60 }, () => random.uniform(-1, 1));
      const hull = quickHull(points, { triangles: true });
      massProperties(out, hull.vertices, hull.faceVertices);
      const inside: number[] = [];
      const tries = 100_000;
      for (let k = 0; k < tries; k++) {
        const p = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
        let isInside = true;
        for (let f = 0; f < hull.planes.length && isInside; f += 4)
          isInside =
            hull.planes[f] * p[0] + hull.planes[f + 1] * p[1] + hull.planes[f + 2] * p[2] <=
            hull.planes[f + 3];
        if (isInside) for (const x of p) inside.push(x);
      }
      const weight = 8 / tries;
      particleMassProperties(sampled, inside, new Float64Array(inside.length / 3).fill(weight));
      expectClose(out.mass, sampled.mass, { relative: 0.02 });
      expectVectorClose(out.center, sampled.center, { absolute: 0.01 });
      expectVectorClose(out.inertia, sampled.inertia, { relative: 0.03 });
    }
  });

  it('names what is wrong', () => {
    const out = createMassProperties();
    expect(() => massProperties(out, [0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])).toThrow(/indices/);
    expect(() => massProperties(out, [0, 0, Number.NaN], [0, 0, 0])).toThrow(/positions\[2\]/);
    expect(() => massProperties(out, [0, 0, 0], [0, 0, 7])).toThrow(/indices\[2\]/);
    expect(() => massProperties(out, [0, 0, 0], [0, 0, 0], -1)).toThrow(/density/);
  });
});

describe('massProperties2d', () => {
  it('meets the closed forms of a rectangle and an L, near and far', () => {
    const out = createMassProperties2d();
    for (const offset of [0, 1e6]) {
      massProperties2d(
        out,
        [0, 0, 2, 0, 2, 4, 0, 4].map(x => x + offset),
        3,
      );
      expectClose(out.mass, 24);
      expectVectorClose(out.center, [offset + 1, offset + 2]);
      expectClose(out.inertia, (24 * (4 + 16)) / 12, { relative: 1e-9 });
      massProperties2d(
        out,
        [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2].map(x => x + offset),
      );
      expectClose(out.area, 3);
      expectVectorClose(out.center, [offset + 5 / 6, offset + 5 / 6]);
      // Three unit squares about their own centres plus the parallel-axis terms.
      const far = [
        [-1 / 3, -1 / 3],
        [2 / 3, -1 / 3],
        [-1 / 3, 2 / 3],
      ].reduce((s, [x, y]) => s + x * x + y * y, 0);
      expectClose(out.inertia, 3 / 6 + far, { relative: 1e-9 });
    }
    expect(() => massProperties2d(out, [0, 0, 0, 1, 1, 0])).toThrow(/points/);
    expect(() => massProperties2d(out, [0, 0, 1, 0])).toThrow(/points/);
  });
});

describe('particleMassProperties', () => {
  it('weighs particles and is independent of where they are', () => {
    const out = createMassProperties();
    for (const offset of [0, 1e6]) {
      const positions = [1, 0, 0, -1, 0, 0, 0, 2, 0].map(x => x + offset);
      expect(particleMassProperties(out, positions, [1, 1, 2])).toBe(4);
      expectVectorClose(out.center, [offset, offset + 1, offset]);
      expectVectorClose(out.inertia, [4, 0, 0, 0, 2, 0, 0, 0, 6], { absolute: 1e-9 });
    }
    expect(particleMassProperties(out, [0, 0, 0, 2, 0, 0])).toBe(2);
    expect(() => particleMassProperties(out, [])).toThrow(/positions/);
    expect(() => particleMassProperties(out, [0, 0, 0], [-1])).toThrow(/masses\[0\]/);
    expect(() => particleMassProperties(out, [0, 0, 0], [0])).toThrow(/masses/);
  });
});
