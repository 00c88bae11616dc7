/**
 * Containment, closest points, distances, supports and rays of all volumes against each other's definitions.
 */
import {
  aabbClosestPoint,
  aabbContainsPoint,
  aabbDistance,
  aabbPlaneSide,
  aabbSupport,
  capsuleClosestPoint,
  capsuleContainsPoint,
  capsuleDistance,
  capsulePlaneSide,
  capsuleSupport,
  obbClosestPoint,
  obbContainsPoint,
  obbDistance,
  obbExpand,
  obbPlaneSide,
  obbSupport,
  rayAabb,
  rayCapsule,
  rayObb,
  raySphere,
  sphereClosestPoint,
  sphereContainsPoint,
  sphereDistance,
  spherePlaneSide,
  sphereSupport,
} from '@colide/bounds';
import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import { expectHitRate } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { distance, randomObb, randomPoint, type V } from './support/helpers.ts';

const hit = createRayHit();

interface Volume {
  make(random: Random): number[];
  contains(v: number[], p: V): boolean;
  closest(out: V, v: number[], p: V): unknown;
  distance(v: number[], p: V): number;
  support(out: V, v: number[], d: V): unknown;
  raycast(v: number[], o: V, d: V, maxT?: number): number;
  planeSide(v: number[], plane: [number, number, number, number]): number;
  grow(v: number[], margin: number): number[];
}

const half = (random: Random): V => [random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)];
const volumes: [string, Volume][] = [
  [
    'aabb',
    {
      make: random => {
        const [c, h] = [randomPoint(random, 1), half(random)];
        return [...c.map((x, i) => x - h[i]), ...c.map((x, i) => x + h[i])];
      },
      contains: aabbContainsPoint,
      closest: aabbClosestPoint,
      distance: aabbDistance,
      support: aabbSupport,
      raycast: (v, o, d, maxT) => rayAabb(hit, o, d, v, maxT),
      planeSide: aabbPlaneSide,
      grow: (v, m) => v.map((x, i) => (i < 3 ? x - m : x + m)),
    },
  ],
  [
    'sphere',
    {
      make: random => [...randomPoint(random, 1), random.uniform(0.2, 1)],
      contains: sphereContainsPoint,
      closest: sphereClosestPoint,
      distance: sphereDistance,
      support: sphereSupport,
      raycast: (v, o, d, maxT) => raySphere(hit, o, d, v, maxT),
      planeSide: spherePlaneSide,
      grow: (v, m) => [v[0], v[1], v[2], v[3] + m],
    },
  ],
  [
    'obb',
    {
      make: random => [...randomObb(random, 1)],
      contains: obbContainsPoint,
      closest: obbClosestPoint,
      distance: obbDistance,
      support: obbSupport,
      raycast: (v, o, d, maxT) => rayObb(hit, o, d, v, maxT),
      planeSide: obbPlaneSide,
      grow: (v, m) => obbExpand(Array(15).fill(0), v, m) as number[],
    },
  ],
  [
    'capsule',
    {
      make: random => [...randomPoint(random, 1), ...randomPoint(random, 1), random.uniform(0.2, 0.6)],
      contains: capsuleContainsPoint,
      closest: capsuleClosestPoint,
      distance: capsuleDistance,
      support: capsuleSupport,
      raycast: (v, o, d, maxT) => rayCapsule(hit, o, d, v, maxT),
      planeSide: capsulePlaneSide,
      grow: (v, m) => [...v.slice(0, 6), v[6] + m],
    },
  ],
];

