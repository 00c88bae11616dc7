import { PairList } from '@colide/core';
import { Random } from '@colide/math/random';
import {
  createDistanceError,
  cutParticle,
  DistanceConstraints,
  driveMotor,
  measureDihedral,
  measureDistanceError,
  measureRestLengths,
  meshVolume,
  projectAngle,
  projectAngles,
  projectArea,
  projectAreas,
  projectBallJoints,
  projectBending,
  projectBendings,
  projectDistance,
  projectDistanceCompliant,
  projectDistances,
  projectDistancesCompliant,
  projectDistancesFast,
  projectHinge,
  projectHinges,
  projectMeshVolume,
  projectMinimumDistance,
  projectMinimumDistances,
  projectPin,
  projectPins,
  projectRope,
  projectRopes,
  projectSlider,
  projectSliders,
  projectVolume,
  projectVolumes,
  requireParticleIds,
  requireRestLengths,
  tearDistances,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const random = new Random(5);
const coordinates = (count: number, size = 1) =>
  Float64Array.from({ length: 3 * count }, () => random.uniform(-size, size));
const masses = (count: number) => Float64Array.from({ length: count }, () => random.uniform(0.1, 3));
const distance = (x: Float64Array, a: number, b: number) =>
  Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);

/** Linear and angular change of momentum of moving masses from `before` to `after`, relative to the amount moved. */
function momentumChange(before: Float64Array, after: Float64Array, w: Float64Array): number {
  const sum = new Float64Array(6);
  let moved = 0;
  for (let i = 0; i < w.length; i++) {
    const d = [0, 1, 2].map(k => (after[3 * i + k] - before[3 * i + k]) / w[i]);
    const x = [0, 1, 2].map(k => before[3 * i + k]);
    for (let k = 0; k < 3; k++) {
      sum[k] += d[k];
      sum[3 + k] += x[(k + 1) % 3] * d[(k + 2) % 3] - x[(k + 2) % 3] * d[(k + 1) % 3];
      moved += Math.abs(d[k]);
    }
  }
  return Math.max(...sum.map(Math.abs)) / moved;
}

/** Projects 500 random configurations and checks that momentum is conserved and repetition reaches `residual` 0. */
function checkConstraint(
  particles: number,
  project: (x: Float64Array, w: Float64Array) => unknown,
  residual: (x: Float64Array) => number,
  repetitions: number,
  tolerance = 1e-9,
): void {
  for (let n = 0; n < 500; n++) {
    const x = coordinates(particles);
    const w = masses(particles);
    const before = x.slice();
    project(x, w);
    if (x.some((value, k) => value !== before[k])) expect(momentumChange(before, x, w)).toBeLessThan(1e-12);
    for (let r = 1; r < repetitions; r++) project(x, w);
    expect(Math.abs(residual(x))).toBeLessThan(tolerance);
  }
}

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
    for (const project of [projectDistances, projectDistancesFast]) {
      const x = new Float64Array(6);
      project(x, w, Uint32Array.of(0, 1), Float64Array.of(1));
      expect(Array.from(x)).toEqual([0, 0, 0, 0, 0, 0]);
      const y = Float64Array.of(0, 0, 0, 5, 0, 0);
      project(y, new Float64Array(2), Uint32Array.of(0, 1), Float64Array.of(1));
      expect(Array.from(y)).toEqual([0, 0, 0, 5, 0, 0]);
    }
  });

  it('has a bulk form equal to single projections one after the other', () => {
    const x = coordinates(20);
    const y = x.slice();
    const w = masses(20);
    const ids = Uint32Array.from({ length: 60 }, (_, i) => (i & 1 ? (i * 3 + 1) % 20 : (i * 5) % 20));
    for (let i = 0; i < 30; i++) if (ids[2 * i] === ids[2 * i + 1]) ids[2 * i + 1] = (ids[2 * i] + 1) % 20;
    const rest = Float64Array.from({ length: 30 }, () => random.uniform(0.2, 2));
    projectDistances(x, w, ids, rest, 0.8);
    for (let i = 0; i < 30; i++) projectDistance(y, w, ids[2 * i], ids[2 * i + 1], rest[i], 0.8);
    for (let k = 0; k < 60; k++) expect(x[k]).toBeCloseTo(y[k], 12);
  });

  it('with the approximate root has the same fixed point and a second-order error', () => {
    const errorAfter = (stretch: number) => {
      const x = Float64Array.of(0, 0, 0, 1 + stretch, 0, 0);
      projectDistancesFast(x, Float64Array.of(1, 1), Uint32Array.of(0, 1), Float64Array.of(1));
      return Math.abs(distance(x, 0, 1) - 1);
    };
    expect(errorAfter(0)).toBe(0);
    expect(Math.log2(errorAfter(0.02) / errorAfter(0.01))).toBeCloseTo(2, 1);
    checkConstraint(
      2,
      (x, w) => projectDistancesFast(x, w, Uint32Array.of(0, 1), Float64Array.of(0.7)),
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
      const lambda = new Float64Array(1);
      for (let n = 0; n < 60 / dt; n++) {
        const v = (x[4] - previous[4]) * 0.97;
        previous.set(x);
        x[4] += v - 9.81 * dt * dt;
        lambda.fill(0);
        for (let s = 0; s < sweeps; s++)
          projectDistancesCompliant(x, w, Uint32Array.of(0, 1), Float64Array.of(1), 1e-3, lambda, dt);
      }
      expect(-x[4] - 1).toBeCloseTo(1e-3 * 2 * 9.81, 6);
    }
  });

  it('is the rigid constraint at compliance 0', () => {
    checkConstraint(
      2,
      (x, w) => projectDistanceCompliant(x, w, 0, 1, 0.7, 0, 0, 0.01),
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
    expect(projectRopes(x.slice(), w, ids, Float64Array.of(1, 5))).toBe(1);
    expect(projectMinimumDistances(x.slice(), w, ids, Float64Array.of(1, 1))).toBe(1);
  });
});

