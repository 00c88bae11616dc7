/**
 * Linear interpolation of a range of numbers: positions between two frames, for instance. Exact at both ends.
 */

/** Writes `from + t · (to − from)` for the indices `start` ≤ i < `end`; `out` may be either input. */
export function lerpRange(
  out: Float64Array | Float32Array,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  t: number,
  start = 0,
  end = out.length,
): void {
  for (let i = start; i < end; i++) out[i] = (1 - t) * from[i] + t * to[i];
}
