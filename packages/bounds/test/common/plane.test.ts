/** Boxes and discs in the plane. */
import {
  aabbArea2d,
  aabbClosestPoint2d,
  aabbContains2d,
  aabbContainsPoint2d,
  aabbExpand2d,
  aabbFromPoints2d,
  aabbOverlap2d,
  aabbSweep2d,
  aabbTransform2d,
  aabbUnion2d,
  circleContainsPoint2d,
  circleFromPoints2d,
  circleOverlap2d,
  circleOverlapAabb2d,
  circleUnion2d,
  createAabb2d,
  rayAabb2d,
} from '@colide/bounds';
import { Random } from '@colide/math';
import { expectHitRate, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type V2 = [number, number];
const random = new Random(91);
const point = (extent: number): V2 => [random.uniform(-extent, extent), random.uniform(-extent, extent)];

describe('in the plane', () => {
  it('boxes and discs contain their points, still, turned and swept, in f64 and f32', () => {
    for (let i = 0; i < 2000; i++) {
      const A = i % 2 ? Float64Array : Float32Array;
      const scale = 10 ** random.uniform(-5, 5);
      const points = Array.from({ length: 1 + random.integer(9) }, () => point(scale));
      const box = aabbFromPoints2d(new A(4), points.flat());
      const disc = circleFromPoints2d(new A(3), points.flat());
      const [move, angle] = [point(3 * scale), random.uniform(-4, 4)];
      const turned = aabbTransform2d(new A(4), box, move, angle);
      const swept = aabbSweep2d(new A(4), box, move);
      for (const p of points) {
        expect(aabbContainsPoint2d(box, p)).toBe(true);
        expect(circleContainsPoint2d(disc, p)).toBe(true);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        expect(
          aabbContainsPoint2d(turned, [c * p[0] - s * p[1] + move[0], s * p[0] + c * p[1] + move[1]]),
        ).toBe(true);
        expect(aabbContainsPoint2d(swept, [p[0] + 0.5 * move[0], p[1] + 0.5 * move[1]])).toBe(true);
      }
      const other = aabbFromPoints2d(new A(4), point(scale));
      const union = aabbUnion2d(new A(4), box, other);
      expect(aabbContains2d(union, box) && aabbContains2d(union, other)).toBe(true);
      expect(aabbContains2d(aabbExpand2d(new A(4), box, 0.1), box)).toBe(true);
      expect(aabbContains2d(union, createAabb2d())).toBe(true);
    }
  });

  it('the smallest disc is as small as the best through two or three points', () => {
    for (let i = 0; i < 500; i++) {
      const points = Array.from({ length: 2 + random.integer(6) }, () => point(1));
      let best = Infinity;
      const consider = (x: number, y: number): void => {
        const r = Math.max(...points.map(p => Math.hypot(p[0] - x, p[1] - y)));
        if (r < best) best = r;
      };
      for (const a of points)
        for (const b of points) {
          if (a === b) continue;
          consider(0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]));
          for (const c of points) {
            const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
            const d = 2 * (bx * cy - by * cx);
            if (Math.abs(d) < 1e-12) continue;
            const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy];
            consider(a[0] + (cy * bb - by * cc) / d, a[1] + (bx * cc - cx * bb) / d);
          }
        }
      expect(circleFromPoints2d([0, 0, 0], points.flat())[2]).toBeCloseTo(best, 9);
    }
  });

  it('overlaps and rays agree with distances', () => {
    const cases = soak(2000, 10_000);
    let hits = 0;
    for (let i = 0; i < cases; i++) {
      const [p, q] = [point(1.5), point(1.5)];
      const half: V2 = [random.uniform(0.1, 1), random.uniform(0.1, 1)];
      const box = [q[0] - half[0], q[1] - half[1], q[0] + half[0], q[1] + half[1]];
      const disc = [...p, random.uniform(0.1, 1)];
      const near = aabbClosestPoint2d([0, 0], box, p);
      const gap = Math.hypot(near[0] - p[0], near[1] - p[1]) - disc[2];
      const hit = circleOverlapAabb2d(disc, box);
      if (hit) hits++;
      if (Math.abs(gap) > 1e-12) expect(hit).toBe(gap < 0);
      const other = [...q, half[0]];
      expect(circleOverlap2d(disc, other)).toBe(Math.hypot(p[0] - q[0], p[1] - q[1]) <= disc[2] + half[0]);
      const union = circleUnion2d([0, 0, 0], disc, other);
      expect(Math.hypot(union[0] - p[0], union[1] - p[1]) + disc[2]).toBeLessThan(union[2] * (1 + 1e-12));
      const direction: V2 = [near[0] - p[0], near[1] - p[1]];
      expect(rayAabb2d(p, direction, box)).toBeLessThan(1 + 1e-9);
      expect(aabbOverlap2d(box, [...p, ...p])).toBe(aabbContainsPoint2d(box, p));
    }
    expectHitRate(hits, cases);
    expect(aabbOverlap2d([0, 0, 1, 1], [1, 1, 2, 2])).toBe(true);
    expect(rayAabb2d([-1, 1], [1, 0], [0, 0, 1, 1])).toBe(1);
    expect(rayAabb2d([-1, 1.1], [1, 0], [0, 0, 1, 1])).toBe(Infinity);
    expect(aabbArea2d(createAabb2d())).toBe(0);
    expect(aabbArea2d([0, 0, 2, 3])).toBe(6);
  });

  it('name what is wrong', () => {
    expect(() => aabbFromPoints2d([0, 0, 0, 0], [])).toThrow(/points/);
    expect(() => aabbFromPoints2d([0, 0, 0, 0], [1])).toThrow(/points/);
    expect(() => aabbFromPoints2d([0, 0, 0, 0], [1, Number.NaN])).toThrow(/points\[1\]/);
    expect(() => circleFromPoints2d([0, 0, 0], [])).toThrow(/points/);
    expect(() => circleFromPoints2d([0, 0, 0], [1, Number.NaN])).toThrow(/points/);
  });
});
