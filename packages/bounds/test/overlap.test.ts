/**
 * Every overlap test against an independent oracle on 10 000 seeded pairs, and pairs that only just touch.
 */
import {
  aabbFromCenter,
  aabbOverlap,
  capsuleOverlap,
  capsuleOverlapAabb,
  capsuleOverlapObb,
  capsuleOverlapSphere,
  createAabb,
  createObb,
  obbDistance,
  obbFromAabb,
  obbFromBox,
  obbOverlap,
  obbOverlapAabb,
  obbOverlapLite,
  obbSupport,
  sphereOverlap,
  sphereOverlapAabb,
  sphereOverlapObb,
} from '@colide/bounds';
import { Random } from '@colide/math';
import { expectHitRate, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import {
  along,
  boxSeparation,
  compareVerdicts,
  distance,
  minimizeConvex,
  posePoint,
  randomObb,
  randomPoint,
  randomQuat,
  type V,
} from './support/helpers.ts';

const cases = soak(2000, 10_000);

const randomAabb = (random: Random, extent: number): Float64Array =>
  aabbFromCenter(createAabb(), randomPoint(random, extent), [
    random.uniform(0.1, 1),
    random.uniform(0.1, 1),
    random.uniform(0.1, 1),
  ]) as Float64Array;
const randomSphere = (random: Random, extent: number): number[] => [
  ...randomPoint(random, extent),
  random.uniform(0.1, 1),
];
const randomCapsule = (random: Random, extent: number): number[] => [
  ...randomPoint(random, extent),
  ...randomPoint(random, extent),
  random.uniform(0.05, 0.5),
];
const clampGap = (box: ArrayLike<number>, p: V): number =>
  Math.hypot(...p.map((x, i) => x - Math.min(Math.max(x, box[i]), box[i + 3])));

describe('overlap against oracles', () => {
  it('aabb–aabb', () => {
    const random = new Random(1);
    const hits = compareVerdicts(
      cases,
      () => {
        const [a, b] = [randomAabb(random, 1.2), randomAabb(random, 1.2)];
        let gap = -Infinity;
        for (let i = 0; i < 3; i++) gap = Math.max(gap, a[i] - b[i + 3], b[i] - a[i + 3]);
        return { gap, hit: aabbOverlap(a, b) };
      },
      0,
    );
    expectHitRate(hits, cases);
  });

  it('sphere–sphere, sphere–aabb and sphere–obb', () => {
    const random = new Random(2);
    const spheres = compareVerdicts(cases, () => {
      const [a, b] = [randomSphere(random, 1), randomSphere(random, 1)];
      return { gap: distance(a, b) - a[3] - b[3], hit: sphereOverlap(a, b) };
    });
    expectHitRate(spheres, cases);
    const aabbs = compareVerdicts(cases, () => {
      const [s, b] = [randomSphere(random, 1.3), randomAabb(random, 1.3)];
      return { gap: clampGap(b, [s[0], s[1], s[2]]) - s[3], hit: sphereOverlapAabb(s, b) };
    });
    expectHitRate(aabbs, cases);
    const obbs = compareVerdicts(cases, () => {
      const center = randomPoint(random, 1);
      const half: V = [random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)];
      const q = randomQuat(random);
      const s = randomSphere(random, 1.5);
      // Into the frame of the box by the inverse rotation.
      const offset = [0, 1, 2].map(i => s[i] - center[i]);
      const local = posePoint(offset, [0, 0, 0], [-q[0], -q[1], -q[2], q[3]]);
      const gap = clampGap([...half.map(x => -x), ...half], local) - s[3];
      return { gap, hit: sphereOverlapObb(s, obbFromBox(createObb(), center, half, q)) };
    });
    expectHitRate(obbs, cases);
  });

  it('obb–obb and obb–aabb, against projections of all vertices', () => {
    const random = new Random(3);
    let lite = 0;
    let apart = 0;
    const hits = compareVerdicts(cases, () => {
      const [a, b] = [randomObb(random, 1.2), randomObb(random, 1.2)];
      const gap = boxSeparation(a, b);
      const hit = obbOverlap(a, b);
      expect(obbOverlap(b, a)).toBe(hit);
      if (!hit) {
        apart++;
        if (!obbOverlapLite(a, b)) lite++;
      } else expect(obbOverlapLite(a, b)).toBe(true);
      return { gap, hit };
    });
    expectHitRate(hits, cases);
    expect(lite / apart).toBeGreaterThan(0.8);
    expect(lite).toBeLessThan(apart);
    const mixed = compareVerdicts(cases, () => {
      const [a, b] = [randomObb(random, 1.3), randomAabb(random, 1.3)];
      const gap = boxSeparation(a, obbFromAabb(createObb(), b));
      return { gap, hit: obbOverlapAabb(a, b) };
    });
    expectHitRate(mixed, cases);
  });

  it('obb–obb with parallel, perpendicular and nearly parallel edges', () => {
    const random = new Random(4);
    const hits = compareVerdicts(
      cases,
      () => {
        const q = randomQuat(random);
        const tilt = random.integer(3) === 0 ? 0 : 10 ** random.uniform(-17, -3);
        const turned: V = [q[0] + tilt, q[1] - tilt, q[2]];
        const half = (): V => [random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)];
        const a = obbFromBox(createObb(), randomPoint(random, 1), half(), q);
        const b = obbFromBox(createObb(), randomPoint(random, 1), half(), [...turned, q[3]]);
        return { gap: boxSeparation(a, b), hit: obbOverlap(a, b) };
      },
      1e-6,
    );
    expectHitRate(hits, cases);
  });

  it('capsule–capsule, capsule–sphere, capsule–aabb and capsule–obb', () => {
    const random = new Random(5);
    const pointSegment = (s: ArrayLike<number>, p: ArrayLike<number>): number =>
      minimizeConvex(t => distance(along(s, 0, t), p));
    const balls = compareVerdicts(2500, () => {
      const [c, s] = [randomCapsule(random, 1), randomSphere(random, 1)];
      return { gap: pointSegment(c, s) - c[6] - s[3], hit: capsuleOverlapSphere(c, s) };
    });
    expectHitRate(balls, 2500);
    const capsules = compareVerdicts(
      cases,
      () => {
        const [a, b] = [randomCapsule(random, 1.3), randomCapsule(random, 1.3)];
        const u = [0, 1, 2].map(i => b[3 + i] - b[i]);
        const uu = u[0] ** 2 + u[1] ** 2 + u[2] ** 2;
        const gap = minimizeConvex(t => {
          const p = along(a, 0, t);
          const s = ((p[0] - b[0]) * u[0] + (p[1] - b[1]) * u[1] + (p[2] - b[2]) * u[2]) / uu;
          return distance(p, along(b, 0, Math.min(1, Math.max(0, s))));
        });
        return { gap: gap - a[6] - b[6], hit: capsuleOverlap(a, b) };
      },
      1e-7,
    );
    expectHitRate(capsules, cases);
    const aabbs = compareVerdicts(
      cases,
      () => {
        const [c, b] = [randomCapsule(random, 2), randomAabb(random, 1)];
        return {
          gap: minimizeConvex(t => clampGap(b, along(c, 0, t))) - c[6],
          hit: capsuleOverlapAabb(c, b),
        };
      },
      1e-7,
    );
    expectHitRate(aabbs, cases);
    const obbs = compareVerdicts(
      cases,
      () => {
        const [c, b] = [randomCapsule(random, 2), randomObb(random, 1)];
        return {
          gap: minimizeConvex(t => obbDistance(b, along(c, 0, t))) - c[6],
          hit: capsuleOverlapObb(c, b),
        };
      },
      1e-7,
    );
    expectHitRate(obbs, cases);
  });
});

