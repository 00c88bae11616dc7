/**
 * Calls that JavaScript lets pass and that gave wrong numbers in silence: keys cut to integers, NaN for
 * random numbers.
 */
import { Random, radixSort } from '@colide/math';
import { expect, it } from 'vitest';

it('radixSort refuses keys that are neither f32 nor u32', () => {
  for (const keys of [Float64Array.of(0.5, 0.25), Int32Array.of(1, -1), [0.5, 0.25]])
    expect(() => radixSort(keys as unknown as Float32Array, new Uint32Array(2))).toThrow(/keys must be/);
});

it('uniform without bounds is a number in [0, 1)', () => {
  const random = new Random(3);
  for (let i = 0; i < 100; i++) {
    const value = random.uniform();
    expect(value >= 0 && value < 1).toBe(true);
  }
});
