import {
  eigenSymmetric2d,
  extractRotation2d,
  polarDecompose2d,
  Random,
  sqrtSymmetric2d,
  svd2d,
} from '@colide/math';
import { describe, expect, it } from 'vitest';
import {
  check,
  diagonal,
  difference,
  magnitude,
  multiply,
  orthonormalError,
  transpose,
} from '../support/matrices.ts';

const values = new Float64Array(2);
const vectors = new Float64Array(4);
const r = new Float64Array(4);
const s = new Float64Array(4);
const u = new Float64Array(4);
const v = new Float64Array(4);
const sigma = new Float64Array(2);

function determinant2d(m: ArrayLike<number>): number {
  return m[0] * m[3] - m[1] * m[2];
}

function rotation(angle: number): Float64Array {
  return Float64Array.of(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle));
}

/**
 * Uniform, small integers, or with equal, vanishing and reflecting singular values; some scaled by up to
 * 1e±300.
 */
function matrix2d(random: Random): Float64Array {
  const family = random.integer(5);
  const tiny = 10 ** random.uniform(-20, 0);
  let m: Float64Array = Float64Array.from({ length: 4 }, () => random.uniform(-1, 1));
  if (family === 1) m = m.map(Math.round);
  if (family > 1) {
    const spectrum = [1, [tiny, -1 + tiny, -tiny][family - 2]];
    m = multiply(
      multiply(rotation(random.uniform(0, 7)), diagonal(spectrum), 2),
      rotation(random.uniform(0, 7)),
      2,
    );
  }
  const scale = random.integer(4) === 0 ? 10 ** random.uniform(-300, 300) : 1;
  return m.map(value => value * scale);
}

describe('eigenSymmetric2d', () => {
  it('holds on random and adversarial matrices', () => {
    const random = new Random(2);
    for (let n = 0; n < 20_000; n++) {
      const m = matrix2d(random);
      m[2] = m[1];
      eigenSymmetric2d(values, vectors, m);
      const scale = magnitude(m);
      check(values[0] >= values[1], `matrix ${n}: order`);
      check(
        orthonormalError(vectors, 2) < 1e-14 && determinant2d(vectors) > 0,
        `matrix ${n}: vectors ${vectors}`,
      );
      const residual = difference(multiply(m, vectors, 2), multiply(vectors, diagonal(values), 2));
      if (!(residual <= 2e-15 * scale)) throw new Error(`matrix ${n} [${m}]: residual ${residual}`);
    }
  });

  it('solves what can be solved by hand', () => {
    eigenSymmetric2d(values, vectors, [2, 1, 1, 2]);
    expect(difference(values, [3, 1])).toBeLessThan(1e-15);
    expect(Math.abs(vectors[0])).toBeCloseTo(Math.SQRT1_2, 15);
    eigenSymmetric2d(values, vectors, [1, 0, 0, 5]);
    expect(Array.from(values)).toEqual([5, 1]);
    eigenSymmetric2d(values, vectors, [0, 0, 0, 0]);
    expect(Array.from(values)).toEqual([0, 0]);
    expect(Array.from(vectors, Math.abs)).toEqual([1, 0, 0, 1]);
  });
});

describe('polarDecompose2d and extractRotation2d', () => {
  it('hold on random and adversarial matrices', () => {
    const random = new Random(22);
    const c = new Float64Array(2);
    for (let n = 0; n < 20_000; n++) {
      const m = matrix2d(random);
      const scale = magnitude(m);
      const unique = polarDecompose2d(r, s, m);
      check(orthonormalError(r, 2) < 1e-14 && determinant2d(r) > 0, `matrix ${n}: R = ${r}`);
      check(s[1] === s[2], `matrix ${n}: S = ${s}`);
      const error = difference(multiply(r, s, 2), m);
      if (!(error <= 2e-15 * scale)) throw new Error(`matrix ${n} [${m}]: off by ${error}`);
      check(s[0] + s[3] >= 0, `matrix ${n}: another rotation is nearer`);
      c.fill(9);
      check(extractRotation2d(c, m) === unique, `matrix ${n}: verdict`);
      check(difference(c, unique ? r.subarray(0, 2) : [9, 9]) === 0, `matrix ${n}: ${c} against ${r}`);
    }
  });

  it('beats a fine sweep over all angles', () => {
    const random = new Random(23);
    for (let n = 0; n < 100; n++) {
      const m = Float64Array.from({ length: 4 }, () => random.uniform(-1, 1));
      polarDecompose2d(r, s, m);
      const distance = (a: ArrayLike<number>) => m.reduce((sum, value, i) => sum + (value - a[i]) ** 2, 0);
      let best = Infinity;
      for (let angle = 0; angle < 6.3; angle += 0.01) best = Math.min(best, distance(rotation(angle)));
      expect(best).toBeGreaterThanOrEqual(distance(r) - 1e-14);
    }
  });

  it('say when the rotation is not unique', () => {
    const verdict = (...m: number[]) => polarDecompose2d(r, s, m);
    expect(verdict(0, 0, 0, 0)).toBe(false);
    expect(verdict(1, 0, 0, -1)).toBe(false);
    expect(verdict(0, 3, 3, 0)).toBe(false);
    expect(verdict(1, 0, 0, 0)).toBe(true);
    expect(verdict(1, 0, 0, -0.99)).toBe(true);
    expect(verdict(1e-320, 0, 0, 1e-320)).toBe(true);
  });
});

