import { plainDoubles } from '@colide/core';
import { describe, expect, it } from 'vitest';

describe('plainDoubles', () => {
  it.each([1, 2, 17, 1000])('has room for %i numbers', length => {
    const numbers = plainDoubles(length);
    expect(numbers).toHaveLength(length);
    for (let i = 0; i < length; i++) expect(numbers[i]).toBeTypeOf('number');
  });

  it('keeps what is written, of every kind', () => {
    const numbers = plainDoubles(6);
    const values = [0, -0, 1, Infinity, NaN, 2 ** -1074];
    for (const [i, value] of values.entries()) numbers[i] = value;
    for (const [i, value] of values.entries()) expect(numbers[i]).toBe(value);
  });
});
