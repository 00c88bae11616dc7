/**
 * k-DOPs: bounds, polytope, closest point, rays, and the interval test against linear programming by
 * enumeration.
 */
import {
  createKdop,
  type KdopDirections,
  kdopArea,
  kdopClosestPoint,
  kdopContains,
  kdopContainsPoint,
  kdopCorners,
  kdopDirections,
  kdopDirectionsFrom,
  kdopDistance,
  kdopExpand,
  kdopFromPoints,
  kdopFromSphere,
  kdopOverlap,
  kdopOverlapSphere,
  kdopPlaneSide,
  kdopSupport,
  kdopVolume,
  rayKdop,
} from '@colide/bounds';
import { quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import { expectHitRate, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { distance, randomPoint, type V } from '../support/helpers.ts';

const sets = ([6, 14, 18, 26] as const).map(k => [k, kdopDirections(k)] as const);

function randomKdop(random: Random, directions: KdopDirections, extent: number): Float64Array {
  const center = randomPoint(random, extent);
  const points = Array.from({ length: 6 }, () => randomPoint(random, 1).map((x, i) => x + center[i])).flat();
  return kdopFromPoints(createKdop(directions), directions, points) as Float64Array;
}

/** Whether some point satisfies all bounds: if so, some corner of the arrangement of planes does. */
function feasible(directions: KdopDirections, low: number[], high: number[]): boolean {
  const { count, vectors: d } = directions;
  for (let i = 0; i < count; i++) if (low[i] > high[i]) return false;
  const normal = (i: number): V => [d[3 * i], d[3 * i + 1], d[3 * i + 2]];
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++)
      for (let k = j + 1; k < count; k++) {
        const [u, v, w] = [normal(i), normal(j), normal(k)];
        const vw = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
        const det = u[0] * vw[0] + u[1] * vw[1] + u[2] * vw[2];
        if (Math.abs(det) < 1e-9) continue;
        const wu = [w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2], w[0] * u[1] - w[1] * u[0]];
        const uv = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        for (let sides = 0; sides < 8; sides++) {
          const p = sides & 1 ? high[i] : low[i];
          const q = sides & 2 ? high[j] : low[j];
          const r = sides & 4 ? high[k] : low[k];
          const x = (p * vw[0] + q * wu[0] + r * uv[0]) / det;
          const y = (p * vw[1] + q * wu[1] + r * uv[1]) / det;
          const z = (p * vw[2] + q * wu[2] + r * uv[2]) / det;
          let inside = true;
          for (let m = 0; m < count && inside; m++) {
            const s = x * d[3 * m] + y * d[3 * m + 1] + z * d[3 * m + 2];
            inside = s >= low[m] - 1e-9 && s <= high[m] + 1e-9;
          }
          if (inside) return true;
        }
      }
  return false;
}

describe.each(sets)('%i-DOP', (k, directions) => {
  it('has k bounds, and as a 6-DOP those of an AABB', () => {
    expect(2 * directions.count).toBe(k);
    const kdop = kdopFromPoints(createKdop(directions), directions, [1, 2, 3, -1, 5, 0]);
    expect([kdop[0], kdop[1], kdop[2]]).toEqual([-1, 2, 0]);
    expect(kdop[directions.count]).toBe(1);
  });

  it('overlap never misses, on 10 000 pairs, and is rarely wrong', () => {
    const random = new Random(k);
    const { count } = directions;
    let hits = 0;
    let truly = 0;
    const cases = soak(2000, 10_000);
    for (let c = 0; c < cases; c++) {
      const [a, b] = [randomKdop(random, directions, 1.1), randomKdop(random, directions, 1.1)];
      const hit = kdopOverlap(a, b);
      const low = Array.from({ length: count }, (_, i) => Math.max(a[i], b[i]));
      const high = Array.from({ length: count }, (_, i) => Math.min(a[count + i], b[count + i]));
      // Linear programming by enumeration is slow: all pairs for few directions, a part of them for many.
      if (count <= 7 || c % 8 === 0 || !hit) {
        const meet = hit && feasible(directions, low, high);
        if (meet) expect(hit).toBe(true);
        if (hit && (count <= 7 || c % 8 === 0)) {
          hits++;
          if (meet) truly++;
        }
      }
      if (!hit) expect(low.some((x, i) => x > high[i])).toBe(true);
    }
    const tested = count <= 7 ? cases : cases / 8;
    expectHitRate(hits, tested);
    if (k === 6) expect(truly).toBe(hits);
    else expect(truly / hits).toBeGreaterThan(0.95);
  });

  it('volume and area are those of the hull of its corners', () => {
    const random = new Random(40 + k);
    for (let i = 0; i < 25; i++) {
      const kdop = randomKdop(random, directions, i % 2 ? 1e4 : 1);
      const corners = kdopCorners(directions, kdop);
      for (let c = 0; c < corners.length; c += 3) {
        const wide = kdopExpand(createKdop(directions), directions, kdop, 1e-8);
        expect(kdopContainsPoint(directions, wide, [corners[c], corners[c + 1], corners[c + 2]])).toBe(true);
      }
      const hull = quickHull(corners, { mergeDistance: 1e-8 });
      let volume = 0;
      let area = 0;
      const v = (j: number): V => [hull.vertices[3 * j], hull.vertices[3 * j + 1], hull.vertices[3 * j + 2]];
      const o = v(0);
      for (let f = 0; f + 1 < hull.faceOffsets.length; f++) {
        const ids = [...hull.faceVertices.subarray(hull.faceOffsets[f], hull.faceOffsets[f + 1])];
        for (let j = 1; j + 1 < ids.length; j++) {
          const [p, q, r] = [v(ids[0]), v(ids[j]), v(ids[j + 1])];
          const e = q.map((x, n) => x - p[n]);
          const g = r.map((x, n) => x - p[n]);
          const c = [e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]];
          area += 0.5 * Math.hypot(...c);
          volume += (c[0] * (p[0] - o[0]) + c[1] * (p[1] - o[1]) + c[2] * (p[2] - o[2])) / 6;
        }
      }
      expect(Math.abs(kdopVolume(directions, kdop) / volume - 1)).toBeLessThan(1e-6);
      expect(Math.abs(kdopArea(directions, kdop) / area - 1)).toBeLessThan(1e-6);
    }
  });

  it('closest point, distance, balls, rays and support agree with the corners and with each other', () => {
    const random = new Random(60 + k);
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const kdop = randomKdop(random, directions, 1);
      const p = randomPoint(random, 3);
      const q = kdopClosestPoint([0, 0, 0], directions, kdop, p);
      const wide = kdopExpand(createKdop(directions), directions, kdop, 1e-9);
      expect(kdopContainsPoint(directions, wide, q)).toBe(true);
      // Optimal: no corner lies beyond the plane through q across p − q.
      const corners = kdopCorners(directions, kdop);
      for (let c = 0; c < corners.length; c += 3) {
        const s = [0, 1, 2].reduce((sum, n) => sum + (p[n] - q[n]) * (corners[c + n] - q[n]), 0);
        expect(s).toBeLessThan(1e-7);
      }
      const d = kdopDistance(directions, kdop, p);
      expect(d).toBeCloseTo(distance(p, q), 12);
      expect(kdopOverlapSphere(directions, kdop, [...p, d])).toBe(true);
      if (d > 0.01) expect(kdopOverlapSphere(directions, kdop, [...p, 0.99 * d])).toBe(false);
      const direction = [0, 1, 2].map(n => q[n] - p[n] + 0.2 * random.normal());
      const t = rayKdop(p, direction, directions, kdop);
      if (t < Infinity) {
        hits++;
        const hit = p.map((x, n) => x + t * direction[n]);
        expect(kdopContainsPoint(directions, wide, hit)).toBe(true);
        if (t > 0.01)
          expect(
            kdopContainsPoint(
              directions,
              kdop,
              p.map((x, n) => x + 0.99 * t * direction[n]),
            ),
          ).toBe(false);
      } else
        for (let s = 0; s < 3; s += 0.01)
          expect(
            kdopContainsPoint(
              directions,
              kdop,
              p.map((x, n) => x + s * direction[n]),
            ),
          ).toBe(false);
      const top = kdopSupport([0, 0, 0], directions, kdop, direction);
      const reach = top[0] * direction[0] + top[1] * direction[1] + top[2] * direction[2];
      expect(reach).toBeGreaterThan(q[0] * direction[0] + q[1] * direction[1] + q[2] * direction[2] - 1e-9);
    }
    expectHitRate(hits, 200, 0.2, 0.95);
  });
});

