/**
 * Continuous detection on thousands of seeded cases for each function: bullets through paper, sandwiches of
 * two plates, spinning rods, balls against triangles, cloth. The references are closed forms in t, sampled
 * densely and bisected; they share no code with the package.
 */
import { BoxShape, CapsuleShape, Posed, SphereShape, TriangleShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  bilateralAdvancement,
  ccdEdgeEdge,
  ccdVertexFace,
  conservativeAdvancement,
  createSweep,
  createTimeOfImpact,
  gjkRaycast,
  type Sweep,
  sweptSphereTriangle,
} from '@colide/narrowphase';
import { expectHitRate, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import {
  clothReference,
  firstZero,
  pointSegment,
  pointTriangle,
  turnedAxis,
  type V3,
} from '../support/ccd-reference.ts';

const toi = createTimeOfImpact();
const cases = soak(1500, 10_000);
/** The distance that counts as contact, here and in the tests. */
const contact = 1e-9;

/** The result of a run of cases. */
interface Tally {
  cases: number;
  hits: number;
  /**
   * Hits so slow or grazing that the time is not to be had to 1e-6; the distance at the time found shows the
   * contact.
   */
  slow: number;
}

/**
 * Judges a time against the reference. `gap` is the distance at a time; `expected` its first zero as far as
 * samples show. Never late but for rounding, never missed; early by at most 1e-6 unless the sets are within
 * the contact distance already.
 */
function judge(
  tally: Tally,
  time: number,
  expected: number,
  gap: (t: number) => number,
  name: string,
  rounding = 1e-12,
): void {
  tally.cases++;
  if (expected < Infinity || time < Infinity) tally.hits++;
  if (!(time <= expected + rounding)) throw new Error(`${name}: late, ${time} after ${expected}`);
  if (time === expected || expected - time <= 1e-6) return;
  tally.slow++;
  const left = gap(time);
  if (!(left <= 2 * contact))
    throw new Error(`${name}: early, ${time} before ${expected} with ${left} to go`);
}

const vector = (random: Random, size: number): V3 => [
  random.uniform(-size, size),
  random.uniform(-size, size),
  random.uniform(-size, size),
];

/** A case in which B moves and turns past A, which rests. */
interface MovingCase {
  a: Posed;
  b: Posed;
  sweepA: Sweep;
  sweepB: Sweep;
  gap(t: number): number;
  /** First contact. */
  expected: number;
  name: string;
}

const paper = new Posed(new BoxShape([1, 1e-4, 1]));
const paperSweep = createSweep(paper.shape.boundingRadius);
const bullet = new Posed(new CapsuleShape(0.01, 0.03));
const pellet = new Posed(new SphereShape(1e-4));
const rod = new Posed(new CapsuleShape(0.01, 1));
const post = new Posed(new SphereShape(0.1));

/** A bullet that flies across a sheet of paper and perhaps spins. */
function bulletCase(random: Random, spin: number, number: number): MovingCase {
  const sweepB = createSweep(0.04);
  const height = random.uniform(0.5, 5);
  const speed = 2 * height + 10 ** random.uniform(0, 3);
  const angular = vector(random, spin);
  const rotation = random.rotation([0, 0, 0, 1]) as [number, number, number, number];
  sweepB.position.set([random.uniform(-0.9, 0.9), height, random.uniform(-0.9, 0.9)]);
  sweepB.linear.set([0, -speed, 0]);
  sweepB.angular.set(angular);
  sweepB.rotation.set(rotation);
  const gap = (t: number) =>
    height - speed * t - 0.03 * Math.abs(turnedAxis(rotation, angular, t)[1]) - 0.01 - 1e-4;
  paperSweep.position.fill(0);
  const expected = firstZero(gap, 200);
  return { a: paper, b: bullet, sweepA: paperSweep, sweepB, gap, expected, name: `bullet ${number}` };
}

/**
 * A pellet that starts above, between or below two sheets of paper, 1e-3 to 1e-1 apart, and one of the two.
 */
function sandwichCase(random: Random, number: number): MovingCase {
  const room = 10 ** random.uniform(-3, -1);
  const upper = number % 2 === 0;
  const start = [room, -0.5 * room, -2 * room][random.integer(3)];
  const speed = (random.integer(2) ? 1 : -1) * 10 ** random.uniform(0, 3);
  const sweepB = createSweep(1e-4);
  sweepB.position.set([random.uniform(-0.5, 0.5), start, random.uniform(-0.5, 0.5)]);
  sweepB.linear.set([random.uniform(-0.3, 0.3), speed, random.uniform(-0.3, 0.3)]);
  sweepB.angular.set(vector(random, 3));
  const level = upper ? 0 : -room;
  paperSweep.position.set([0, level, 0]);
  const gap = (t: number) => Math.abs(start + speed * t - level) - 2e-4;
  const away = (level - start) / speed;
  const expected = away > 0 ? (Math.abs(start - level) - 2e-4) / Math.abs(speed) : Infinity;
  return {
    a: paper,
    b: pellet,
    sweepA: paperSweep,
    sweepB,
    gap,
    expected: expected <= 1 ? expected : Infinity,
    name: `sandwich ${number}`,
  };
}

/** A rod that spins and drifts, and a ball that drifts. */
function rodCase(random: Random, number: number): MovingCase {
  const sweepA = createSweep(1.01);
  const sweepB = createSweep(0.1);
  const angular = vector(random, 9);
  const rotation = random.rotation([0, 0, 0, 1]) as [number, number, number, number];
  const [linear, drift] = [vector(random, 0.5), vector(random, 0.5)];
  const direction = random.unitVector([0, 0, 0]) as V3;
  const reach = random.uniform(0.3, 1.3);
  const place = direction.map(x => reach * x);
  sweepA.angular.set(angular);
  sweepA.rotation.set(rotation);
  sweepA.linear.set(linear);
  sweepB.position.set(place);
  sweepB.linear.set(drift);
  const gap = (t: number) => {
    const u = turnedAxis(rotation, angular, t);
    const p = place.map((x, i) => x + t * (drift[i] - linear[i])) as V3;
    return pointSegment(p, u.map(x => -x) as V3, u) - 0.11;
  };
  return { a: rod, b: post, sweepA, sweepB, gap, expected: firstZero(gap, 300), name: `rod ${number}` };
}

for (const [name, advance] of Object.entries({ conservativeAdvancement, bilateralAdvancement }))
  describe(name, () => {
    it('thousands of bullets, sandwiches and spinning rods: no tunnelling, never late, within 1e-6', () => {
      const random = new Random(8);
      const tallies: Tally[] = [0, 1, 2].map(() => ({ cases: 0, hits: 0, slow: 0 }));
      for (let i = 0; i < cases; i++) {
        const kind = i % 3;
        const number = (i / 3) | 0;
        const { a, b, sweepA, sweepB, gap, expected, name } =
          kind === 0
            ? bulletCase(random, 3, number)
            : kind === 1
              ? sandwichCase(random, number)
              : rodCase(random, number);
        const time = advance(toi, a, sweepA, b, sweepB, { tolerance: contact, maxSteps: 4096 });
        if (!toi.converged) throw new Error(`${name}: not converged`);
        judge(tallies[kind], time, expected, gap, name);
      }
      const [bullets, sandwiches, rods] = tallies;
      expect(bullets.hits).toBe(bullets.cases);
      expectHitRate(sandwiches.hits, sandwiches.cases);
      expectHitRate(rods.hits, rods.cases);
      expect(bullets.slow + sandwiches.slow).toBe(0);
      expect(rods.slow).toBeLessThan(0.02 * rods.cases);
    });
  });

describe('gjkRaycast', () => {
  it('thousands of bullets and sandwiches: no tunnelling, never late, within 1e-6', () => {
    const random = new Random(9);
    const tallies: Tally[] = [0, 1].map(() => ({ cases: 0, hits: 0, slow: 0 }));
    for (let i = 0; i < cases; i++) {
      const kind = i % 2;
      const { a, b, sweepA, sweepB, gap, expected, name } =
        kind === 0 ? bulletCase(random, 0, i >> 1) : sandwichCase(random, i >> 1);
      a.setPose(sweepA.position as unknown as V3, [0, 0, 0, 1]);
      b.setPose(
        sweepB.position as unknown as V3,
        sweepB.rotation as unknown as [number, number, number, number],
      );
      const time = gjkRaycast(toi, a, b, sweepB.linear as unknown as V3);
      if (!toi.converged) throw new Error(`${name}: not converged`);
      judge(tallies[kind], time, expected, gap, name);
    }
    expect(tallies[0].hits).toBe(tallies[0].cases);
    expectHitRate(tallies[1].hits, tallies[1].cases);
    expect(tallies[0].slow + tallies[1].slow).toBe(0);
  });
});

describe('balls and triangles', () => {
  it('thousands of sweeps: sweptSphereTriangle and gjkRaycast within 1e-6 of the reference, never late', () => {
    const random = new Random(10);
    const closed: Tally = { cases: 0, hits: 0, slow: 0 };
    const iterated: Tally = { cases: 0, hits: 0, slow: 0 };
    for (let i = 0; i < cases; i++) {
      const p = [vector(random, 1), vector(random, 1), vector(random, 1)] as const;
      // One in four is a sliver; its plane is as uncertain as its corners, over its thickness.
      const rounding = i % 4 === 0 ? 1e-10 : 1e-12;
      if (i % 4 === 0) for (let k = 0; k < 3; k++) p[2][k] = 0.5 * (p[0][k] + p[1][k]) + 1e-4 * p[2][k];
      const center = vector(random, 2);
      const aim = i % 2 ? vector(random, 0.8) : p[0].map((x, k) => (x + p[1][k] + p[2][k]) / 3);
      const motion = aim.map((x, k) => 1.6 * (x - center[k]));
      const radius = 10 ** random.uniform(-3, -0.3);
      const gap = (t: number) => pointTriangle(center.map((x, k) => x + t * motion[k]) as V3, ...p) - radius;
      const expected = firstZero(gap, 64, true);
      const time = sweptSphereTriangle(toi, [...center, radius], motion, ...p);
      judge(closed, time, expected, gap, `ball ${i}`, rounding);
      const ball = new Posed(new SphereShape(radius), center);
      const cast = gjkRaycast(toi, new TriangleShape(...p), ball, motion);
      judge(iterated, cast, expected, gap, `cast ${i}`, rounding);
    }
    expectHitRate(closed.hits, cases);
    expectHitRate(iterated.hits, cases);
    expect(closed.slow).toBeLessThan(0.01 * cases);
    expect(iterated.slow).toBeLessThan(0.01 * cases);
  });
});

describe('cloth', () => {
  it('thousands of vertices against faces and edges against edges: never missed, never late, within 1e-6', () => {
    const random = new Random(34);
    const tally = [0, 0];
    let early = 0;
    for (let i = 0; i < cases; i++) {
      const isEdge = i % 2 === 1;
      const start = Float64Array.from({ length: 12 }, () => random.uniform(-1, 1));
      const end = Float64Array.from({ length: 12 }, () => random.uniform(-1, 1));
      // The first feature falls through the second, which is spread out around it.
      const spread = isEdge ? [0.6, 0, -0.6, 0, 0, 0.6, 0, -0.6] : [0, 0, 0.7, 0, -0.35, 0.6, -0.35, -0.6];
      for (const [corners, height] of [
        [start, 1.2],
        [end, -1.2],
      ] as const)
        for (let k = 0; k < 4; k++) {
          corners[3 * k] += spread[2 * k];
          corners[3 * k + 1] += spread[2 * k + 1];
          if (k < (isEdge ? 2 : 1)) corners[3 * k + 2] += height;
        }
      const { time: expected, grazing } = clothReference(start, end, isEdge);
      const time = (isEdge ? ccdEdgeEdge : ccdVertexFace)(start, end, 0, 1e-8, 1e6);
      if (!(time <= expected + 1e-10)) throw new Error(`case ${i}: late, ${time} after ${expected}`);
      if (expected < Infinity) tally[i % 2]++;
      if (expected === time || expected - time <= 1e-6) continue;
      early++;
      if (!(grazing || expected === Infinity))
        throw new Error(`case ${i}: early, ${time} before ${expected}`);
    }
    for (const hits of tally) expectHitRate(hits, cases / 2);
    expect(early).toBeLessThan(0.01 * cases);
  });
});
