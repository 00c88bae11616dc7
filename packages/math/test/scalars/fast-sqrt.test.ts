import { fastSqrt, Random, reciprocalSqrt, sqrtAround, stickCorrection } from '@colide/math';
import { expectClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const random = new Random(1);

describe('sqrtAround', () => {
  it('is too large by exactly (length − rest)² / 2 rest', () => {
    for (let i = 0; i < 10_000; i++) {
      const rest = 2 ** random.uniform(-20, 20);
      const length = rest * random.uniform(0, 3);
      const excess = (length - rest) ** 2 / (2 * rest);
      expectClose(sqrtAround(length * length, rest), length + excess, { relative: 1e-15 });
    }
    expect(sqrtAround(4, 2)).toBe(2);
  });
});

describe('stickCorrection', () => {
  it('differs from the exact correction by (r − 1)² / 2r(1 + r²)', () => {
    for (let i = 0; i < 10_000; i++) {
      const r = random.uniform(0.1, 3);
      const exact = 0.5 * (1 / r - 1);
      const excess = (r - 1) ** 2 / (2 * r * (1 + r * r));
      expectClose(stickCorrection(r * r * 9, 3), exact - excess, { absolute: 1e-14 });
    }
    expect(stickCorrection(9, 3)).toBe(0);
  });
});

describe('reciprocalSqrt', () => {
  /** Largest and smallest relative error over [1, 4), in which the bit pattern repeats. */
  const errors = (steps: number): [number, number] => {
    let [largest, smallest] = [-Infinity, Infinity];
    for (let i = 0; i < 300_000; i++) {
      const value = Math.fround(1 + i / 100_000);
      const error = reciprocalSqrt(value, steps) * Math.sqrt(value) - 1;
      if (error > largest) largest = error;
      if (error < smallest) smallest = error;
    }
    return [largest, smallest];
  };

  it('keeps its error bounds', () => {
    for (const [steps, bound] of [
      [0, 0.035],
      [1, 1.8e-3],
      [2, 4.8e-6],
    ] as const) {
      const [largest, smallest] = errors(steps);
      expect(Math.max(largest, -smallest)).toBeLessThan(bound);
      expect(Math.max(largest, -smallest)).toBeGreaterThan(0.9 * bound);
      if (steps > 0) expect(largest).toBeLessThan(1e-15);
    }
  });

  it('keeps them for every normal f32', () => {
    for (let i = 0; i < 20_000; i++) {
      const value = Math.fround(2 ** random.uniform(-126, 127.9));
      expect(Math.abs(reciprocalSqrt(value) * Math.sqrt(value) - 1)).toBeLessThan(1.8e-3);
      expect(Math.abs(fastSqrt(value, 2) / Math.sqrt(value) - 1)).toBeLessThan(4.8e-6);
    }
    expect(fastSqrt(0)).toBe(0);
    expect(reciprocalSqrt(0)).toBeGreaterThan(1e18);
  });
});
