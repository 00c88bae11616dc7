import {
  type ClosestPoint,
  closestPointSegment,
  closestPointTetrahedron,
  closestPointTriangle,
  createClosestPoint,
  Random,
} from '@colide/math';
import { expectClose, expectHitRate, expectNoAllocation, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Vec3 = [number, number, number];

const random = new Random(2);
const out = createClosestPoint();
const normal = (size: number): Vec3 => [
  random.normal() * size,
  random.normal() * size,
  random.normal() * size,
];
const combine = (weights: ArrayLike<number>, corners: readonly Vec3[]): Vec3 =>
  [0, 1, 2].map(axis => corners.reduce((sum, corner, i) => sum + weights[i] * corner[axis], 0)) as Vec3;
const squaredDistance = (p: ArrayLike<number>, q: ArrayLike<number>) =>
  (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;

function closest(p: Vec3, corners: readonly Vec3[]): number {
  const [a, b, c, d] = corners;
  if (corners.length === 2) return closestPointSegment(out, p, a, b);
  if (corners.length === 3) return closestPointTriangle(out, p, a, b, c);
  return closestPointTetrahedron(out, p, a, b, c, d);
}

/**
 * Checks the answer in `out` by its definition: weights of a point of the shape, the distance to it, and no
 * corner farther along p − q than q itself, which for a convex shape proves q the nearest point. `size` is
 * the largest coordinate; the slack is what rounding of coordinates of that size allows.
 */
function check(p: Vec3, corners: readonly Vec3[], squared: number, size: number): void {
  const { point, barycentric, feature } = out;
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const weight = barycentric[i];
    if (!(weight >= 0)) expect.fail(`weight ${i} is ${weight}`);
    if (i >= corners.length && weight !== 0) expect.fail(`weight ${i} of a corner that is not there`);
    if (((feature >> i) & 1) !== (weight > 0 ? 1 : 0)) expect.fail(`weight ${weight} in feature ${feature}`);
    sum += weight;
  }
  expectClose(sum, 1, { absolute: 1e-14 });
  expectVectorClose(point, combine(barycentric, corners), { absolute: 1e-13 * size });
  expectClose(squared, squaredDistance(p, point), { relative: 1e-12, absolute: 1e-26 * size * size });
  const distance = Math.sqrt(squared);
  if (distance < 1e-12 * size) return;
  for (const corner of corners) {
    const along = [0, 1, 2].reduce(
      (dot, axis) => dot + (p[axis] - point[axis]) * (corner[axis] - point[axis]),
      0,
    );
    if (!(along <= 1e-9 * size * distance)) expect.fail(`a corner is nearer by ${along / distance}`);
  }
}

/** Shapes that are hard: equal corners, collinear, coplanar, needles, one short edge. */
function degenerate(count: number, size: number): Vec3[] {
  const a = normal(size);
  const u = normal(size);
  const v = normal(size);
  const thin = 10 ** random.uniform(-20, -4);
  return Array.from({ length: count }, (): Vec3 => {
    const [s, t] = [random.integer(3), random.integer(2) * thin * random.normal()];
    return [a[0] + s * u[0] + t * v[0], a[1] + s * u[1] + t * v[1], a[2] + s * u[2] + t * v[2]];
  });
}

describe('closest point', () => {
  for (const corners of [2, 3, 4]) {
    const name = ['', '', 'segment', 'triangle', 'tetrahedron'][corners];

    it(`is the nearest of a ${name}, at every size`, () => {
      for (const size of [1, 1e-6, 1e6]) {
        for (let i = 0; i < 3000; i++) {
          const shape = Array.from({ length: corners }, () => normal(size));
          const p = normal(size);
          check(p, shape, closest(p, shape), 10 * size);
        }
      }
    });

    it(`is the nearest of a degenerate ${name}`, () => {
      for (const size of [1, 1e-6, 1e6]) {
        for (let i = 0; i < 3000; i++) {
          const shape = degenerate(corners, size);
          const p = normal(3 * size);
          check(p, shape, closest(p, shape), 30 * size);
        }
      }
    });

    it(`finds every feature of a ${name}, and its corners exactly`, () => {
      const seen = new Set<number>();
      for (let i = 0; i < 5000; i++) {
        const shape = Array.from({ length: corners }, () => normal(1));
        closest(normal(1), shape);
        seen.add(out.feature);
        if (Math.log2(out.feature) % 1 === 0) expect([...out.point]).toEqual(shape[Math.log2(out.feature)]);
      }
      expect(seen.size).toBe(2 ** corners - 1);
    });
  }

  it('of a point in a tetrahedron is the point', () => {
    let inside = 0;
    for (let i = 0; i < 10_000; i++) {
      const shape = Array.from({ length: 4 }, () => normal(1));
      const weights = random.integer(2) === 0 ? [0.1, 0.2, 0.3, 0.4] : [0.5, 0.5, 0.5, -0.5];
      const p = combine(weights, shape);
      if (closest(p, shape) !== 0) continue;
      inside++;
      expect([...out.point]).toEqual(p);
      expectVectorClose(out.barycentric, [0.1, 0.2, 0.3, 0.4], { absolute: 1e-9 });
    }
    expectHitRate(inside, 10_000);
  });

  it('keeps its accuracy far from the origin', () => {
    for (let i = 0; i < 1000; i++) {
      const shift = (v: Vec3): Vec3 => [v[0] + 1e6, v[1] - 1e6, v[2] + 1e6];
      const shape = Array.from({ length: 3 }, () => normal(1));
      const p = normal(1);
      const near = Math.sqrt(closest(p, shape));
      expectClose(Math.sqrt(closest(shift(p), shape.map(shift))), near, { absolute: 3e-9 });
    }
  });

  it('allocates nothing but the number returned', () => {
    const record: ClosestPoint = createClosestPoint();
    const [p, a, b, c, d] = Array.from({ length: 5 }, () => Float64Array.from(normal(1)));
    expectNoAllocation(() => closestPointSegment(record, p, a, b), { boxedNumbers: 1 });
    expectNoAllocation(() => closestPointTriangle(record, p, a, b, c), { boxedNumbers: 1 });
    // One more for each of the faces that are looked at.
    expectNoAllocation(() => closestPointTetrahedron(record, p, a, b, c, d), { boxedNumbers: 4 });
  });
});
