import { eigenSymmetric, polarDecompose, Random, svd } from '@colide/math';
import {
  describeData,
  expectNoAllocation,
  expectRotation3,
  generateMat3Cases,
  type PolarCase,
  readMat3Cases,
  soak,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';
import {
  adversarialMatrix,
  arrayKinds,
  check,
  determinant3,
  diagonal,
  difference,
  inverse3,
  magnitude,
  multiply,
  orthonormalError,
  transpose,
} from '../support/matrices.ts';

const r = new Float64Array(9);
const s = new Float64Array(9);
const u = new Float64Array(9);
const v = new Float64Array(9);
const sigma = new Float64Array(3);
const m = new Float64Array(9);

/** R is a rotation, S symmetric, R S = A, and no other rotation is nearer: σ2 ± σ3 ≥ 0. */
function checkPolar(a: ArrayLike<number>, what: string): void {
  const scale = magnitude(a);
  let orthonormal = 0;
  let reproduction = 0;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const dot = r[3 * i] * r[3 * j] + r[3 * i + 1] * r[3 * j + 1] + r[3 * i + 2] * r[3 * j + 2];
      const product = r[i] * s[3 * j] + r[3 + i] * s[3 * j + 1] + r[6 + i] * s[3 * j + 2];
      const e = Math.abs(dot - (i === j ? 1 : 0));
      const f = Math.abs(product - a[3 * j + i]);
      if (!(e <= orthonormal)) orthonormal = e;
      if (!(f <= reproduction)) reproduction = f;
    }
  if (!(orthonormal <= 1e-14)) throw new Error(`${what}: R is off orthonormal by ${orthonormal}`);
  if (!(Math.abs(determinant3(r) - 1) <= 1e-14)) throw new Error(`${what}: det R = ${determinant3(r)}`);
  if (!(reproduction <= 1e-14 * scale)) throw new Error(`${what}: R S is off by ${reproduction} at ${scale}`);
  if (s[1] !== s[3] || s[2] !== s[6] || s[5] !== s[7]) throw new Error(`${what}: S is not symmetric`);
  eigenSymmetric(sigma, v, s);
  if (!(sigma[1] + sigma[2] >= -1e-14 * scale))
    throw new Error(`${what}: another rotation is nearer, ${sigma}`);
}

/** Meets 1e-12 · (1 + 1/relGap) and knows whether the rotation is unique; returns how many are. */
function checkReferences(cases: readonly PolarCase[]): number {
  let compared = 0;
  for (const { name, matrix, rotation, singularValues, uniqueGap, relativeGap } of cases) {
    const unique = polarDecompose(r, s, matrix);
    checkPolar(matrix, name);
    if (uniqueGap > 0) {
      expect(difference(r, rotation), name).toBeLessThanOrEqual(1e-12 * (1 + 1 / relativeGap));
      compared++;
    }
    if (relativeGap > 1e-14) expect(unique, name).toBe(true);
    if (relativeGap < 1e-16) expect(unique, name).toBe(false);
    svd(u, sigma, v, matrix);
    expect(difference(sigma, singularValues), name).toBeLessThanOrEqual(1e-14 * singularValues[0]);
  }
  return compared;
}

describe('matrices with known rotation and singular values', () => {
  it('meets 1e-12 · (1 + 1/relGap) on singular, reflected and nearly ambiguous ones', () => {
    const { polar } = generateMat3Cases(40, new Random(20));
    expect(checkReferences(polar) / polar.length).toBeCloseTo(0.7, 1);
  });
});

describeData('linalg', 'external polar decompositions', () => {
  it('meets 1e-12 · (1 + 1/relGap) on all 203', () => {
    const { polar } = readMat3Cases();
    expect(polar).toHaveLength(203);
    expect(checkReferences(polar)).toBeGreaterThan(195);
  });
});

