import {
  createDistanceError,
  DistanceConstraints,
  measureDistanceError,
  measureRestLengths,
  projectDistance,
  projectDistances,
  projectDistancesCompliant,
  requireParticleIds,
  requireRestLengths,
  tearDistances,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

describe('checks', () => {
  it('name what is wrong and where', () => {
    const x = new Float64Array(6);
    const w = new Float64Array(2);
    const ids = Uint32Array.of(0, 1);
    const restLengths = Float64Array.of(1);
    const one = { ids, restLengths };
    const compliant = { ...one, compliance: -1, multipliers: restLengths };
    expect(() => projectDistance(x, w, 0, 1, 1, 1.5)).toThrow(/stiffness/);
    expect(() => projectDistances(x, w, one, -0.1)).toThrow(/stiffness/);
    expect(() => projectDistances(x, w, one, 1, 2)).toThrow(/overRelaxation/);
    expect(() => projectDistances(x, w, { ...one, count: 2 })).toThrow(/count/);
    expect(() => projectDistancesCompliant(x, w, compliant, 1)).toThrow(/compliance/);
    expect(() => requireParticleIds('ids', [0, 2], 2, 2)).toThrow('ids[1]');
    expect(() => requireParticleIds('ids', [0, 1, 1, 1], 2, 2)).toThrow('ids[2] and ids[3]');
    expect(() => requireParticleIds('ids', [0, 1, 1], 2, 2)).toThrow(/multiple/);
    expect(() => requireRestLengths('rest', [1, 0], 2)).toThrow('rest[1]');
    expect(() => measureRestLengths(new Float64Array(1), x, ids)).toThrow(/positive/);
    expect(() => new DistanceConstraints(2, [0, 1], [0])).toThrow('restLengths[0]');
    expect(() => new DistanceConstraints(2, [0, 1], [1], { compliance: Number.NaN })).toThrow(/compliance/);
    expect(() => new DistanceConstraints(2, [0, -1], [1])).toThrow('ids[1]');
    expect(() => tearDistances(x, ids, restLengths, 0)).toThrow(/factor/);
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
