/** The requirements of every projection of a constraint, on random particles. */
import { Random } from '@colide/math';
import { expect } from 'vitest';

/** Seeded, one for all tests of a file. */
export const random = new Random(5);
/** Random particles. */
export const coordinates = (count: number, size = 1) =>
  Float64Array.from({ length: 3 * count }, () => random.uniform(-size, size));
/** Random inverse masses. */
export const masses = (count: number) => Float64Array.from({ length: count }, () => random.uniform(0.1, 3));
/** Distance of two particles. */
export const distance = (x: Float64Array, a: number, b: number) =>
  Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);

/**
 * Linear and angular change of momentum of moving masses from `before` to `after`, relative to the amount
 * moved, or to a thousandth of all where less has moved: positions themselves are rounded.
 */
export function momentumChange(before: Float64Array, after: Float64Array, w: Float64Array): number {
  const sum = new Float64Array(6);
  let moved = 0;
  let all = 0;
  for (let i = 0; i < w.length; i++) {
    const d = [0, 1, 2].map(k => (after[3 * i + k] - before[3 * i + k]) / w[i]);
    const x = [0, 1, 2].map(k => before[3 * i + k]);
    for (let k = 0; k < 3; k++) {
      sum[k] += d[k];
      sum[3 + k] += x[(k + 1) % 3] * d[(k + 2) % 3] - x[(k + 2) % 3] * d[(k + 1) % 3];
      moved += Math.abs(d[k]);
      all += Math.abs(x[k]) / w[i];
    }
  }
  return Math.max(...sum.map(Math.abs)) / Math.max(moved, 1e-3 * all);
}

/**
 * Projects 500 random configurations and checks that momentum is conserved and repetition reaches `residual`
 * 0.
 */
export function checkConstraint(
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