describe.each(volumes)('%s', (_, volume) => {
  it('closest point: contained, at the distance, optimal', () => {
    const random = new Random(51);
    let outside = 0;
    for (let i = 0; i < 1500; i++) {
      const v = volume.make(random);
      const p = randomPoint(random, 1.6);
      const q: V = [0, 0, 0];
      if (i % 2) {
        // Between two opposite support points: inside.
        volume.support(p, v, [p[0], p[1], p[2]]);
        volume.support(q, v, [-p[0], -p[1], -p[2]]);
        for (let k = 0; k < 3; k++) p[k] = 0.5 * (p[k] + q[k]);
      }
      volume.closest(q, v, p);
      const d = volume.distance(v, p);
      expect(distance(p, q)).toBeCloseTo(d, 10);
      expect(volume.contains(volume.grow(v, 1e-9), q)).toBe(true);
      expect(volume.contains(v, p)).toBe(d === 0);
      if (d === 0) {
        expect(q).toEqual(p);
        continue;
      }
      outside++;
      // The plane through q across p − q supports the volume.
      const n = p.map((x, k) => x - q[k]) as V;
      const top: V = [0, 0, 0];
      volume.support(top, v, n);
      const beyond = n[0] * (top[0] - q[0]) + n[1] * (top[1] - q[1]) + n[2] * (top[2] - q[2]);
      expect(beyond).toBeLessThan(1e-9);
    }
    expectHitRate(outside, 1500, 0.2, 0.9);
  });

  it('support: contained, and farther than contained points', () => {
    const random = new Random(52);
    for (let i = 0; i < 2000; i++) {
      const v = volume.make(random);
      const d = random.unitVector([0, 0, 0]) as V;
      const top: V = [0, 0, 0];
      volume.support(top, v, d);
      expect(volume.contains(volume.grow(v, 1e-9), top)).toBe(true);
      const p = randomPoint(random, 1.5);
      if (volume.contains(v, p))
        expect(p[0] * d[0] + p[1] * d[1] + p[2] * d[2]).toBeLessThan(
          top[0] * d[0] + top[1] * d[1] + top[2] * d[2] + 1e-9,
        );
      // Aliasing: the output may be the direction.
      const alias = [...d] as V;
      volume.support(alias, v, alias);
      expect(alias).toEqual(top);
      // The plane through the support point touches, a little farther out it does not.
      const offset = top[0] * d[0] + top[1] * d[1] + top[2] * d[2];
      expect(volume.planeSide(v, [...d, offset])).toBe(0);
      expect(volume.planeSide(v, [...d, offset + 1e-6])).toBe(-1);
      expect(volume.planeSide(v, [-d[0], -d[1], -d[2], -offset - 1e-6])).toBe(1);
    }
  });

  it('rays enter where they say, and miss only what they miss', () => {
    const random = new Random(53);
    let hits = 0;
    for (let i = 0; i < 1500; i++) {
      const v = volume.make(random);
      const o = randomPoint(random, 3);
      const d = randomPoint(random, 0.8).map((x, k) => x - o[k]) as V;
      const t = volume.raycast(v, o, d);
      const at = (s: number): V => o.map((x, k) => x + s * d[k]) as V;
      if (t < Infinity) {
        hits++;
        expect(volume.contains(volume.grow(v, 1e-7), at(t))).toBe(true);
        for (const s of [0, 0.5, 0.999])
          if (t > 0) expect(volume.contains(volume.grow(v, -1e-7), at(s * t))).toBe(false);
        expect(volume.raycast(v, o, d, t * 1.0001)).toBe(t);
        if (t > 0) expect(volume.raycast(v, o, d, 0.999 * t)).toBe(Infinity);
        // From the point where it enters, which rounding may have left outside.
        expect(volume.raycast(volume.grow(v, 1e-9), at(t), d)).toBe(0);
      } else
        for (let s = 0; s < 3; s += 0.15) expect(volume.contains(volume.grow(v, -1e-7), at(s))).toBe(false);
    }
    expectHitRate(hits, 1500);
  });

  it('a ray through a point of the volume always hits, from near and from far', () => {
    const random = new Random(54);
    for (let i = 0; i < 1500; i++) {
      const v = volume.make(random);
      const p: V = [0, 0, 0];
      volume.support(p, v, random.unitVector([0, 0, 0]) as V);
      const inner: V = [0, 0, 0];
      volume.closest(inner, volume.grow(v, -1e-4), p);
      const away = 10 ** random.uniform(0, 4);
      const o = [...random.unitVector([0, 0, 0])].map(x => away * x) as V;
      expect(volume.raycast(v, o, inner.map((x, k) => x - o[k]) as V)).toBeLessThan(1.001);
    }
  });
});

describe('ray against aabb, exactly grazing', () => {
  it('hits faces, edges and corners and flat boxes', () => {
    const box = [0, 0, 0, 1, 1, 1];
    expect(rayAabb(hit, [-1, 0, 0], [1, 0, 0], box)).toBe(1);
    expect(rayAabb(hit, [-1, 1, 1], [1, 0, 0], box)).toBe(1);
    expect(rayAabb(hit, [-1, 1 + 2 ** -52, 1], [1, 0, 0], box)).toBe(Infinity);
    expect(rayAabb(hit, [-1, -1, -1], [1, 1, 1], box)).toBe(1);
    expect(rayAabb(hit, [2, -1, 0.5], [-1, 1, 0], box)).toBe(1);
    expect(rayAabb(hit, [0.5, 0.5, 0.5], [0, 0, 0], box)).toBe(0);
    expect(rayAabb(hit, [2, 0.5, 0.5], [0, 0, 0], box)).toBe(Infinity);
    expect(rayAabb(hit, [2, 0.5, 0.5], [1, 0, 0], box)).toBe(Infinity);
    expect(rayAabb(hit, [0.5, 3, 0.5], [0, -1.5, 0], [0, 0, 0, 1, 0, 1])).toBe(2);
    expect(rayAabb(hit, [-1, 0.5, 0.5], [5e-324, 0, 0], box)).toBeGreaterThan(1e300);
  });
});