describe('angle constraint', () => {
  const dot = (x: Float64Array) =>
    [0, 1, 2].reduce((sum, k) => sum + (x[3 + k] - x[k]) * (x[6 + k] - x[k]), 0);

  it('brings the dot product below its limit and conserves momentum', () => {
    checkConstraint(
      3,
      (x, w) => projectAngle(x, w, 0, 1, 2, -0.1),
      x => Math.max(0, dot(x) + 0.1),
      60,
    );
  });

  it('leaves satisfied angles alone, in bulk too', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, -1, 0.1, 0);
    const before = x.slice();
    expect(projectAngles(x, new Float64Array(3).fill(1), Uint32Array.of(0, 1, 2), Float64Array.of(0))).toBe(
      0,
    );
    expect(x).toEqual(before);
  });
});

describe('bending constraint', () => {
  it('measures the dihedral angle with its sign', () => {
    const out = new Float64Array(2);
    for (let degrees = -175; degrees <= 175; degrees += 10) {
      const angle = (degrees * Math.PI) / 180;
      const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0.3, 1, 0, 0.6, -Math.cos(angle), -Math.sin(angle));
      expect(measureDihedral(out, 0, x, 0, 1, 2, 3)).toBe(true);
      expect(out[0]).toBeCloseTo(Math.cos(angle), 12);
      expect(out[1]).toBeCloseTo(Math.sin(angle), 12);
    }
    expect(measureDihedral(out, 0, new Float64Array(12), 0, 1, 2, 3)).toBe(false);
  });

  it('reaches its rest angle from everywhere and conserves momentum', () => {
    const out = new Float64Array(2);
    let reached = 0;
    for (let n = 0; n < 300; n++) {
      const x = coordinates(4);
      const w = masses(4);
      const before = x.slice();
      projectBending(x, w, 0, 1, 2, 3, Math.cos(0.5), Math.sin(0.5));
      expect(momentumChange(before, x, w)).toBeLessThan(1e-11);
      for (let r = 0; r < 200; r++) projectBending(x, w, 0, 1, 2, 3, Math.cos(0.5), Math.sin(0.5));
      measureDihedral(out, 0, x, 0, 1, 2, 3);
      if (Math.abs(out[0] - Math.cos(0.5)) < 1e-6 && Math.abs(out[1] - Math.sin(0.5)) < 1e-6) reached++;
    }
    expect(reached).toBeGreaterThan(297);
  });

  it('does nothing at rest, in bulk too', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0.3, 1, 0, 0.6, -1, 0);
    const before = x.slice();
    projectBendings(x, new Float64Array(4).fill(1), Uint32Array.of(0, 1, 2, 3), Float64Array.of(1, 0));
    expect(x).toEqual(before);
  });
});