describe('polarDecompose', () => {
  it('holds on very many random and adversarial matrices', () => {
    const random = new Random(2016);
    const count = soak(100_000, 1_000_000);
    let unique = 0;
    for (let n = 0; n < count; n++) {
      adversarialMatrix(m, random);
      if (polarDecompose(r, s, m)) unique++;
      checkPolar(m, `matrix ${n}`);
    }
    expect(unique / count).toBeGreaterThan(0.5);
    expect(unique / count).toBeLessThan(0.95);
  });

  it('agrees with Newton iteration where the determinant is positive', () => {
    const random = new Random(8);
    for (let n = 0; n < 5000; n++) {
      for (let i = 0; i < 9; i++) m[i] = random.uniform(-1, 1);
      if (determinant3(m) < 0.01) continue;
      let x: Float64Array = m.slice();
      for (let step = 0; step < 30; step++) {
        const y = transpose(inverse3(x));
        x = x.map((value, i) => 0.5 * (value + y[i]));
      }
      check(polarDecompose(r, s, m), `matrix ${n}: not unique`);
      check(difference(r, x) < 1e-12, `matrix ${n}: ${r} against ${x}`);
    }
  });

  it('beats a thousand random rotations for reflecting matrices', () => {
    const random = new Random(9);
    const other = new Float64Array(9);
    for (let n = 0; n < 50; n++) {
      do for (let i = 0; i < 9; i++) m[i] = random.uniform(-1, 1);
      while (determinant3(m) > -0.05);
      polarDecompose(r, s, m);
      const distance = (a: ArrayLike<number>) => m.reduce((sum, value, i) => sum + (value - a[i]) ** 2, 0);
      const nearest = distance(r);
      let best = Infinity;
      for (let k = 0; k < 1000; k++) best = Math.min(best, distance(random.rotationMatrix(other)));
      expect(best).toBeGreaterThan(nearest);
    }
  });

  it('returns rotations as they are', () => {
    const random = new Random(10);
    for (let n = 0; n < 1000; n++) {
      random.rotationMatrix(m);
      expect(polarDecompose(r, s, m)).toBe(true);
      expect(difference(r, m)).toBeLessThan(2e-15);
      expect(difference(s, diagonal([1, 1, 1]))).toBeLessThan(2e-15);
    }
  });

  it('says when the nearest rotation is not unique', () => {
    const verdict = (entries: number[]) => polarDecompose(r, s, diagonal(entries));
    expect(verdict([0, 0, 0])).toBe(false);
    expectRotation3(r);
    expect(verdict([5, 0, 0])).toBe(false);
    expect(verdict([-1, -1, -1])).toBe(false);
    expect(verdict([2, 1, -1])).toBe(false);
    expect(verdict([-2, -2, 5])).toBe(true);
    expect(verdict([5, 1, 0])).toBe(true);
    expect(verdict([5, 0, 1e-12])).toBe(true);
    expect(verdict([2, 1, -0.999])).toBe(true);
    expect(verdict([1e-300, 1e-300, 1e-301])).toBe(true);
    expect(verdict([1e300, 1e300, 1e299])).toBe(true);
    expect(verdict([5e-324, 5e-324, 5e-324])).toBe(true);
    expectRotation3(r);
  });

  it('takes any kind of array, and outputs that are the input', () => {
    for (const a of arrayKinds([4, 1, 0, -1, 3, 1, 0.5, 0, 2])) {
      const original = Array.from(a);
      polarDecompose(r, s, a);
      checkPolar(original, 'kind');
      const inPlace = Float64Array.from(original);
      polarDecompose(inPlace, s, inPlace);
      expect(difference(inPlace, r)).toBe(0);
      const stretch = Float64Array.from(original);
      polarDecompose(r, stretch, stretch);
      expect(difference(stretch, s)).toBe(0);
    }
  });

  it('names the argument that is wrong', () => {
    for (let i = 0; i < 9; i++)
      for (const x of [Number.NaN, Infinity, -Infinity]) {
        const bad = Float64Array.from({ length: 9 }, (_, at) => (at === i ? x : at));
        expect(() => polarDecompose(r, s, bad)).toThrow(`m[${i}] must be a finite`);
        expect(() => svd(u, sigma, v, bad)).toThrow(`m[${i}]`);
      }
    expect(() => polarDecompose(r, s, [1, 2])).toThrow('m must have at least 9');
    expect(() => polarDecompose([], s, m)).toThrow('outR');
    expect(() => polarDecompose(r, [], m)).toThrow('outS');
    expect(() => svd([], sigma, v, m)).toThrow('outU');
    expect(() => svd(u, [], v, m)).toThrow('outSigma');
    expect(() => svd(u, sigma, [], m)).toThrow('outV');
  });

  it('allocates nothing', () => {
    const random = new Random(1);
    const matrices = Array.from({ length: 64 }, () => adversarialMatrix(new Float64Array(9), random));
    let n = 0;
    expectNoAllocation(() => {
      polarDecompose(r, s, matrices[n++ & 63]);
    });
    expectNoAllocation(() => {
      svd(u, sigma, v, matrices[n++ & 63]);
    });
  });
});

describe('svd', () => {
  it('holds on random and adversarial matrices', () => {
    const random = new Random(77);
    for (let n = 0; n < 10_000; n++) {
      adversarialMatrix(m, random);
      const scale = magnitude(m);
      svd(u, sigma, v, m);
      check(sigma[0] >= sigma[1] && sigma[1] >= sigma[2] && sigma[2] >= 0, `matrix ${n}: Σ = ${sigma}`);
      expectRotation3(v, 1e-14, `V of matrix ${n}`);
      check(orthonormalError(u) <= 1e-14, `matrix ${n}: U = ${u}`);
      const error = difference(multiply(multiply(u, diagonal(sigma)), transpose(v)), m);
      if (!(error <= 1e-14 * scale)) throw new Error(`matrix ${n}: U Σ Vᵀ is off by ${error} at ${scale}`);
    }
  });

  it('lets U reflect where the matrix does, and only there', () => {
    svd(u, sigma, v, diagonal([3, 2, -1]));
    expect(difference(sigma, [3, 2, 1])).toBeLessThan(1e-14);
    expect(determinant3(u)).toBeCloseTo(-1, 12);
    svd(u, sigma, v, diagonal([-3, 2, -1]));
    expect(determinant3(u)).toBeCloseTo(1, 12);
    svd(u, sigma, v, diagonal([0, 0, 0]));
    expect(Array.from(sigma)).toEqual([0, 0, 0]);
    expectRotation3(u);
  });

  it('works in place', () => {
    const a = Float64Array.of(4, 1, 0, -1, 3, 1, 0.5, 0, 2);
    svd(u, sigma, v, a);
    const own = a.slice();
    const owned = a.slice();
    svd(own, sigma, v, own);
    expect(difference(own, u)).toBe(0);
    svd(u, sigma, owned, owned);
    expect(difference(owned, v)).toBe(0);
  });
});
