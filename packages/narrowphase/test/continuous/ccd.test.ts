/**
 * Continuous detection of boxes and hulls against dense references, and closed forms; see `ccd-cases.test.ts`
 * for the large runs.
 */
import { BoxShape, CapsuleShape, HullShape, Posed, SphereShape, TriangleShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  bilateralAdvancement,
  ccdEdgeEdge,
  ccdVertexFace,
  conservativeAdvancement,
  createPenetrationResult,
  createSweep,
  createTimeOfImpact,
  gjkRaycast,
  type Sweep,
  signedDistance,
  sweepPose,
  sweptSphereTriangle,
} from '@colide/narrowphase';
import { expectClose, expectVectorClose, generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type V3 = [number, number, number];
const toi = createTimeOfImpact();
const result = createPenetrationResult();

/** First time at which `distance` falls to zero, by dense sampling and bisection. */
function firstZero(distance: (t: number) => number, samples: number): number {
  let before = 0;
  for (let i = 0; i <= samples; i++) {
    const t = i / samples;
    if (distance(t) <= 0) {
      let low = before;
      let high = t;
      for (let k = 0; k < 50; k++) {
        const middle = 0.5 * (low + high);
        if (distance(middle) <= 0) high = middle;
        else low = middle;
      }
      return high;
    }
    before = t;
  }
  return Infinity;
}

const vector = (random: Random, size: number): V3 => [
  random.uniform(-size, size),
  random.uniform(-size, size),
  random.uniform(-size, size),
];

describe('gjkRaycast', () => {
  it('agrees with a dense reference on hulls and rounded shapes', () => {
    const random = new Random(5);
    let hits = 0;
    const count = 400;
    for (let i = 0; i < count; i++) {
      const shapes = [
        HullShape.fromPoints(generateHull('rounded', 4 + random.integer(20), random)),
        new BoxShape([0.5, 0.3, 0.7]),
        new SphereShape(0.4),
        new CapsuleShape(0.2, 0.5),
      ];
      const a = new Posed(shapes[i % 4], [0, 0, 0], random.rotation([0, 0, 0, 1]));
      const from = random.unitVector([0, 0, 0]) as V3;
      const start = from.map(x => 3 * x);
      const aim = vector(random, 1.2);
      const motion = start.map((x, k) => 1.6 * (aim[k] - x));
      const rotation = random.rotation([0, 0, 0, 1]);
      const b = new Posed(shapes[random.integer(4)], start, rotation);
      const time = gjkRaycast(toi, a, b, motion);
      expect(toi.converged).toBe(true);
      const at = (t: number) => {
        b.setPose(
          start.map((x, k) => x + t * motion[k]),
          rotation,
        );
        return signedDistance(result, a, b);
      };
      if (time === Infinity) {
        expect(firstZero(at, 60)).toBe(Infinity);
        continue;
      }
      hits++;
      // At the time found the shapes touch within a hair; shortly before they do not.
      expect(Math.abs(at(time))).toBeLessThan(1e-7);
      expectVectorClose(toi.point, result.pointA, { absolute: 1e-3 });
      if (time > 1e-5) expect(at(time - 1e-6)).toBeGreaterThan(-1e-12);
    }
    expect(hits / count).toBeGreaterThan(0.2);
    expect(hits / count).toBeLessThan(0.8);
  });

  it('closed forms, overlap from the start, no motion', () => {
    const a = new SphereShape(1);
    const b = new Posed(new SphereShape(0.5), [4, 0, 0]);
    expectClose(gjkRaycast(toi, a, b, [-5, 0, 0]), 0.5, { absolute: 1e-12 });
    expectVectorClose(toi.normal, [1, 0, 0], { absolute: 1e-12 });
    expectVectorClose(toi.point, [1, 0, 0], { absolute: 1e-12 });
    expect(gjkRaycast(toi, a, b, [-2.4, 0, 0])).toBe(Infinity);
    expect(gjkRaycast(toi, a, b, [5, 0, 0])).toBe(Infinity);
    expect(gjkRaycast(toi, a, b, [0, 0, 0])).toBe(Infinity);
    expect(gjkRaycast(toi, a, new Posed(new SphereShape(0.5), [1, 0, 0]), [5, 0, 0])).toBe(0);
    expect(gjkRaycast(toi, a, b, [Number.NaN, 0, 0])).toBe(Infinity);
  });
});

const tests = { conservativeAdvancement, bilateralAdvancement };

for (const [name, advance] of Object.entries(tests))
  describe(name, () => {
    it('bullets never pass through paper', () => {
      const random = new Random(8);
      const paper = new BoxShape([1, 1e-4, 1]);
      const bullet = new CapsuleShape(0.01, 0.03);
      const a = new Posed(paper);
      const b = new Posed(bullet);
      const sweepA = createSweep(paper.boundingRadius);
      const sweepB = createSweep(bullet.boundingRadius);
      for (let i = 0; i < 600; i++) {
        const [x, , z] = vector(random, 0.9);
        const height = random.uniform(0.5, 5);
        sweepB.position.set([x, height, z]);
        sweepB.linear.set([0, -2 * height - 10 ** random.uniform(0, 3), 0]);
        sweepB.angular.set(vector(random, 3));
        sweepB.rotation.set(random.rotation([0, 0, 0, 1]));
        const time = advance(toi, a, sweepA, b, sweepB);
        expect(time).toBeLessThan(1);
        sweepPose(b, sweepB, time);
        expect(signedDistance(result, a, b)).toBeGreaterThan(-1e-12);
        expect(result.distance).toBeLessThan(1e-6);
      }
    });

    it('spinning rods against posts: within 1e-6 of a dense reference, never late', () => {
      const random = new Random(13);
      let hits = 0;
      const count = 60;
      for (let i = 0; i < count; i++) {
        const rod = new BoxShape([1, 0.05, 0.05]);
        const post = i % 2 === 0 ? new SphereShape(0.1) : new BoxShape([0.1, 0.8, 0.1]);
        const a = new Posed(rod);
        const b = new Posed(post);
        const sweepA: Sweep = createSweep(rod.boundingRadius);
        const sweepB: Sweep = createSweep(post.boundingRadius);
        sweepA.angular.set([random.uniform(-0.5, 0.5), random.uniform(-9, 9), random.uniform(-0.5, 0.5)]);
        sweepA.linear.set(vector(random, 0.5));
        const angle = random.uniform(0.4, 2.8);
        const reach = random.uniform(0.7, 1.6);
        sweepB.position.set([reach * Math.cos(angle), random.uniform(-0.4, 0.4), reach * Math.sin(angle)]);
        sweepB.linear.set(vector(random, 0.5));
        const at = (t: number) => {
          sweepPose(a, sweepA, t);
          sweepPose(b, sweepB, t);
          return signedDistance(result, a, b);
        };
        const expected = firstZero(at, 500);
        const time = advance(toi, a, sweepA, b, sweepB, { tolerance: 1e-9, maxSteps: 2000 });
        expect(toi.converged).toBe(true);
        expect(time).toBeLessThanOrEqual(expected + 1e-12);
        if (expected === Infinity && time !== Infinity) expect(at(time)).toBeLessThan(1e-8);
        else if (expected !== Infinity && expected - time > 1e-6) expect(at(time)).toBeLessThan(1e-8);
        if (time < Infinity) hits++;
      }
      expect(hits / count).toBeGreaterThan(0.2);
      expect(hits / count).toBeLessThan(0.8);
    });
  });

describe('sweptSphereTriangle', () => {
  it('agrees with gjkRaycast', () => {
    const random = new Random(21);
    const other = createTimeOfImpact();
    let hits = 0;
    for (let i = 0; i < 1000; i++) {
      const p = [vector(random, 1), vector(random, 1), vector(random, 1)] as const;
      const center = vector(random, 2);
      const motion = vector(random, 0.8).map((x, k) => 1.6 * (x - center[k]));
      const radius = random.uniform(0.05, 0.4);
      const time = sweptSphereTriangle(toi, [...center, radius], motion, ...p);
      const expected = gjkRaycast(
        other,
        new TriangleShape(...p),
        new Posed(new SphereShape(radius), center),
        motion,
      );
      if (expected < Infinity && time < Infinity) {
        expectClose(time, expected, { absolute: 1e-6 });
        if (time > 0) expectVectorClose(toi.normal, other.normal, { absolute: 1e-4 });
        hits++;
      } else expect(time).toBe(expected);
    }
    expect(hits).toBeGreaterThan(200);
    expect(hits).toBeLessThan(800);
  });
});

describe('cloth', () => {
  it('vertex–face and edge–edge: never missed, never late', () => {
    const random = new Random(34);
    let hits = 0;
    for (let i = 0; i < 2000; i++) {
      const start = Float64Array.from({ length: 12 }, () => random.uniform(-1, 1));
      const end = Float64Array.from({ length: 12 }, () => random.uniform(-1, 1));
      const split = i % 2;
      // The first feature falls through the plane of the second.
      for (let k = 0; k <= split; k++) {
        start[3 * k] *= split === 0 ? 0.1 : 1;
        start[3 * k + 1] *= split === 0 ? 0.1 : 1;
        start[3 * k + 2] += 1;
        end[3 * k + 2] -= 1;
      }
      for (let k = 0; k < 12; k++) if (k % 3 !== 2) end[k] = start[k] + 0.15 * end[k];
      const find = split === 0 ? ccdVertexFace : ccdEdgeEdge;
      const time = find(start, end);
      // The signed volume of the four corners changes sign at a true contact; sample it with the inside test.
      const touches = (t: number) => contact(start, end, t, split === 0);
      if (time === Infinity) {
        expect(crossing(start, end, split === 0)).toBe(Infinity);
        continue;
      }
      hits++;
      const expected = crossing(start, end, split === 0);
      if (expected < Infinity) expect(time).toBeLessThanOrEqual(expected + 1e-9);
      expect(touches(time)).toBeLessThan(1e-5);
    }
    expect(hits).toBeGreaterThan(400);
    expect(hits).toBeLessThan(1600);
  });
});

const at = (start: Float64Array, end: Float64Array, t: number, corner: number): V3 =>
  [0, 1, 2].map(k => start[3 * corner + k] * (1 - t) + end[3 * corner + k] * t) as V3;

/** Distance of the features at time t, from GJK on their hulls. */
function contact(start: Float64Array, end: Float64Array, t: number, isFace: boolean): number {
  const [p, q, r, s] = [0, 1, 2, 3].map(i => at(start, end, t, i));
  const a = HullShape.fromPoints(isFace ? p : [...p, ...q]);
  const b = HullShape.fromPoints(isFace ? [...q, ...r, ...s] : [...r, ...s]);
  return Math.max(0, signedDistance(result, a, b));
}

/** First sign change of the volume at which the features touch, by sampling and bisection. */
function crossing(start: Float64Array, end: Float64Array, isFace: boolean): number {
  const volume = (t: number) => {
    const [p, q, r, s] = [0, 1, 2, 3].map(i => at(start, end, t, i));
    const [u, v, w] = [q, r, s].map(x => x.map((c, k) => c - p[k]));
    return (
      u[0] * (v[1] * w[2] - v[2] * w[1]) +
      u[1] * (v[2] * w[0] - v[0] * w[2]) +
      u[2] * (v[0] * w[1] - v[1] * w[0])
    );
  };
  const samples = 100;
  for (let i = 0; i < samples; i++) {
    let low = i / samples;
    let high = (i + 1) / samples;
    const sign = Math.sign(volume(low));
    if (sign === Math.sign(volume(high))) continue;
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (Math.sign(volume(middle)) === sign) low = middle;
      else high = middle;
    }
    if (contact(start, end, high, isFace) < 1e-9) return high;
  }
  return Infinity;
}
