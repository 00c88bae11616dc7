/**
 * Writing bounds conservatively: a bound stored in a `Float32Array` is moved outward to the next float if
 * rounding would have moved it inward. On `Float64Array` and `number[]` the extra comparison never fires.
 */

import { roundDownF32, roundUpF32 } from '../common/round-outward.ts';
import { radiusAt } from './layouts.ts';

/** Any writable array of numbers. */
export interface NumberArray {
  readonly length: number;
  [index: number]: number;
}

/** Stores a lower bound; what is read back is never above `value`. */
export function storeLow(out: NumberArray, index: number, value: number): void {
  out[index] = value;
  if (out[index] > value) out[index] = roundDownF32(value);
}

/** Stores an upper bound; what is read back is never below `value`. */
export function storeHigh(out: NumberArray, index: number, value: number): void {
  out[index] = value;
  if (out[index] < value) out[index] = roundUpF32(value);
}

/**
 * Stores a ball at `at`. If the centre had to be rounded, the radius grows by the distance it moved, so that
 * the stored ball contains the given one.
 */
export function storeBall(
  out: NumberArray,
  at: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  const dx = out[at] - x;
  const dy = out[at + 1] - y;
  const dz = out[at + 2] - z;
  const moved = dx * dx + dy * dy + dz * dz;
  storeHigh(out, at + radiusAt, moved === 0 ? radius : (radius + Math.sqrt(moved)) * (1 + 2 ** -50));
}

/** Stores a disc; if rounding moves the centre, the radius grows by as much. */
export function storeDisc(out: NumberArray, x: number, y: number, radius: number): void {
  out[0] = x;
  out[1] = y;
  const moved = Math.hypot(out[0] - x, out[1] - y);
  storeHigh(out, 2, moved === 0 ? radius : (radius + moved) * (1 + 2 ** -50));
}

/**
 * The smallest double `r` near √`squared` with `r · r ≥ squared`, so that a point at that distance is
 * contained.
 */
export function radiusOf(squared: number): number {
  let r = Math.sqrt(squared);
  // One step is enough unless the square underflows.
  for (let step = 2 ** -52; r * r < squared; step *= 2) r = r * (1 + step) + 5e-324;
  return r;
}
