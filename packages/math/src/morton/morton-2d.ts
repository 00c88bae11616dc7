/**
 * Morton codes in the plane: the bits of two coordinates interleaved, so that points with near codes are near
 * in the plane. The leading bits name the cell of a quadtree.
 *
 * Bit 2i of the code is bit i of x, bit 2i + 1 of y. Sixteen bits per axis make an unsigned 32-bit code.
 * `mortonEncodeWide2d` has 31 bits per axis, 62 in all.
 *
 * Cost: O(1) per code, no allocation. The single-code functions do not check: coordinates are taken modulo
 * 2¹⁶.
 *
 * G. M. Morton, "A computer oriented geodetic data base and a new technique in file sequencing", IBM, 1966.
 */
import { requireInteger, requireLength, type Vec2 } from '@colide/core';
import { cellsPerLength, compactBits2d, quantize, spreadBits2d } from './internal/morton-bits.ts';

const cells = 65536;

/** The 32-bit code of the cell (x, y), each an integer from 0 to 65535. */
export function mortonEncode2d(x: number, y: number): number {
  return (spreadBits2d(x) | (spreadBits2d(y) << 1)) >>> 0;
}

/** Writes the cell of a 32-bit code to `out`. */
export function mortonDecode2d(out: Vec2, code: number): Vec2 {
  out[0] = compactBits2d(code);
  out[1] = compactBits2d(code >>> 1);
  return out;
}

/**
 * Writes the 32-bit codes of the first `count` points, two numbers each, to `out`. `rectangle` (min x, y, max
 * x, y) is divided into 65536 cells per axis; points outside count as on its border, and NaN as on its lower
 * border.
 */
export function mortonCodes2d(
  out: Uint32Array,
  points: ArrayLike<number>,
  rectangle: ArrayLike<number>,
  count = points.length / 2,
): Uint32Array {
  requireInteger('count', count);
  requireLength('points', points, 2 * count);
  requireLength('out', out, count);
  requireLength('rectangle', rectangle, 4);
  const minX = rectangle[0];
  const minY = rectangle[1];
  if (!(minX <= rectangle[2] && minY <= rectangle[3]))
    throw new RangeError(`rectangle must have min <= max on both axes, got ${Array.from(rectangle)}`);
  const scaleX = cellsPerLength(minX, rectangle[2], cells);
  const scaleY = cellsPerLength(minY, rectangle[3], cells);
  for (let i = 0; i < count; i++) {
    const x = quantize(points[2 * i], minX, scaleX, cells);
    const y = quantize(points[2 * i + 1], minY, scaleY, cells);
    out[i] = mortonEncode2d(x, y);
  }
  return out;
}
