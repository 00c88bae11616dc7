/**
 * What bulk functions check on entry: the lengths of their arrays, for `count` volumes of `size` numbers
 * each.
 */
import { requireInteger, requireLength } from '@colide/core';

/** Throws unless `local` and `out` hold the volumes, `positions` and `rotations` their poses. */
export function requirePoses(
  count: number,
  size: number,
  out: ArrayLike<number>,
  local: ArrayLike<number>,
  positions: ArrayLike<number>,
  rotations: ArrayLike<number>,
): void {
  requireInteger('count', count);
  requireLength('out', out, size * count);
  requireLength('local', local, size * count);
  requireLength('positions', positions, 3 * count);
  requireLength('rotations', rotations, 4 * count);
}

/** Throws unless `a` and `b` hold the volumes and `out` has room for an answer per pair. */
export function requirePairs(
  count: number,
  size: number,
  out: Uint8Array,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): void {
  requireInteger('count', count);
  requireLength('out', out, count);
  requireLength('a', a, size * count);
  requireLength('b', b, size * count);
}