describe('joints', () => {
  it('bring particles together and conserve momentum', () => {
    const joined = (x: Float64Array) => distance(x, 0, 1);
    checkConstraint(2, (x, w) => projectBallJoints(x, w, Uint32Array.of(0, 1)), joined, 1, 1e-14);
    const hinged = (x: Float64Array) => Math.max(distance(x, 0, 2), distance(x, 1, 3));
    checkConstraint(4, (x, w) => projectHinge(x, w, 0, 1, 2, 3), hinged, 1, 1e-14);
    checkConstraint(4, (x, w) => projectHinges(x, w, Uint32Array.of(0, 1, 2, 3)), hinged, 1, 1e-14);
  });

  it('of a slider keep a particle on its rail between the stops', () => {
    const offRail = (x: Float64Array) => {
      const r = [0, 1, 2].map(k => x[6 + k] - x[3 + k]);
      const d = [0, 1, 2].map(k => x[k] - x[3 + k]);
      const square = r[0] ** 2 + r[1] ** 2 + r[2] ** 2;
      const t = Math.min(0.8, Math.max(0.2, (d[0] * r[0] + d[1] * r[1] + d[2] * r[2]) / square));
      return Math.hypot(d[0] - t * r[0], d[1] - t * r[1], d[2] - t * r[2]);
    };
    checkConstraint(3, (x, w) => projectSlider(x, w, 0, 1, 2, 0.2, 0.8), offRail, 200, 1e-6);
    const single = coordinates(3);
    const bulk = single.slice();
    const w = masses(3);
    projectSlider(single, w, 0, 1, 2, 0.2, 0.8);
    projectSliders(bulk, w, Uint32Array.of(0, 1, 2), Float64Array.of(0.2, 0.8));
    expect(bulk).toEqual(single);
  });

  it('pin and drag particles', () => {
    const x = Float64Array.of(0, 0, 0, 4, 0, 0);
    const w = Float64Array.of(1, 0);
    expect(projectPin(x, w, 0, [3, 4, 0], 1, 2.5)).toBe(5);
    expect(Array.from(x.subarray(0, 3))).toEqual([1.5, 2, 0]);
    projectPins(x, w, Uint32Array.of(0, 1), Float64Array.of(9, 9, 9, 1, 1, 1), 1);
    expect(Array.from(x)).toEqual([9, 9, 9, 4, 0, 0]);
  });

  it('turn a motor at its speed', () => {
    const x = Float64Array.of(2, 0, 5, 0, 0, 0, 0, 0, 1);
    const previous = x.slice();
    const w = Float64Array.of(1, 0, 0);
    expect(driveMotor(x, previous, w, 0, 1, 2, 3, 0.1)).toBe(true);
    expect((x[1] - previous[1]) / 0.1).toBeCloseTo(2 * 3, 12);
    const slow = x.slice();
    driveMotor(x, slow, w, 0, 1, 2, 3, 0.1, 0.05);
    expect(x[1] - slow[1]).toBeCloseTo(0.05, 12);
    expect(driveMotor(x, previous, w, 1, 1, 2, 3, 0.1)).toBe(false);
  });
});

