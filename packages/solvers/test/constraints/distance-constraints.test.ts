import { PairList } from '@colide/core';
import {
  cutParticle,
  DistanceConstraints,
  ParticleSystem,
  projectDistance,
  projectDistanceCompliant,
  projectDistances,
  projectDistancesCompliant,
  projectDistancesFast,
  projectMinimumDistance,
  projectMinimumDistances,
  projectRope,
  projectRopes,
  tearDistances,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';
import { checkConstraint, coordinates, distance, masses, random } from '../support/constraint-oracle.ts';

describe('distance constraint', () => {
  it('is satisfied by one projection and conserves momentum', () => {
    checkConstraint(
      2,
      (x, w) => projectDistance(x, w, 0, 1, 0.7),
      x => distance(x, 0, 1) - 0.7,
      1,
      1e-14,
    );
  });

  it('pulls a stretched pair together, not apart', () => {
    const x = Float64Array.of(0, 0, 0, 3, 0, 0);
    expect(projectDistance(x, Float64Array.of(1, 1), 0, 1, 1)).toBe(2);
    expect(Array.from(x)).toEqual([1, 0, 0, 2, 0, 0]);
  });

  it('moves light particles more and fixed ones not at all', () => {
    const x = Float64Array.of(0, 0, 0, 3, 0, 0);
    projectDistance(x, Float64Array.of(3, 1), 0, 1, 1);
    expect(x[0]).toBeCloseTo(1.5, 14);
    const y = Float64Array.of(0, 0, 0, 3, 0, 0);
    projectDistance(y, Float64Array.of(0, 1), 0, 1, 1);
    expect(Array.from(y)).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('leaves coincident and all-fixed particles alone', () => {
    const w = Float64Array.of(1, 1);
    const one = { ids: Uint32Array.of(0, 1), restLengths: Float64Array.of(1) };
    for (const project of [projectDistances, projectDistancesFast]) {
      const x = new Float64Array(6);
      project(x, w, one);
      expect(Array.from(x)).toEqual([0, 0, 0, 0, 0, 0]);
      const y = Float64Array.of(0, 0, 0, 5, 0, 0);
      project(y, new Float64Array(2), one);
      expect(Array.from(y)).toEqual([0, 0, 0, 5, 0, 0]);
    }
  });

  it.each(['exact', 'approximate'] as const)('leaves them alone in a batch with the %s root, too', root => {
    const system = new ParticleSystem({ count: 4 });
    system.place(0, -0, 0, 0);
    system.place(1, 5, -0, 0);
    system.place(2, 1, 2, 3);
    system.place(3, 1, 2, 3);
    system.pin(0);
    system.pin(1);
    const before = Array.from(system.positions);
    const batch = new DistanceConstraints(4, [0, 1, 1, 0, 2, 3], [1, 2, 1], { root });
    batch.begin(system);
    batch.project(system, 1 / 60);
    expect(Array.from(system.positions)).toEqual(before);
    system.unpin(1);
    batch.begin(system);
    batch.project(system, 1 / 60);
    expect(system.positions[3]).toBeLessThan(5);
  });

  it('has a bulk form equal to single projections one after the other', () => {
    const x = coordinates(20);
    const y = x.slice();
    const w = masses(20);
    const ids = Uint32Array.from({ length: 60 }, (_, i) => (i & 1 ? (i * 3 + 1) % 20 : (i * 5) % 20));
    for (let i = 0; i < 30; i++) if (ids[2 * i] === ids[2 * i + 1]) ids[2 * i + 1] = (ids[2 * i] + 1) % 20;
    const rest = Float64Array.from({ length: 30 }, () => random.uniform(0.2, 2));
    projectDistances(x, w, { ids, restLengths: rest }, 0.8);
    for (let i = 0; i < 30; i++) projectDistance(y, w, ids[2 * i], ids[2 * i + 1], rest[i], 0.8);
    for (let k = 0; k < 60; k++) expect(x[k]).toBeCloseTo(y[k], 12);
  });

  it('with the approximate root has the same fixed point and a second-order error', () => {
    const ids = Uint32Array.of(0, 1);
    const errorAfter = (stretch: number) => {
      const x = Float64Array.of(0, 0, 0, 1 + stretch, 0, 0);
      projectDistancesFast(x, Float64Array.of(1, 1), { ids, restLengths: Float64Array.of(1) });
      return Math.abs(distance(x, 0, 1) - 1);
    };
    expect(errorAfter(0)).toBe(0);
    expect(Math.log2(errorAfter(0.02) / errorAfter(0.01))).toBeCloseTo(2, 1);
    checkConstraint(
      2,
      (x, w) => projectDistancesFast(x, w, { ids, restLengths: Float64Array.of(0.7) }),
      x => distance(x, 0, 1) - 0.7,
      60,
    );
  });
});

describe('compliant distance constraint', () => {
  it('stretches by compliance times load, whatever the step and the number of sweeps', () => {
    for (const [dt, sweeps] of [
      [1 / 60, 1],
      [1 / 60, 8],
      [1 / 600, 2],
    ] as const) {
      const x = Float64Array.of(0, 0, 0, 0, -1, 0);
      const previous = x.slice();
      const w = Float64Array.of(0, 0.5);
      const multipliers = new Float64Array(1);
      const ids = Uint32Array.of(0, 1);
      const spring = { ids, restLengths: Float64Array.of(1), compliance: 1e-3, multipliers };
      for (let n = 0; n < 60 / dt; n++) {
        const v = (x[4] - previous[4]) * 0.97;
        previous.set(x);
        x[4] += v - 9.81 * dt * dt;
        multipliers.fill(0);
        for (let s = 0; s < sweeps; s++) projectDistancesCompliant(x, w, spring, dt);
      }
      expect(-x[4] - 1).toBeCloseTo(1e-3 * 2 * 9.81, 6);
    }
  });

  it('is the rigid constraint at compliance 0', () => {
    const multipliers = new Float64Array(1);
    const restLengths = Float64Array.of(0.7);
    const rigid = { ids: Uint32Array.of(0, 1), restLengths, compliance: 0, multipliers };
    checkConstraint(
      2,
      (x, w) => projectDistanceCompliant(x, w, rigid, 0, 0.01),
      x => distance(x, 0, 1) - 0.7,
      1,
      1e-14,
    );
  });
});

describe('one-sided distances', () => {
  it('act on one side only', () => {
    let taut = 0;
    let close = 0;
    for (let n = 0; n < 1000; n++) {
      const x = coordinates(2);
      const w = masses(2);
      const length = distance(x, 0, 1);
      const y = x.slice();
      if (projectRope(x, w, 0, 1, 1)) taut++;
      if (projectMinimumDistance(y, w, 0, 1, 1)) close++;
      expect(distance(x, 0, 1)).toBeCloseTo(Math.min(1, length), 13);
      expect(distance(y, 0, 1)).toBeCloseTo(Math.max(1, length), 13);
    }
    expect(taut + close).toBe(1000);
    expect(taut).toBeGreaterThan(200);
    expect(taut).toBeLessThan(800);
  });

  it('have bulk forms that count violations', () => {
    const x = Float64Array.of(0, 0, 0, 2, 0, 0, 2.5, 0, 0);
    const w = new Float64Array(3).fill(1);
    const ids = Uint32Array.of(0, 1, 1, 2);
    expect(projectRopes(x.slice(), w, { ids, restLengths: Float64Array.of(1, 5) })).toBe(1);
    const restLengths = Float64Array.of(1, 1);
    expect(projectMinimumDistances(x.slice(), w, { ids, restLengths })).toBe(1);
  });
});

describe('tearing', () => {
  it('removes what is stretched too far and keeps the order of the rest', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 3.5, 0, 0, 4.5, 0, 0);
    const ids = Uint32Array.of(0, 1, 1, 2, 2, 3);
    const rest = Float64Array.of(1, 1, 1);
    const torn = new PairList();
    expect(tearDistances(x, ids, rest, 2, 3, torn)).toBe(2);
    expect(Array.from(ids.subarray(0, 4))).toEqual([0, 1, 2, 3]);
    expect(torn.toArray()).toEqual([[1, 2]]);
    expect(cutParticle(ids, rest, 3, 2)).toBe(1);
    expect(Array.from(ids.subarray(0, 2))).toEqual([0, 1]);
  });
});
