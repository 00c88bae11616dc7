import { cubeRoot, Random } from '@colide/math';
import { describe, expect, it } from 'vitest';

describe('cubeRoot', () => {
  it('agrees with Math.cbrt to two units in the last place, from the smallest number to the largest', () => {
    const random = new Random(1);
    for (let i = 0; i < 10_000; i++) {
      const value = random.uniform(1, 2) * 2 ** Math.floor(random.uniform(-1022, 1023));
      expect(Math.abs(cubeRoot(value) / Math.cbrt(value) - 1)).toBeLessThanOrEqual(2 ** -51);
      expect(cubeRoot(-value)).toBe(-cubeRoot(value));
    }
    for (const value of [Number.MIN_VALUE, 3e-320, Number.MAX_VALUE])
      expect(Math.abs(cubeRoot(value) / Math.cbrt(value) - 1)).toBeLessThanOrEqual(2 ** -51);
  });

  it('is exact for cubes of whole numbers and powers of two', () => {
    for (let n = 1; n <= 1000; n++) expect(cubeRoot(n ** 3)).toBe(n);
    for (let e = -358; e <= 341; e++) expect(cubeRoot(2 ** (3 * e))).toBe(2 ** e);
  });

  it('returns zeros, NaN and infinities as they are', () => {
    for (const value of [0, -0, Number.NaN, Infinity, -Infinity]) expect(cubeRoot(value)).toBe(value);
  });

  it('computes the bits that simulations rely on', () => {
    let sum = 0;
    for (let i = 1; i <= 100; i++) sum += cubeRoot(i / 7);
    expect(sum).toBe(183.0509672126732);
  });
});
