import {
  driveMotor,
  measureDihedral,
  meshVolume,
  projectAngle,
  projectAngles,
  projectArea,
  projectAreas,
  projectBallJoints,
  projectBending,
  projectBendings,
  projectHinge,
  projectHinges,
  projectMeshVolume,
  projectPin,
  projectPins,
  projectSlider,
  projectSliders,
  projectVolume,
  projectVolumes,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';
import {
  checkConstraint,
  coordinates,
  distance,
  masses,
  momentumChange,
} from '../support/constraint-oracle.ts';

describe('angle constraint', () => {
  const dot = (x: Float64Array) =>
    [0, 1, 2].reduce((sum, k) => sum + (x[3 + k] - x[k]) * (x[6 + k] - x[k]), 0);

  it('brings the dot product below its limit and conserves momentum', () => {
    checkConstraint(
      3,
      (x, w) => projectAngle(x, w, [0, 1, 2], -0.1),
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
      expect(measureDihedral(out, 0, x, [0, 1, 2, 3])).toBe(true);
      expect(out[0]).toBeCloseTo(Math.cos(angle), 12);
      expect(out[1]).toBeCloseTo(Math.sin(angle), 12);
    }
    expect(measureDihedral(out, 0, new Float64Array(12), [0, 1, 2, 3])).toBe(false);
  });

  it('reaches its rest angle from everywhere and conserves momentum', () => {
    const out = new Float64Array(2);
    const ids = [0, 1, 2, 3];
    const restAngle = [Math.cos(0.5), Math.sin(0.5)];
    let reached = 0;
    for (let n = 0; n < 300; n++) {
      const x = coordinates(4);
      const w = masses(4);
      const before = x.slice();
      projectBending(x, w, ids, restAngle);
      expect(momentumChange(before, x, w)).toBeLessThan(1e-11);
      for (let r = 0; r < 200; r++) projectBending(x, w, ids, restAngle);
      measureDihedral(out, 0, x, ids);
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
    checkConstraint(4, (x, w) => projectHinge(x, w, [0, 1, 2, 3]), hinged, 1, 1e-14);
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
    checkConstraint(3, (x, w) => projectSlider(x, w, [0, 1, 2], [0.2, 0.8]), offRail, 200, 1e-6);
    const single = coordinates(3);
    const bulk = single.slice();
    const w = masses(3);
    projectSlider(single, w, [0, 1, 2], [0.2, 0.8]);
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
    const motor = { particle: 0, axisStart: 1, axisEnd: 2, angularSpeed: 3 };
    expect(driveMotor(x, previous, w, motor, 0.1)).toBe(true);
    expect((x[1] - previous[1]) / 0.1).toBeCloseTo(2 * 3, 12);
    const slow = x.slice();
    driveMotor(x, slow, w, { ...motor, maxMove: 0.05 }, 0.1);
    expect(x[1] - slow[1]).toBeCloseTo(0.05, 12);
    expect(driveMotor(x, previous, w, { ...motor, particle: 1 }, 0.1)).toBe(false);
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
      (x, w) => projectArea(x, w, [0, 1, 2], 0.6),
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
      (x, w) => projectVolume(x, w, [0, 1, 2, 3], 0.3),
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