it.each(sets)(
  '%i-DOP: the plane through the support point touches, a little farther out it does not',
  (_, directions) => {
    const random = new Random(77);
    for (let i = 0; i < 200; i++) {
      const kdop = randomKdop(random, directions, 3);
      const d = randomPoint(random, 1);
      const top = kdopSupport([0, 0, 0], directions, kdop, d);
      const offset = top[0] * d[0] + top[1] * d[1] + top[2] * d[2];
      expect(kdopPlaneSide(directions, kdop, [...d, offset])).toBe(0);
      expect(kdopPlaneSide(directions, kdop, [...d, offset + 1e-6])).toBe(-1);
      expect(kdopPlaneSide(directions, kdop, [-d[0], -d[1], -d[2], -offset - 1e-6])).toBe(1);
    }
  },
);

describe('k-DOP directions and degenerate k-DOPs', () => {
  it('refuse sets that do not span space and values that are not numbers', () => {
    expect(() => kdopDirections(8 as 6)).toThrow(/k must be/);
    expect(() => kdopDirectionsFrom([1, 0, 0, 0, 1, 0, 1, 1, 0])).toThrow(/vectors/);
    expect(() => kdopDirectionsFrom([1, 0, 0, 0, 1, 0, 0, 0, 0])).toThrow(/vectors\[6\.\.\.\]/);
    expect(() => kdopDirectionsFrom([1, 0, 0, 0, Number.NaN, 0, 0, 0, 1])).toThrow(/vectors\[4\]/);
    expect(() => kdopDirectionsFrom([1, 0])).toThrow(/vectors/);
  });

  it('are flat, single points or empty', () => {
    const d = kdopDirections(26);
    const flat = kdopFromPoints(createKdop(d), d, [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(kdopVolume(d, flat)).toBeLessThan(1e-9);
    expect(kdopArea(d, flat)).toBeCloseTo(2, 6);
    const point = kdopFromPoints(createKdop(d), d, [3, 4, 5]);
    expect(kdopVolume(d, point)).toBe(0);
    expect(kdopOverlap(point, point)).toBe(true);
    expect([...kdopClosestPoint([0, 0, 0], d, point, [0, 0, 0])].map(x => Math.round(1e6 * x) / 1e6)).toEqual(
      [3, 4, 5],
    );
    const empty = createKdop(d);
    expect(kdopVolume(d, empty)).toBe(0);
    expect(kdopOverlap(empty, flat)).toBe(false);
    expect(kdopContains(flat, empty)).toBe(true);
    const ball = kdopFromSphere(createKdop(d), d, [1, 2, 3, 2]);
    const volume = kdopVolume(d, ball) / ((4 / 3) * Math.PI * 8);
    expect(volume).toBeGreaterThan(1);
    expect(volume).toBeLessThan(1.2);
  });
});
