import { grown } from '@colide/core';
import { describe, expect, it } from 'vitest';

describe('grown', () => {
  it('doubles the room and keeps the numbers', () => {
    expect(grown(Float64Array.of(0.1, -2, Infinity))).toEqual(Float64Array.of(0.1, -2, Infinity, 0, 0, 0));
    expect(grown(Uint8Array.of(255, 7))).toEqual(Uint8Array.of(255, 7, 0, 0));
  });

  it('makes room for as many numbers as asked, in an array of the same kind', () => {
    const kinds = [Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array];
    for (const Kind of kinds) expect(grown(Kind.of(1, 2), 5)).toEqual(Kind.of(1, 2, 0, 0, 0));
    expect(grown(new Int32Array(0), 16)).toEqual(new Int32Array(16));
  });

  it('leaves the old array alone', () => {
    const old = Int32Array.of(1, 2);
    grown(old)[0] = 7;
    expect(old).toEqual(Int32Array.of(1, 2));
  });
});
