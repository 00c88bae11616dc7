import { openPlain, sealPlain } from '@colide/geometry';
import { describe, expect, it } from 'vitest';

const value = {
  numbers: [0, -0, 0.1, Number.NaN, Infinity, -Infinity, Number.MIN_VALUE],
  words: ['', 'ä→𝄞'],
  flags: [true, false, null, undefined],
  arrays: [
    new Float64Array([1, -0]),
    new Int32Array([-5]),
    new Uint8Array([1, 2, 3]),
    new Uint8Array(0),
    new Uint16Array([65_535]),
    new Int16Array([-2]),
  ],
  nested: { a: { b: [[[]]] } },
};

describe('plain data as bytes', () => {
  it('comes back with all its bits', () => {
    const bytes = sealPlain('test 1', value);
    expect(openPlain('test 1', bytes)).toEqual(value);
    expect(sealPlain('test 1', openPlain('test 1', bytes) as object)).toEqual(bytes);
  });

  it('is refused if any bit has changed, if it is cut off, and if it is something else', () => {
    const bytes = sealPlain('test 1', value);
    for (let i = 0; i < bytes.length; i++) {
      const flipped = bytes.slice();
      flipped[i] ^= 1 << (i % 8);
      expect(() => openPlain('test 1', flipped)).toThrow(/bytes must be/);
      expect(() => openPlain('test 1', bytes.subarray(0, i))).toThrow(/bytes must be/);
    }
    expect(() => openPlain('test 2', bytes)).toThrow("'test 2', got 'test 1'");
    expect(() => sealPlain('test 1', { code: () => 1 })).toThrow(TypeError);
  });
});
