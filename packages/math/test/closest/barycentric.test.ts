import {
  barycentricSegment,
  barycentricTetrahedron,
  barycentricTriangle,
  barycentricTriangle2d,
  Random,
} from '@colide/math';
import { expectClose, expectNoAllocation, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Vec3 = [number, number, number];

const random = new Random(1);
const point = (size: number, center: number): Vec3 => [
  center + random.normal() * size,
  center + random.normal() * size,
  center + random.normal() * size,
];
const mean = (weights: ArrayLike<number>, corners: readonly (readonly number[])[]): number[] =>
  corners[0].map((_, axis) => corners.reduce((sum, corner, i) => sum + weights[i] * corner[axis], 0));
const total = (weights: ArrayLike<number>) => Array.from(weights).reduce((sum, weight) => sum + weight, 0);

/** Sizes and centres: unit, tiny, huge, far from the origin. */
const scales = [
  [1, 0],
  [1e-6, 0],
  [1e6, 0],
  [1e-60, 0],
  [1e60, 0],
  [1, 1e6],
] as const;

describe('barycentric coordinates', () => {
  it('give back the weights a point was made with', () => {
    for (const [size, center] of scales) {
      for (let i = 0; i < 500; i++) {
        const corners = [point(size, center), point(size, center), point(size, center), point(size, center)];
        const [a, b, c, d] = corners;
        const weights = new Float64Array(4);
        const p = point(size, center);
        // Random simplices can be thin; the error of a weight grows with the inverse of their relative
        // volume.
        const tolerance = { absolute: 1e-11 * (size + center) * 1000 };

        expect(barycentricTetrahedron(weights, p, a, b, c, d)).toBe(true);
        expectClose(total(weights), 1, { absolute: 1e-12 * (1 + Math.max(...weights.map(Math.abs))) });
        expectVectorClose(mean(weights, corners), p, tolerance);

        const triangle = new Float64Array(3);
        const inPlane = mean([0.2, 0.5, 0.3], [a, b, c]);
        expect(barycentricTriangle(triangle, inPlane, a, b, c)).toBe(true);
        expectVectorClose(mean(triangle, [a, b, c]), inPlane, tolerance);

        expect(barycentricTriangle2d(triangle, p, a, b, c)).toBe(true);
        expectVectorClose(mean(triangle, [a, b, c]).slice(0, 2), p.slice(0, 2), tolerance);

        const segment = new Float64Array(2);
        const onLine = mean([-0.5, 1.5], [a, b]);
        expect(barycentricSegment(segment, onLine, a, b)).toBe(true);
        expectVectorClose(mean(segment, [a, b]), onLine, tolerance);
      }
    }
  });

  it('project onto the plane of a triangle and the line of a segment', () => {
    const weights = new Float64Array(3);
    barycentricTriangle(weights, [0.25, 0.5, 7], [0, 0, 0], [1, 0, 0], [0, 1, 0]);
    expectVectorClose(weights, [0.25, 0.25, 0.5]);
    const segment = new Float64Array(2);
    barycentricSegment(segment, [3, 8, -2], [1, 0, 0], [5, 0, 0]);
    expectVectorClose(segment, [0.5, 0.5]);
  });

  it('fall back to edges and faces for degenerate shapes', () => {
    const o: Vec3 = [1, 1, 1];
    const weights = new Float64Array(4);
    expect(barycentricSegment(weights, [5, 5, 5], o, o)).toBe(false);
    expectVectorClose(weights.subarray(0, 2), [1, 0]);

    // Every order of three collinear corners, and all corners equal.
    const line: Vec3[] = [
      [0, 0, 0],
      [1, 2, 3],
      [4, 8, 12],
    ];
    for (const [i, j, k] of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
      [0, 2, 1],
    ] as const) {
      const corners = [line[i], line[j], line[k]] as const;
      expect(barycentricTriangle(weights, [2, 4, 6], ...corners)).toBe(false);
      expectClose(weights[0] + weights[1] + weights[2], 1);
      expectVectorClose(mean(weights, corners), [2, 4, 6]);
    }
    expect(barycentricTriangle(weights, [2, 4, 6], o, o, o)).toBe(false);
    expectVectorClose(weights.subarray(0, 3), [1, 0, 0]);
    expect(barycentricTriangle2d(weights, [2, 4], [0, 0], [1, 1], [2, 2])).toBe(false);

    // Four coplanar corners, the largest face each of the four in turn.
    const flat: Vec3[] = [
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
      [1, 1, 0],
    ];
    for (let turn = 0; turn < 4; turn++) {
      const corners = flat.map((_, i) => flat[(i + turn) % 4]) as [Vec3, Vec3, Vec3, Vec3];
      expect(barycentricTetrahedron(weights, [1, 2, 0], ...corners)).toBe(false);
      expectClose(total(weights), 1);
      expectVectorClose(mean(weights, corners), [1, 2, 0]);
    }
    expect(barycentricTetrahedron(weights, [1, 2, 0], o, o, o, o)).toBe(false);
    expectVectorClose(weights, [1, 0, 0, 0]);
  });

  it('allocate nothing', () => {
    const weights = new Float64Array(4);
    const [p, a, b, c, d] = Array.from({ length: 5 }, () => Float64Array.from(point(1, 0)));
    expectNoAllocation(() => barycentricSegment(weights, p, a, b));
    expectNoAllocation(() => barycentricTriangle(weights, p, a, b, c));
    expectNoAllocation(() => barycentricTetrahedron(weights, p, a, b, c, d));
    expectNoAllocation(() => barycentricTetrahedron(weights, p, a, b, c, c));
  });
});
