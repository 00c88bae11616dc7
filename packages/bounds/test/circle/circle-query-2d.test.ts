/**
 * Queries and motions of discs, against distances measured point by point; and what boxes in the plane have
 * in common with them.
 */
import {
  aabbClosestPoint2d,
  aabbContains2d,
  aabbContainsPoint2d,
  aabbDistance2d,
  aabbFromCircle2d,
  aabbFromConvex2d,
  aabbSupport2d,
  circleArea2d,
  circleClosestPoint2d,
  circleContains2d,
  circleContainsPoint2d,
  circleDistance2d,
  circleExpand2d,
  circleSupport2d,
  circleSweep2d,
  circleTransform2d,
  createAabb2d,
  createCircle2d,
  rayCircle2d,
} from '@colide/bounds';
import { PolygonShape2d } from '@colide/geometry';
import { Random } from '@colide/math';
import { expectHitRate } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type V2 = [number, number];
const random = new Random(92);
const point = (extent: number): V2 => [random.uniform(-extent, extent), random.uniform(-extent, extent)];
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

describe('discs', () => {
  it('closest point, distance and support agree with each other', () => {
    let outside = 0;
    for (let i = 0; i < 3000; i++) {
      const disc = [...point(1), random.uniform(0.4, 1.4)];
      const p = point(1.5);
      const near = circleClosestPoint2d([0, 0], disc, p);
      const gap = circleDistance2d(disc, p);
      expect(distance(near, p)).toBeCloseTo(gap, 12);
      if (gap > 0) {
        outside++;
        expect(distance(near, disc)).toBeCloseTo(disc[2], 12);
        // Towards p the nearest point is the farthest one.
        const top = circleSupport2d([0, 0], disc, [p[0] - disc[0], p[1] - disc[1]]);
        expect(distance(top, near)).toBeLessThan(1e-12);
      } else expect(near).toEqual(p);
      expect(gap === 0).toBe(circleContainsPoint2d(disc, p));
    }
    expectHitRate(outside, 3000);
    expect(circleSupport2d([7, 7], [1, 2, 3], [0, 0])).toEqual([1, 2]);
  });

  it('rays enter where they say, and miss only what they miss', () => {
    let hits = 0;
    for (let i = 0; i < 5000; i++) {
      const disc = [...point(1), random.uniform(0.05, 0.8)];
      const [o, target] = [point(3), point(1.5)];
      const d: V2 = [target[0] - o[0], target[1] - o[1]];
      const t = rayCircle2d(o, d, disc);
      let closest = Infinity;
      for (let s = 0; s <= 6; s += 0.01)
        closest = Math.min(closest, circleDistance2d(disc, [o[0] + s * d[0], o[1] + s * d[1]]));
      if (t < Infinity) {
        hits++;
        const gap = distance([o[0] + t * d[0], o[1] + t * d[1]], disc) - disc[2];
        expect(t === 0 ? gap < 1e-12 : Math.abs(gap) < 1e-9).toBe(true);
        expect(rayCircle2d(o, d, disc, 0.99 * t)).toBe(t === 0 ? 0 : Infinity);
      } else expect(closest).toBeGreaterThan(0);
    }
    expectHitRate(hits, 5000);
    expect(rayCircle2d([-5, 0], [1, 0], [0, 1, 1])).toBeCloseTo(5, 6);
    expect(rayCircle2d([-5, 0], [0, 0], [0, 0, 1])).toBe(Infinity);
    expect(rayCircle2d([0, 0], [1, 0], createCircle2d())).toBe(Infinity);
  });

  it('contain what they contained, turned, swept and grown, in f64 and f32', () => {
    for (let i = 0; i < 3000; i++) {
      const A = i % 2 ? Float64Array : Float32Array;
      const scale = 10 ** random.uniform(-5, 5);
      const disc = [...point(scale), random.uniform(0, scale)];
      const [move, angle, direction] = [point(3 * scale), random.uniform(-4, 4), point(1)];
      const p = circleSupport2d([0, 0], disc, direction);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turned = circleTransform2d(new A(3), disc, move, angle);
      expect(
        circleContainsPoint2d(turned, [c * p[0] - s * p[1] + move[0], s * p[0] + c * p[1] + move[1]]),
      ).toBe(true);
      const swept = circleSweep2d(new A(3), disc, move);
      for (const share of [0, 0.3, 1])
        expect(circleContainsPoint2d(swept, [p[0] + share * move[0], p[1] + share * move[1]])).toBe(true);
      expect(swept[2]).toBeLessThan((disc[2] + 0.5 * Math.hypot(...move)) * (1 + 1e-6) + 1e-6 * scale);
      expect(circleContains2d(circleExpand2d(new A(3), disc, 0.1 * scale), disc)).toBe(true);
      expect(circleContains2d(disc, [disc[0], disc[1] + 0.1 * scale, disc[2]])).toBe(false);
      expect(aabbContainsPoint2d(aabbFromCircle2d(new A(4), disc), p)).toBe(true);
    }
    expect(circleContains2d([0, 0, 1], createCircle2d())).toBe(true);
    expect(circleExpand2d([0, 0, 0], createCircle2d(), 2)[2]).toBeLessThan(0);
    expect([circleArea2d([0, 0, 2]), circleArea2d(createCircle2d())]).toEqual([4 * Math.PI, 0]);
  });
});

describe('boxes in the plane', () => {
  it('fit convex shapes; support and distance agree with corners and closest points', () => {
    for (let i = 0; i < 500; i++) {
      const points = Array.from({ length: 3 + random.integer(6) }, () => point(1));
      const box = aabbFromConvex2d(new Float32Array(4), new PolygonShape2d(points.flat()));
      for (const p of points) expect(aabbContainsPoint2d(box, p)).toBe(true);
      expect(aabbContains2d([-1 - 1e-6, -1 - 1e-6, 1 + 1e-6, 1 + 1e-6], box)).toBe(true);
      const [p, d] = [point(2), point(1)];
      expect(aabbDistance2d(box, p)).toBeCloseTo(distance(aabbClosestPoint2d([0, 0], box, p), p), 12);
      const [x, y] = aabbSupport2d([0, 0], box, d);
      for (const u of [box[0], box[2]])
        for (const v of [box[1], box[3]])
          expect(u * d[0] + v * d[1]).toBeLessThanOrEqual(x * d[0] + y * d[1]);
    }
    expect(aabbDistance2d(createAabb2d(), [0, 0])).toBe(Infinity);
  });
});
