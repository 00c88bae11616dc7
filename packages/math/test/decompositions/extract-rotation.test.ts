import { extractRotation, extractRotationStep, polarDecompose, Random } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { quat } from 'gl-matrix';
import { describe, expect, it } from 'vitest';
import {
  adversarialMatrix,
  check,
  diagonal,
  difference,
  magnitude,
  multiply,
  transpose,
} from '../support/matrices.ts';

const q = new Float64Array(4);
const start = new Float64Array(4);
const r = new Float64Array(9);
const s = new Float64Array(9);
const m = new Float64Array(9);

/** The rotation matrix of the unit quaternion (x, y, z, w), column by column: the images of the axes. */
function rotationOf([x, y, z, w]: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let column = 0; column < 3; column++) {
    const e = [0, 0, 0];
    e[column] = 1;
    const t = [2 * (y * e[2] - z * e[1]), 2 * (z * e[0] - x * e[2]), 2 * (x * e[1] - y * e[0])];
    out[3 * column] = e[0] + w * t[0] + y * t[2] - z * t[1];
    out[3 * column + 1] = e[1] + w * t[1] + z * t[0] - x * t[2];
    out[3 * column + 2] = e[2] + w * t[2] + x * t[1] - y * t[0];
  }
  return out;
}

/** tr(RᵀA), which the nearest rotation maximises. */
function alignment(rotation: ArrayLike<number>, a: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += rotation[i] * a[i];
  return sum;
}

describe('extractRotation', () => {
  it('agrees with polarDecompose from any start, on random and adversarial matrices', () => {
    const random = new Random(2017);
    let most = 0;
    let compared = 0;
    for (let n = 0; n < 50_000; n++) {
      adversarialMatrix(m, random);
      if (n % 3 === 0) q.set([0, 0, 0, 1]);
      else random.rotation(q);
      const steps = extractRotation(q, m, 60);
      if (!Number.isFinite(steps)) throw new Error(`matrix ${n}: not converged, [${m}]`);
      most = Math.max(most, steps);
      const unique = polarDecompose(r, s, m);
      const found = rotationOf(q);
      const scale = magnitude(m);
      const deficit = alignment(r, m) - alignment(found, m);
      if (!(Math.abs(deficit) <= 2e-14 * scale)) throw new Error(`matrix ${n}: tr(RᵀA) is off by ${deficit}`);
      const gap = s[0] + s[4] + s[8] - Math.hypot(...s);
      if (unique && gap > 0.1 * scale) {
        check(difference(found, r) < 1e-12, `matrix ${n}: ${found} against ${r}`);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10_000);
    expect(most).toBeLessThan(30);
  });

  it('escapes from exactly half a turn away, about any axis', () => {
    const random = new Random(180);
    const rotation = new Float64Array(9);
    for (let n = 0; n < 2000; n++) {
      // A = R diag, and the start rotated by 180° about a principal axis: the torque vanishes, to the last
      // bit or nearly.
      const exactly = n < 3;
      if (exactly) q.set([0, 0, 0, 1]);
      else random.rotation(q);
      rotation.set(rotationOf(q));
      m.set(multiply(rotation, diagonal([3, 2, 1])));
      const half = [0, 0, 0, 0];
      half[n % 3] = 1;
      quat.multiply(start, q, half);
      q.set(start);
      const steps = extractRotation(q, m);
      expect(steps).toBeLessThan(15);
      expect(difference(rotationOf(q), rotation)).toBeLessThan(1e-14);
    }
  });

  it('escapes for isotropic matrices, where every half turn is a minimum', () => {
    for (const axis of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.6, 0.8, 0],
      [0.48, 0.6, 0.64],
    ]) {
      q.set([...axis, 0]);
      expect(extractRotation(q, diagonal([1, 1, 1]))).toBeLessThan(10);
      expect(difference(rotationOf(q), diagonal([1, 1, 1]))).toBeLessThan(1e-14);
    }
  });

  it('needs two or three steps from a frame ago, even on flat matrices', () => {
    const random = new Random(60);
    for (const stretch of [
      [1, 1, 1],
      [10, 1, 0.1],
      [1, 1, 0],
      [1, 0.5, -0.2],
    ]) {
      for (let n = 0; n < 500; n++) {
        random.rotation(q);
        m.set(multiply(rotationOf(q), diagonal(stretch)));
        for (let i = 0; i < 4; i++) q[i] += random.uniform(-0.01, 0.01);
        expect(extractRotation(q, m)).toBeLessThanOrEqual(4);
      }
    }
  });

  it('climbs with every step and reports when the steps do not suffice', () => {
    const random = new Random(4);
    let unfinished = 0;
    for (let n = 0; n < 2000; n++) {
      for (let i = 0; i < 9; i++) m[i] = random.uniform(-1, 1);
      q.set([0, 0, 0, 1]);
      let before = alignment(rotationOf(q), m);
      let steps = 1;
      while (!extractRotationStep(q, m)) {
        const now = alignment(rotationOf(q), m);
        check(now >= before - 1e-14, `matrix ${n}: fell from ${before} to ${now}`);
        before = now;
        steps++;
      }
      start.set([0, 0, 0, 1]);
      expect(extractRotation(start, m, 50)).toBe(steps);
      start.set([0, 0, 0, 1]);
      if (extractRotation(start, m, 2) === Infinity) unfinished++;
      expect(Math.hypot(...start)).toBeCloseTo(1, 14);
    }
    expect(unfinished).toBeGreaterThan(1000);
  });

  it('starts from the identity where the quaternion is zero and normalises any other', () => {
    q.fill(0);
    extractRotation(q, diagonal([1, 2, 3]));
    expect(Array.from(q)).toEqual([0, 0, 0, 1]);
    q.set([0, 0, 0, 1e-20]);
    extractRotation(q, diagonal([0, 0, 0]));
    expect(Array.from(q)).toEqual([0, 0, 0, 1]);
  });

  it('works on single precision and plain arrays', () => {
    const angle = quat.setAxisAngle(quat.create(), [0, 0, 1], 1);
    const matrix = rotationOf(Float64Array.from(angle));
    for (const out of [[0, 0, 0, 1], new Float32Array([0, 0, 0, 1])]) {
      expect(extractRotation(out, Float32Array.from(matrix))).toBeLessThan(10);
      expect(difference(out, angle)).toBeLessThan(1e-6);
    }
    expect(difference(multiply(transpose(matrix), matrix), diagonal([1, 1, 1]))).toBeLessThan(1e-6);
  });

  it('names the argument that is wrong', () => {
    q.set([0, 0, 0, 1]);
    expect(() => extractRotation([0, 0, 1], m)).toThrow('outQuat');
    expect(() => extractRotation([0, 0, 1, Number.NaN], m)).toThrow('outQuat[3]');
    expect(() => extractRotation(q, [1])).toThrow('m must have');
    expect(() => extractRotation(q, diagonal([1, Number.NaN, 1]))).toThrow('m[4]');
    expect(() => extractRotation(q, m, -1)).toThrow('maxSteps');
    expect(() => extractRotation(q, m, 5, 0)).toThrow('tolerance');
    expect(() => extractRotationStep(q, m, Number.NaN)).toThrow('tolerance');
  });

  it('allocates nothing', () => {
    const random = new Random(12);
    const matrices = Array.from({ length: 64 }, () => adversarialMatrix(new Float64Array(9), random));
    let n = 0;
    expectNoAllocation(() => {
      extractRotation(q, matrices[n++ & 63]);
    });
  });
});