describe('area and volume', () => {
  it('are restored and conserve momentum', () => {
    const area = (x: Float64Array) => {
      const u = [0, 1, 2].map(k => x[3 + k] - x[k]);
      const v = [0, 1, 2].map(k => x[6 + k] - x[k]);
      return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    };
    checkConstraint(
      3,
      (x, w) => projectArea(x, w, 0, 1, 2, 0.6),
      x => area(x) - 0.6,
      60,
    );
    const triangle = Uint32Array.of(0, 1, 2);
    const many = (x: Float64Array, w: Float64Array) => projectAreas(x, w, triangle, Float64Array.of(0.6));
    checkConstraint(3, many, x => area(x) - 0.6, 60);
    const tetrahedron = Uint32Array.of(0, 1, 2, 3);
    const volume = (x: Float64Array) => meshVolume(x, Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3));
    checkConstraint(
      4,
      (x, w) => projectVolume(x, w, 0, 1, 2, 3, 0.3),
      x => volume(x) - 0.3,
      100,
      1e-6,
    );
    const bulk = (x: Float64Array, w: Float64Array) =>
      projectVolumes(x, w, tetrahedron, Float64Array.of(0.3));
    checkConstraint(4, bulk, x => volume(x) - 0.3, 100, 1e-6);
  });

  it('of a closed mesh are restored', () => {
    const cube = new Float64Array(24);
    for (let v = 0; v < 8; v++) cube.set([v & 1, (v >> 1) & 1, v >> 2], 3 * v);
    const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
    const triangles: number[] = [];
    for (let q = 0; q < 24; q += 4)
      triangles.push(quads[q], quads[q + 1], quads[q + 2], quads[q], quads[q + 2], quads[q + 3]);
    const ids = Uint32Array.from(triangles);
    expect(meshVolume(cube, ids)).toBeCloseTo(1, 14);
    const w = new Float64Array(8).fill(1);
    const before = cube.slice();
    const gradients = new Float64Array(24);
    projectMeshVolume(cube, w, ids, 1.5, gradients);
    expect(momentumChange(before, cube, w)).toBeLessThan(1e-12);
    for (let n = 0; n < 20; n++) projectMeshVolume(cube, w, ids, 1.5, gradients);
    expect(meshVolume(cube, ids)).toBeCloseTo(1.5, 10);
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

describe('checks', () => {
  it('name what is wrong and where', () => {
    const x = new Float64Array(6);
    const w = new Float64Array(2);
    const ids = Uint32Array.of(0, 1);
    const rest = Float64Array.of(1);
    expect(() => projectDistance(x, w, 0, 1, 1, 1.5)).toThrow(/stiffness/);
    expect(() => projectDistances(x, w, ids, rest, -0.1)).toThrow(/stiffness/);
    expect(() => projectDistances(x, w, ids, rest, 1, 2)).toThrow(/overRelaxation/);
    expect(() => projectDistances(x, w, ids, rest, 1, 1, 0, 2)).toThrow(/count/);
    expect(() => projectDistancesCompliant(x, w, ids, rest, -1, rest, 1)).toThrow(/compliance/);
    expect(() => requireParticleIds('ids', [0, 2], 2, 2)).toThrow('ids[1]');
    expect(() => requireParticleIds('ids', [0, 1, 1, 1], 2, 2)).toThrow('ids[2] and ids[3]');
    expect(() => requireParticleIds('ids', [0, 1, 1], 2, 2)).toThrow(/multiple/);
    expect(() => requireRestLengths('rest', [1, 0], 2)).toThrow('rest[1]');
    expect(() => measureRestLengths(new Float64Array(1), x, ids)).toThrow(/positive/);
    expect(() => new DistanceConstraints(2, [0, 1], [0])).toThrow('restLengths[0]');
    expect(() => new DistanceConstraints(2, [0, 1], [1], { compliance: Number.NaN })).toThrow(/compliance/);
    expect(() => new DistanceConstraints(2, [0, -1], [1])).toThrow('ids[1]');
    expect(() => tearDistances(x, ids, rest, 0)).toThrow(/factor/);
  });

  it('measure errors', () => {
    const error = createDistanceError();
    const x = Float64Array.of(0, 0, 0, 1.1, 0, 0, 1.1, 2, 0);
    expect(measureDistanceError(error, x, Uint32Array.of(0, 1, 1, 2), Float64Array.of(1, 2))).toBeCloseTo(
      0.1,
    );
    expect(error.worst).toBe(0);
    expect(error.mean).toBeCloseTo(0.05);
    expect(error.rms).toBeCloseTo(0.1 / Math.SQRT2);
    x[3] = Number.NaN;
    expect(measureDistanceError(error, x, Uint32Array.of(1, 2), Float64Array.of(2))).toBeNaN();
  });
});
