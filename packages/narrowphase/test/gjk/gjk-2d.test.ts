import type { Convex2d } from '@colide/core';
import { CircleShape2d, PolygonShape2d, Posed2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createGjkResult2d,
  createPenetrationResult2d,
  gjkDistance2d,
  gjkIntersects2d,
  signedDistance2d,
} from '@colide/narrowphase';
import { expectClose, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type V2 = [number, number];
const result = createPenetrationResult2d();
const gjk = createGjkResult2d();

/**
 * Signed distance of two convex polygons by brute force: all edges as separating lines, then all edge pairs.
 */
function oracle(p: V2[], q: V2[]): number {
  let separation = -Infinity;
  for (const [first, second] of [
    [p, q],
    [q, p],
  ] as const)
    first.forEach((v, i) => {
      const next = first[(i + 1) % first.length];
      const n = [next[1] - v[1], v[0] - next[0]];
      const length = Math.hypot(n[0], n[1]);
      const gap = Math.min(...second.map(x => ((x[0] - v[0]) * n[0] + (x[1] - v[1]) * n[1]) / length));
      separation = Math.max(separation, gap);
    });
  if (separation <= 0) return separation;
  let least = Infinity;
  for (const [first, second] of [
    [p, q],
    [q, p],
  ] as const)
    for (const x of first)
      second.forEach((v, i) => {
        const next = second[(i + 1) % second.length];
        const t = [next[0] - v[0], next[1] - v[1]];
        const u = ((x[0] - v[0]) * t[0] + (x[1] - v[1]) * t[1]) / (t[0] ** 2 + t[1] ** 2);
        const s = Math.min(1, Math.max(0, u));
        least = Math.min(least, Math.hypot(x[0] - v[0] - s * t[0], x[1] - v[1] - s * t[1]));
      });
  return least;
}

describe('polygons', () => {
  it('agree with brute force at all scales', () => {
    const random = new Random(4);
    let overlaps = 0;
    const count = 2000;
    for (let i = 0; i < count; i++) {
      const scale = 10 ** random.uniform(-3, 3);
      const make = (): PolygonShape2d =>
        new PolygonShape2d(
          Array.from({ length: 2 * (3 + random.integer(8)) }, () => scale * random.uniform(-1, 1)),
        );
      const [a, b] = [make(), make()];
      const place = (shape: PolygonShape2d, reach: number): [Posed2d, V2[]] => {
        const position: V2 = [random.uniform(-reach, reach) * scale, random.uniform(-reach, reach) * scale];
        const angle = random.uniform(0, 6);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const points: V2[] = [];
        for (let k = 0; k < shape.vertices.length; k += 2) {
          const [x, y] = [shape.vertices[k], shape.vertices[k + 1]];
          points.push([c * x - s * y + position[0], s * x + c * y + position[1]]);
        }
        return [new Posed2d(shape, position, angle), points];
      };
      const [p, cornersA] = place(a, 1);
      const [q, cornersB] = place(b, 2);
      const expected = oracle(cornersA, cornersB);
      expectClose(signedDistance2d(result, p, q), expected, { absolute: 1e-9 * scale }, `pair ${i}`);
      expect(result.converged).toBe(true);
      expectVectorClose(
        [result.pointB[0] - result.pointA[0], result.pointB[1] - result.pointA[1]],
        [result.normal[0] * result.distance, result.normal[1] * result.distance],
        { absolute: 1e-8 * scale },
      );
      expectClose(signedDistance2d(result, q, p), expected, { absolute: 1e-9 * scale }, 'swapped');
      expectClose(gjkDistance2d(gjk, p, q), Math.max(0, expected), { absolute: 1e-9 * scale });
      if (Math.abs(expected) > 1e-9 * scale) expect(gjkIntersects2d(p, q), `pair ${i}`).toBe(expected < 0);
      if (expected < 0) overlaps++;
    }
    expect(overlaps / count).toBeGreaterThan(0.2);
    expect(overlaps / count).toBeLessThan(0.8);
  });
});

describe('bad input', () => {
  it('ends on NaN', () => {
    const broken: Convex2d = {
      support: out => {
        out[0] = out[1] = Number.NaN;
        return out;
      },
    };
    gjkDistance2d(gjk, broken, new CircleShape2d(1));
    expect(gjk.converged).toBe(false);
    expect(gjkIntersects2d(broken, new CircleShape2d(1))).toBe(false);
  });
});