describe('pairs that touch', () => {
  it('are never missed by boxes, near and far, small and large', () => {
    const random = new Random(6);
    for (let i = 0; i < cases; i++) {
      const scale = 10 ** random.uniform(-6, 6);
      const a = randomObb(random, scale, scale);
      const direction = random.unitVector([0, 0, 0]) as V;
      const top = obbSupport([0, 0, 0], a, direction) as V;
      // A box whose corner, edge or face lies where a's support is, rounded to a few units in the last place.
      const b = randomObb(random, 0, scale);
      const bottom = obbSupport(
        [0, 0, 0],
        b,
        direction.map(x => -x),
      );
      for (let k = 0; k < 3; k++) b[k] += top[k] - bottom[k];
      expect(obbOverlap(a, b), `case ${i}`).toBe(true);
      expect(obbOverlapLite(a, b)).toBe(true);
      const inside = sphereOverlapObb([...top, 0], a);
      expect(inside, `case ${i}: corner of a box`).toBe(true);
      expect(capsuleOverlapObb([...top, ...top.map((x, k) => x + scale * direction[k]), 0], a)).toBe(true);
    }
  });

  it('count as overlapping when exact: faces, edges, corners, points', () => {
    const box = [0, 0, 0, 1, 1, 1];
    for (const [x, y, z] of [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [-1, 0, 0],
      [-1, -1, -1],
    ]) {
      const other = [x, y, z, x + 1, y + 1, z + 1];
      expect(aabbOverlap(box, other)).toBe(true);
      const [a, b] = [obbFromAabb(createObb(), box), obbFromAabb(createObb(), other)];
      expect(obbOverlap(a, b)).toBe(true);
      expect(obbOverlapAabb(a, other)).toBe(true);
    }
    expect(aabbOverlap(box, [1 + 2 ** -52, 0, 0, 2, 1, 1])).toBe(false);
    expect(sphereOverlap([0, 0, 0, 1], [3, 0, 0, 2])).toBe(true);
    expect(sphereOverlap([0, 0, 0, 1], [3.0001, 0, 0, 2])).toBe(false);
    expect(sphereOverlapAabb([2, 0.5, 0.5, 1], box)).toBe(true);
    expect(capsuleOverlap([0, 0, 0, 0, 1, 0, 0.5], [1.5, 0, 0, 1.5, 1, 0, 1])).toBe(true);
    expect(capsuleOverlapAabb([2, -1, 0.5, 2, 3, 0.5, 1], box)).toBe(true);
    expect(capsuleOverlapAabb([2, -1, 0.5, 2, 3, 0.5, 0.99], box)).toBe(false);
  });

  it('never involve an empty volume', () => {
    expect(aabbOverlap(createAabb(), [-9, -9, -9, 9, 9, 9])).toBe(false);
    expect(sphereOverlap([0, 0, 0, -1], [0, 0, 0, 9])).toBe(false);
    expect(capsuleOverlap([0, 0, 0, 0, 0, 0, -1], [0, 0, 0, 0, 0, 0, 9])).toBe(false);
    expect(sphereOverlapAabb([0, 0, 0, -1], [-1, -1, -1, 1, 1, 1])).toBe(false);
  });
});
