import { BoxShape, CapsuleShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createSweep,
  createTimeOfImpact,
  deepImpact,
  deepImpactPlane,
  sweepBetween,
  sweepPose,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const impact = createTimeOfImpact();
const limits = { tolerance: 1e-4, depth: 0.05 };
const wall = new Posed(new BoxShape([0.01, 2, 2]));

/** A sweep from a position by a displacement and a turn. */
function sweepFrom(radius: number, from: number[], by: number[], turn = [0, 0, 0], offset?: number[]) {
  const sweep = createSweep(radius, offset && Float64Array.from(offset));
  sweep.position.set(from);
  sweep.linear.set(by);
  sweep.angular.set(turn);
  return sweep;
}

describe('deepImpact', () => {
  const ball = new Posed(new SphereShape(0.1));
  it('finds the time of a ball that would pass a wall, at any distance beyond', () => {
    for (const way of [1, 1.05, 2, 50]) {
      const sweep = sweepFrom(0.1, [-1, 0, 0], [way, 0, 0]);
      expect(deepImpact(impact, ball, sweep, wall, undefined, limits)).toBeCloseTo(0.89 / way, 3);
      expect(impact.normal[0]).toBeCloseTo(1, 6);
    }
  });

  it('leaves alone what touches, sinks a little, slides or flies past', () => {
    for (const [from, by] of [
      [
        [-1, 0, 0],
        [0.9, 0, 0],
      ],
      [
        [-1, 0, 0],
        [0.93, 0, 0],
      ],
      [
        [-0.11, -1, 0],
        [0, 2, 0],
      ],
      [
        [-0.115, -1, 0],
        [0.04, 2, 0],
      ],
      [
        [-1, 2.2, 0],
        [5, 0, 0],
      ],
    ])
      expect(deepImpact(impact, ball, sweepFrom(0.1, from, by), wall, undefined, limits)).toBe(Infinity);
  });

  it('stops at once what touches from the start and would pass, and says so of what overlaps', () => {
    expect(deepImpact(impact, ball, sweepFrom(0.1, [-0.11, 0, 0], [1, 0, 0]), wall, undefined, limits)).toBe(
      0,
    );
    expect(impact.normal[0]).toBeCloseTo(1, 6);
    expect(deepImpact(impact, ball, sweepFrom(0.1, [0, 0, 0], [1, 0, 0]), wall, undefined, limits)).toBe(0);
    expect([...impact.normal]).toEqual([0, 0, 0]);
  });

  it('finds the end of a rod that turns, also if the rod is a part beside the origin', () => {
    const rod = new Posed(new CapsuleShape(0.01, 0.5));
    const post = new Posed(new BoxShape([0.01, 0.01, 1]), [0.6, 0.6, 0]);
    // The rod begins at the origin of its frame, along x, and turns by a right angle about z.
    const offset = [0.5, 0, 0, 0, 0, -Math.SQRT1_2, Math.SQRT1_2];
    const sweep = sweepFrom(1.02, [0, 0, 0], [0, 0, 0], [0, 0, Math.PI / 2], offset);
    const time = deepImpact(impact, rod, sweep, post, undefined, limits);
    expect(time).toBeCloseTo(0.5, 1);
    expect(time).toBeLessThan(0.5);
  });

  it('takes the motion of both', () => {
    const other = new Posed(new SphereShape(0.1));
    const both = (by: number) =>
      deepImpact(
        impact,
        ball,
        sweepFrom(0.1, [0, 0, 0], [by, 0, 0]),
        other,
        sweepFrom(0.1, [1, 0, 0], [-5, 0, 0]),
        limits,
      );
    expect(both(5)).toBeCloseTo(0.08, 4);
    expect(both(-5)).toBe(Infinity);
  });

  it('allocates nothing but its result', () => {
    const sweep = sweepFrom(0.1, [-1, 0, 0], [2, 0, 0], [0.1, 0.2, 0.3]);
    expectNoAllocation(
      () => {
        deepImpact(impact, ball, sweep, wall, undefined, limits);
      },
      { boxedNumbers: 2 },
    );
  });
});

describe('deepImpactPlane', () => {
  const ground = Float64Array.of(9, 0, 1, 0, 0.5);
  const rod = new Posed(new BoxShape([1, 0.01, 0.01]));
  it('finds when a rod meets the ground, falling or turning', () => {
    const fall = sweepFrom(1.1, [0, 2, 0], [0, -3, 0]);
    expect(deepImpactPlane(impact, rod, fall, ground, 1, limits)).toBeCloseTo(1.49 / 3, 3);
    // The end sinks by sin φ: half a metre after 30°.
    const turn = sweepFrom(1.1, [0, 1, 0], [0, 0, 0], [0, 0, 1.5]);
    expect(deepImpactPlane(impact, rod, turn, ground, 1, limits)).toBeCloseTo(Math.PI / 6 / 1.5, 1);
    expect(impact.time).toBeLessThan(Math.PI / 6 / 1.5);
  });

  it('leaves alone what slides or comes out', () => {
    for (const [y, by] of [
      [0.51, -0.02],
      [0.5, 0],
      [0.3, 0.1],
      [-5, 0.1],
    ])
      expect(deepImpactPlane(impact, rod, sweepFrom(1.1, [0, y, 0], [3, by, 0]), ground, 1, limits)).toBe(
        Infinity,
      );
    expect(deepImpactPlane(impact, rod, sweepFrom(1.1, [0, -5, 0], [0, -1, 0]), ground, 1, limits)).toBe(0);
  });

  it('allocates nothing but its result', () => {
    const meets = sweepFrom(1.1, [0, 1, 0], [0.1, -0.3, 0], [0.2, 0.1, 1.5]);
    const slides = sweepFrom(1.1, [0, 0.51, 0], [3, -0.02, 0]);
    expect(deepImpactPlane(impact, rod, meets, ground, 1, limits)).toBeLessThan(1);
    expect(impact.steps).toBeGreaterThan(2);
    expectNoAllocation(() => deepImpactPlane(impact, rod, meets, ground, 1, limits), { boxedNumbers: 1 });
    expectNoAllocation(() => deepImpactPlane(impact, rod, slides, ground, 1, limits));
  });
});

describe('sweepBetween', () => {
  it('ends at the pose it was given, with any number of turns', () => {
    const random = new Random(5);
    const found = { position: new Float64Array(3), rotation: new Float64Array(4) };
    const receiver = {
      setPose(position: ArrayLike<number>, rotation: ArrayLike<number>) {
        found.position.set(position);
        found.rotation.set(rotation);
      },
    };
    for (let n = 0; n < 1000; n++) {
      const sweep = createSweep(1);
      sweep.rotation.set(random.rotation([0, 0, 0, 1]));
      const end = Float64Array.from(random.rotation([0, 0, 0, 1]));
      const spin = Float64Array.from([0, 1, 2], () => random.normal() * 10);
      if (n % 3 === 0) sweepBetween(sweep, Float64Array.of(1, 2, 3), end, 0);
      else sweepBetween(sweep, Float64Array.of(1, 2, 3), end, 0, spin, Float64Array.of(1));
      sweepPose(receiver, sweep, 1);
      let cosine = 0;
      for (let k = 0; k < 4; k++) cosine += found.rotation[k] * end[k];
      expect(Math.abs(cosine)).toBeCloseTo(1, 12);
      expect([...found.position]).toEqual([1, 2, 3]);
      if (n % 3 === 0) expect(Math.hypot(...sweep.angular)).toBeLessThanOrEqual(Math.PI + 1e-9);
    }
  });

  it('follows a spin of several turns', () => {
    const sweep = createSweep(1);
    const spin = Float64Array.of(0, 17, 0);
    sweep.angular.set(spin);
    const end = new Float64Array(4);
    sweepPose({ setPose: (_, rotation) => end.set(rotation) }, sweep, 1);
    sweep.angular.fill(0);
    sweepBetween(sweep, new Float64Array(3), end, 0, spin, Float64Array.of(1));
    expect(sweep.angular[1]).toBeCloseTo(17, 10);
  });

  it('allocates nothing', () => {
    const sweep = sweepFrom(1, [1, 2, 3], [0, 0, 0]);
    const positions = Float64Array.of(9, 9, 9, 1.5, 2.5, 3.25);
    const rotations = Float64Array.of(0, 0, 0, 1, 0.48, 0.6, 0, 0.64);
    const spins = Float64Array.of(0, 0, 0, 9.5, 1.25, 30.5);
    const time = Float64Array.of(0.75);
    expectNoAllocation(() => {
      sweepBetween(sweep, positions, rotations, 1);
      sweepBetween(sweep, positions, rotations, 1, spins, time);
    });
  });
});
