import { createObb, obbFromBox } from '@colide/bounds';
import { Random } from '@colide/math';
import {
  closestPointsSegmentSegment,
  closestPointsTriangleTriangle,
  createClosestPoints,
  createTriangleSegment,
  triangleBox,
  triangleObb,
  triangleTriangle,
  triangleTriangleSegment,
} from '@colide/narrowphase';
import {
  convexDistanceOracle,
  expectHitRate,
  expectVectorClose,
  generateTriangles,
  hullOracle,
  type TriangleFamily,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

const at = (t: ArrayLike<number>, i: number): Triple => [t[3 * i], t[3 * i + 1], t[3 * i + 2]];
const gap = (p: ArrayLike<number>, q: ArrayLike<number>): number =>
  Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
const corners = (lo: number[], hi: number[]): number[] =>
  Array.from({ length: 8 }, (_, i) => [0, 1, 2].map(k => ((i >> k) & 1 ? hi[k] : lo[k]))).flat();
/** Distance of a point from a triangle. */
const fromTriangle = (p: ArrayLike<number>, t: ArrayLike<number>): number =>
  convexDistanceOracle(hullOracle(Array.from(p)), hullOracle(t)).distance;

describe('closestPointsSegmentSegment', () => {
  const out = createClosestPoints();
  it('agrees with the oracle, parallel, crossing and degenerate segments included', () => {
    const random = new Random(12);
    for (let k = 0; k < 3000; k++) {
      const next = k % 3 ? () => random.uniform(-1, 1) : () => random.integer(3);
      const p: number[] = Array.from({ length: 6 }, next);
      const q: number[] = Array.from({ length: 6 }, next);
      if (k % 5 === 0) for (let i = 0; i < 3; i++) q[3 + i] = q[i] + 2 * (p[3 + i] - p[i]);
      const squared = closestPointsSegmentSegment(out, at(p, 0), at(p, 1), at(q, 0), at(q, 1));
      const { distance } = convexDistanceOracle(hullOracle(p), hullOracle(q));
      expect(Math.abs(Math.sqrt(squared) - Math.max(0, distance)), `case ${k}`).toBeLessThan(1e-7);
      expect(gap(out.pointA, out.pointB)).toBeCloseTo(Math.sqrt(squared), 9);
    }
  });
});

const families: TriangleFamily[] = ['uniform', 'small', 'grid', 'coplanar', 'collinear', 'point', 'sliver'];
describe.each(families)('two triangles, %s', family => {
  const random = new Random(3);
  const count = 300;
  const triangles = generateTriangles(family, 2 * count, random);
  it('have the closest points of the oracle', () => {
    const out = createClosestPoints();
    for (let k = 0; k < count; k++) {
      const a = triangles.slice(18 * k, 18 * k + 9);
      const b = triangles.slice(18 * k + 9, 18 * k + 18);
      const { distance } = convexDistanceOracle(hullOracle(a), hullOracle(b));
      const found = Math.sqrt(closestPointsTriangleTriangle(out, a, b));
      expect(Math.abs(found - Math.max(0, distance)), `case ${k}`).toBeLessThan(1e-9);
      expect(gap(out.pointA, out.pointB)).toBeCloseTo(found, 9);
      expect(fromTriangle(out.pointA, a), `case ${k} on a`).toBeLessThan(1e-8);
      expect(fromTriangle(out.pointB, b), `case ${k} on b`).toBeLessThan(1e-8);
    }
  });

  it('meet in a segment with ends that lie on both and cannot be extended', () => {
    const out = createTriangleSegment();
    for (let k = 0; k < count; k++) {
      const a = triangles.slice(18 * k, 18 * k + 9);
      const b = triangles.slice(18 * k + 9, 18 * k + 18);
      expect(triangleTriangleSegment(out, a, b)).toBe(triangleTriangle(a, b));
      if (!triangleTriangle(a, b)) continue;
      const length = gap(out.start, out.end);
      for (const [end, other] of [
        [out.start, out.end],
        [out.end, out.start],
      ] as const) {
        expect(fromTriangle(end, a), `case ${k}`).toBeLessThan(1e-8);
        expect(fromTriangle(end, b), `case ${k}`).toBeLessThan(1e-8);
        if (length < 1e-3) continue;
        const beyond = [0, 1, 2].map(i => end[i] + (1e-3 * (end[i] - other[i])) / length);
        expect(Math.max(fromTriangle(beyond, a), fromTriangle(beyond, b)), `case ${k}`).toBeGreaterThan(1e-8);
      }
    }
  });
});

describe('triangleTriangleSegment', () => {
  it('gives the known segment, touching point and coplanar overlap', () => {
    const out = createTriangleSegment();
    const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    expect(triangleTriangleSegment(out, flat, [1, 1, -1, 1, 1, 1, 1, 5, 0])).toBe(true);
    expect(out.coplanar).toBe(false);
    expectVectorClose(
      [out.start, out.end]
        .map(p => Array.from(p))
        .sort()
        .flat(),
      [1, 1, 0, 1, 3, 0],
    );
    expect(triangleTriangleSegment(out, flat, [1, 1, 0, 1, 2, 3, 2, 2, 3])).toBe(true);
    expectVectorClose([...out.start, ...out.end], [1, 1, 0, 1, 1, 0]);
    expect(triangleTriangleSegment(out, flat, [1, 1, 0, 9, 1, 0, 1, 9, 0])).toBe(true);
    expect(out.coplanar).toBe(true);
    expect(gap(out.start, out.end)).toBeCloseTo(Math.hypot(2, 2), 9);
    expect(triangleTriangleSegment(out, flat, [9, 9, 0, 9, 8, 0, 8, 9, 0])).toBe(false);
  });
});

describe('triangleBox', () => {
  it('agrees with the oracle on 4 000 pairs, touching ones included', () => {
    const random = new Random(31);
    let hits = 0;
    const count = 4000;
    for (let k = 0; k < count; k++) {
      const onGrid = k % 2 === 0;
      const next = onGrid ? () => random.integer(5) - 2 : () => random.uniform(-2, 2);
      const triangle = Array.from({ length: 9 }, next);
      const lo = [0, 0, 0].map(() => (onGrid ? random.integer(3) - 2 : random.uniform(-1.5, 0)));
      const hi = lo.map(x => x + (onGrid ? random.integer(3) : random.uniform(0.1, 1.5)));
      const { distance } = convexDistanceOracle(hullOracle(triangle), hullOracle(corners(lo, hi)));
      const box = [...lo, ...hi];
      if (distance <= 1e-13) {
        hits++;
        expect(triangleBox(triangle, box), `case ${k}`).toBe(true);
      } else if (distance > 1e-9) expect(triangleBox(triangle, box), `case ${k}`).toBe(false);
    }
    expectHitRate(hits, count);
  });

  it('agrees with itself in rotated frames, and NaN meets nothing', () => {
    const random = new Random(32);
    const obb = createObb();
    const q: [number, number, number, number] = [0, 0, 0, 1];
    let hits = 0;
    for (let k = 0; k < 2000; k++) {
      const triangle = Array.from({ length: 9 }, () => random.uniform(-1, 1));
      const half: Triple = [random.uniform(0, 0.8), random.uniform(0, 0.8), random.uniform(0, 0.8)];
      random.rotation(q);
      const center: Triple = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
      obbFromBox(obb, center, half, q);
      const axes = [6, 9, 12].map(i => Array.from(obb.slice(i, i + 3)));
      const local = [0, 1, 2].flatMap(i => {
        const p = at(triangle, i).map((x, axis) => x - center[axis]);
        return axes.map(axis => p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]);
      });
      const expected = triangleBox(local, [...half.map(x => -x), ...half]);
      expect(triangleObb(triangle, obb)).toBe(expected);
      if (expected) hits++;
    }
    expectHitRate(hits, 2000);
    expect(triangleBox([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0], [-1, -1, -1, 1, 1, 1])).toBe(false);
  });

  it('never misses a corner, edge or face that touches far from the origin', () => {
    const random = new Random(33);
    for (let k = 0; k < 2000; k++) {
      const far = 10 ** random.uniform(0, 6);
      const lo = [0, 0, 0].map(() => far + random.uniform(-1, 1));
      const hi = lo.map(x => x + random.uniform(0.1, 2));
      // A corner of the triangle lies exactly on a corner, edge or face of the box; the rest is anywhere.
      const touch = lo.map((x, i) => [x, hi[i], x + random.next() * (hi[i] - x)][random.integer(3)]);
      const triangle = [...touch, ...Array.from({ length: 6 }, () => far + random.uniform(-3, 3))];
      expect(triangleBox(triangle, [...lo, ...hi])).toBe(true);
    }
  });
});
