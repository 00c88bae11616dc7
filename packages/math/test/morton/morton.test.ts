import {
  mortonCodes,
  mortonCodes2d,
  mortonCodesWide,
  mortonDecode,
  mortonDecode2d,
  mortonDecodeWide,
  mortonDecodeWide2d,
  mortonEncode,
  mortonEncode2d,
  mortonEncodeWide,
  mortonEncodeWide2d,
} from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** The bits of the coordinates interleaved one by one. */
function interleave(coordinates: readonly number[], bits: number): bigint {
  let code = 0n;
  for (let bit = 0; bit < bits; bit++)
    coordinates.forEach((x, axis) => {
      code |= ((BigInt(x) >> BigInt(bit)) & 1n) << BigInt(bit * coordinates.length + axis);
    });
  return code;
}

const join = (words: Uint32Array) => (BigInt(words[1]) << 32n) | BigInt(words[0]);
const upTo = (bits: number) =>
  fc.oneof(fc.nat(2 ** bits - 1), fc.constantFrom(0, 1, 2 ** bits - 1, 2 ** (bits - 1)));
const runs = { numRuns: 1000 };

describe('Morton codes', () => {
  it('interleave 3 × 10 bits and come back', () => {
    fc.assert(
      fc.property(upTo(10), upTo(10), upTo(10), (x, y, z) => {
        const code = mortonEncode(x, y, z);
        expect(BigInt(code)).toBe(interleave([x, y, z], 10));
        expect(mortonDecode([0, 0, 0], code)).toEqual([x, y, z]);
      }),
      runs,
    );
  });

  it('interleave 2 × 16 bits and come back', () => {
    fc.assert(
      fc.property(upTo(16), upTo(16), (x, y) => {
        const code = mortonEncode2d(x, y);
        expect(BigInt(code)).toBe(interleave([x, y], 16));
        expect(mortonDecode2d([0, 0], code)).toEqual([x, y]);
      }),
      runs,
    );
  });

  it('interleave 3 × 21 bits and come back', () => {
    fc.assert(
      fc.property(upTo(21), upTo(21), upTo(21), (x, y, z) => {
        const words = mortonEncodeWide(new Uint32Array(2), x, y, z);
        expect(join(words)).toBe(interleave([x, y, z], 21));
        expect(mortonDecodeWide([0, 0, 0], words[0], words[1])).toEqual([x, y, z]);
        expect(new BigUint64Array(words.buffer)[0]).toBe(join(words));
      }),
      runs,
    );
  });

  it('interleave 2 × 31 bits and come back', () => {
    fc.assert(
      fc.property(upTo(31), upTo(31), (x, y) => {
        const words = mortonEncodeWide2d(new Uint32Array(4), x, y, 2).subarray(2);
        expect(join(words)).toBe(interleave([x, y], 31));
        expect(mortonDecodeWide2d([0, 0], words[0], words[1])).toEqual([x, y]);
      }),
      runs,
    );
  });

  it('quantise points into a box', () => {
    const box = [-1, 0, 10, 1, 4, 10];
    // Corner, centre, far corner, outside on both sides, NaN; z has no extent.
    const points = [-1, 0, 10, 0, 2, 10, 1, 4, 10, -9, 9, -Infinity, Infinity, Number.NaN, 11];
    const cells = [
      [0, 0, 0],
      [0.5, 0.5, 0],
      [1, 1, 0],
      [0, 1, 0],
      [1, 0, 0],
    ];
    const cell = (part: number, count: number) => Math.min(count - 1, Math.floor(part * count));
    const codes = mortonCodes(new Uint32Array(5), points, box);
    const wide = mortonCodesWide(new Uint32Array(10), points, box);
    const flat = mortonCodes2d(
      new Uint32Array(5),
      points.filter((_, i) => i % 3 < 2),
      [-1, 0, 1, 4],
    );
    cells.forEach((parts, i) => {
      expect(mortonDecode([0, 0, 0], codes[i])).toEqual(parts.map(part => cell(part, 1024)));
      expect(mortonDecodeWide([0, 0, 0], wide[2 * i], wide[2 * i + 1])).toEqual(
        parts.map(part => cell(part, 2 ** 21)),
      );
      expect(mortonDecode2d([0, 0], flat[i])).toEqual(parts.slice(0, 2).map(part => cell(part, 65536)));
    });
  });

  it('allocate nothing in bulk', () => {
    const points = Float32Array.from({ length: 300 }, (_, i) => (i * 7919) % 101);
    const out = new Uint32Array(200);
    const box = [0, 0, 0, 100, 100, 100];
    expectNoAllocation(() => mortonCodes(out, points, box));
    expectNoAllocation(() => mortonCodesWide(out, points, box));
    expectNoAllocation(() => mortonCodes2d(out, points, box));
  });

  it('name bad arguments', () => {
    const box = [0, 0, 0, 1, 1, 1];
    for (const codes of [mortonCodes, mortonCodesWide]) {
      expect(() => codes(new Uint32Array(1), new Float32Array(9), box)).toThrow(/out/);
      expect(() => codes(new Uint32Array(9), new Float32Array(9), box, 4)).toThrow(/points/);
      expect(() => codes(new Uint32Array(9), new Float32Array(9), box, -1)).toThrow(/count/);
      expect(() => codes(new Uint32Array(9), new Float32Array(8), box)).toThrow(/count/);
      expect(() => codes(new Uint32Array(9), new Float32Array(9), [0, 0, 0, 1, -1, 1])).toThrow(/box/);
    }
    expect(() => mortonCodes2d(new Uint32Array(1), new Float32Array(4), [0, 0, 1, 1])).toThrow(/out/);
    expect(() => mortonCodes2d(new Uint32Array(2), new Float32Array(4), [0, 0, 1])).toThrow(/rectangle/);
    expect(() => mortonCodes2d(new Uint32Array(2), new Float32Array(4), [0, 0, 1, -1])).toThrow(/rectangle/);
    expect(() => mortonCodes2d(new Uint32Array(2), new Float32Array(4), [0, 0, 1, 1], Number.NaN)).toThrow(
      /count/,
    );
  });
});