describe('svd2d and sqrtSymmetric2d', () => {
  it('hold on random and adversarial matrices', () => {
    const random = new Random(24);
    for (let n = 0; n < 20_000; n++) {
      const m = matrix2d(random);
      const scale = magnitude(m);
      svd2d(u, sigma, v, m);
      check(sigma[0] >= sigma[1] && sigma[1] >= 0, `matrix ${n}: Σ = ${sigma}`);
      check(orthonormalError(u, 2) < 1e-14, `matrix ${n}: U = ${u}`);
      check(orthonormalError(v, 2) < 1e-14 && determinant2d(v) > 0, `matrix ${n}: V = ${v}`);
      const error = difference(multiply(multiply(u, diagonal(sigma), 2), transpose(v, 2), 2), m);
      if (!(error <= 4e-15 * scale)) throw new Error(`matrix ${n} [${m}]: off by ${error}`);
      if (!(scale < 1e150 && scale > 1e-150)) continue;
      const square = multiply(transpose(m, 2), m, 2);
      check(sqrtSymmetric2d(s, square), `matrix ${n}: not semidefinite`);
      check(difference(multiply(s, s, 2), square) <= 8e-15 * scale * scale, `matrix ${n}: root ${s}`);
    }
  });

  it('clamp what is not semidefinite', () => {
    expect(sqrtSymmetric2d(s, [4, 0, 0, -1])).toBe(false);
    expect(Array.from(s, Math.abs)).toEqual([2, 0, 0, 0]);
  });
});

describe('all of them', () => {
  const m = Float64Array.of(3, 1, -2, 4);

  it('work in place, on any kind of array', () => {
    polarDecompose2d(r, s, m);
    svd2d(u, sigma, v, m);
    for (const kind of [Array.from(m), Float32Array.from(m), m.slice()]) {
      const [a, b, c, d] = [kind.slice(), kind.slice(), kind.slice(), kind.slice()];
      polarDecompose2d(a, new Float64Array(4), a);
      polarDecompose2d(new Float64Array(4), b, b);
      svd2d(c, [0, 0], [0, 0, 0, 0], c);
      svd2d([0, 0, 0, 0], [0, 0], d, d);
      expect(difference(a, r)).toBeLessThan(1e-6);
      expect(difference(b, s)).toBeLessThan(1e-6);
      expect(difference(c, u)).toBeLessThan(1e-6);
      expect(difference(d, v)).toBeLessThan(1e-6);
    }
  });

  it('name the argument that is wrong', () => {
    const bad = [1, 2, Infinity, 4];
    expect(() => eigenSymmetric2d(values, vectors, bad)).toThrow('m[2]');
    expect(() => polarDecompose2d(r, s, bad)).toThrow('m[2]');
    expect(() => svd2d(u, sigma, v, bad)).toThrow('m[2]');
    expect(() => sqrtSymmetric2d(s, bad)).toThrow('m[2]');
    expect(() => extractRotation2d([1, 0], [1, 2, 3])).toThrow('m must have');
    expect(() => extractRotation2d([1], m)).toThrow('out must have');
    expect(() => polarDecompose2d([], s, m)).toThrow('outR');
    expect(() => svd2d(u, [], v, m)).toThrow('outSigma');
  });
});
