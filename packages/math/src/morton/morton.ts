/**
 * Morton codes in space, 30 bits: the bits of three coordinates interleaved, so that points with near codes
 * are near in space. Sorting by code walks a Z-shaped curve through the box; the leading bits name the cell
 * of an octree.
 *
 * Idea: spread the bits of each coordinate two bits apart by shifting and masking in halves, then merge. Bit
 * 3i of the code is bit i of x, bit 3i + 1 of y, bit 3i + 2 of z.
 *
 * Cost: O(1) per code, no allocation. Limits: 10 bits per axis, 1024 cells; `mortonEncodeWide` has 21. The
 * single-code functions do not check: coordinates are taken modulo 1024.
 *
 * G. M. Morton, "A computer oriented geodetic data base and a new technique in file sequencing", IBM, 1966.
 * I. Gargantini, "An effective way to represent quadtrees", Communications of the ACM 25(12), 1982.
 */
import { type ReadonlyAabb, requireAabb, requireInteger, requireLength, type Vec3 } from '@colide/core';
import { cellsPerLength, compactBits, quantize, spreadBits } from './internal/morton-bits.ts';

const cells = 1024;

/** The 30-bit code of the cell (x, y, z), each an integer from 0 to 1023. */
export function mortonEncode(x: number, y: number, z: number): number {
  return spreadBits(x) | (spreadBits(y) << 1) | (spreadBits(z) << 2);
}

/** Writes the cell of a 30-bit code to `out`. */
export function mortonDecode(out: Vec3, code: number): Vec3 {
  out[0] = compactBits(code);
  out[1] = compactBits(code >>> 1);
  out[2] = compactBits(code >>> 2);
  return out;
}

/**
 * Writes the 30-bit codes of the first `count` points, three numbers each, to `out`. `box` is divided into
 * 1024 cells per axis; points outside count as on its border, and NaN as on its lower border. Along an axis
 * on which the box has no extent all points are in cell 0.
 */
export function mortonCodes(
  out: Uint32Array,
  points: ArrayLike<number>,
  box: ReadonlyAabb,
  count = points.length / 3,
): Uint32Array {
  requireInteger('count', count);
  requireLength('points', points, 3 * count);
  requireLength('out', out, count);
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
    out[i] = mortonEncode(x, y, z);
  }
  return out;
}
