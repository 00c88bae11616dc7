/**
 * Morton codes of 63 bits in space (21 bits per axis) and of 62 bits in the plane (31 bits per axis), as two
 * unsigned 32-bit words: 1 mm cells in a box of 2 km.
 *
 * The low word comes first, so that an array of codes viewed as `BigUint64Array` holds them as integers, and
 * sorting by the low and then by the high word with the stable `radixSort` sorts by code. No BigInt is made
 * here.
 *
 * Cost: O(1) per code, no allocation. The single-code functions do not check: coordinates are taken modulo
 * 2²¹ and 2³¹.
 *
 * G. M. Morton, "A computer oriented geodetic data base and a new technique in file sequencing", IBM, 1966.
 */
import {
  type ReadonlyAabb,
  requireAabb,
  requireInteger,
  requireLength,
  type Vec2,
  type Vec3,
} from '@colide/core';
import {
  cellsPerLength,
  compactBits,
  compactBits2d,
  quantize,
  spreadBits,
  spreadBits2d,
} from './internal/morton-bits.ts';

const cells = 2 ** 21;

/**
 * Writes the 63-bit code of the cell (x, y, z), each from 0 to 2²¹ − 1, to `out[at]` (low) and `out[at + 1]`
 * (high).
 */
export function mortonEncodeWide(out: Uint32Array, x: number, y: number, z: number, at = 0): Uint32Array {
  const low = spreadBits(x) | (spreadBits(y) << 1) | (spreadBits(z) << 2);
  const middle = spreadBits(x >>> 10) | (spreadBits(y >>> 10) << 1) | (spreadBits(z >>> 10) << 2);
  const top = ((x >>> 20) & 1) | (((y >>> 20) & 1) << 1) | (((z >>> 20) & 1) << 2);
  out[at] = low | (middle << 30);
  out[at + 1] = (middle >>> 2) | (top << 28);
  return out;
}

/** Writes the cell of a 63-bit code, given as its two words, to `out`. */
export function mortonDecodeWide(out: Vec3, low: number, high: number): Vec3 {
  const middle = (low >>> 30) | (high << 2);
  const top = high >>> 28;
  out[0] = compactBits(low) | (compactBits(middle) << 10) | ((top & 1) << 20);
  out[1] = compactBits(low >>> 1) | (compactBits(middle >>> 1) << 10) | (((top >>> 1) & 1) << 20);
  out[2] =
    compactBits(low >>> 2) | (compactBits((middle >>> 2) & 0xfffffff) << 10) | (((top >>> 2) & 1) << 20);
  return out;
}

/**
 * Writes the 62-bit code of the cell (x, y), each from 0 to 2³¹ − 1, to `out[at]` (low) and `out[at + 1]`
 * (high).
 */
export function mortonEncodeWide2d(out: Uint32Array, x: number, y: number, at = 0): Uint32Array {
  out[at] = spreadBits2d(x) | (spreadBits2d(y) << 1);
  out[at + 1] = spreadBits2d((x >>> 16) & 0x7fff) | (spreadBits2d((y >>> 16) & 0x7fff) << 1);
  return out;
}

/** Writes the cell of a 62-bit code, given as its two words, to `out`. */
export function mortonDecodeWide2d(out: Vec2, low: number, high: number): Vec2 {
  out[0] = compactBits2d(low) | (compactBits2d(high) << 16);
  out[1] = compactBits2d(low >>> 1) | (compactBits2d(high >>> 1) << 16);
  return out;
}

/**
 * Writes the 63-bit codes of the first `count` points, three numbers each, to `out`, two words each. `box` is
 * divided into 2²¹ cells per axis; points outside count as on its border, and NaN as on its lower border.
 */
export function mortonCodesWide(
  out: Uint32Array,
  points: ArrayLike<number>,
  box: ReadonlyAabb,
  count = points.length / 3,
): Uint32Array {
  requireInteger('count', count);
  requireLength('points', points, 3 * count);
  requireLength('out', out, 2 * count);
  requireAabb('box', box);
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const scaleX = cellsPerLength(minX, box[3], cells);
  const scaleY = cellsPerLength(minY, box[4], cells);
  const scaleZ = cellsPerLength(minZ, box[5], cells);
  for (let i = 0; i < count; i++) {
    const x = quantize(points[3 * i], minX, scaleX, cells);
    const y = quantize(points[3 * i + 1], minY, scaleY, cells);
    const z = quantize(points[3 * i + 2], minZ, scaleZ, cells);
    mortonEncodeWide(out, x, y, z, 2 * i);
  }
  return out;
}
