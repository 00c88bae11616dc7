/**
 * Points as the hull builder wants them: moved near the origin and scaled to unit size, both without rounding, so
 * that exact predicates on them decide about the input itself and every tolerance is a plain constant.
 *
 * An axis is shifted only where its centre is at least twice its extent away from zero; then every subtraction is
 * exact (Sterbenz' lemma). The scale is a power of two.
 */
import { requireMultiple } from '@colide/core';

/** Distances below this, in units of the point set's size, are rounding noise. */
export const hullNoise = 4e-14;

/** Shifted and scaled points, three numbers each, with the ids of the extreme ones. */
export interface HullPoints {
  count: number;
  coords: Float64Array;
  /** Ids of the points with the least x, y, z and the greatest x, y, z. */
  extremes: Int32Array;
  /** Multiply by this to return to the input's units; a power of two. */
  unit: number;
  /** Distance under which the input's own coordinates cannot tell points from a plane, in scaled units. */
  resolution: number;
}

/** Checks `points` and prepares them; throws where they are empty, not triples or not finite. */
export function prepareHullPoints(points: ArrayLike<number>): HullPoints {
  requireMultiple('points', points, 3);
  if (points.length === 0) throw new RangeError('points must hold at least one point, got none');
  const count = points.length / 3;
  const coords = new Float64Array(points);
  const extremes = new Int32Array(6);
  const low = [coords[0]!, coords[1]!, coords[2]!];
  const high = [coords[0]!, coords[1]!, coords[2]!];
  for (let axis = 0; axis < 3; axis++) {
    let least = coords[axis]!;
    let greatest = least;
    let leastId = 0;
    let greatestId = 0;
    let sum = 0;
    for (let i = 0, at = axis; i < count; i++, at += 3) {
      const x = coords[at]!;
      sum += x - x;
      if (x < least) {
        least = x;
        leastId = i;
      } else if (x > greatest) {
        greatest = x;
        greatestId = i;
      }
    }
    if (sum !== 0) throwNotFinite(coords);
    low[axis] = least;
    high[axis] = greatest;
    extremes[axis] = leastId;
    extremes[axis + 3] = greatestId;
  }
  const size = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  const unit = powerOfTwoBelow(size);
  const inverse = 1 / unit;
  let magnitude = 0;
  for (let axis = 0; axis < 3; axis++) {
    const center = low[axis]! / 2 + high[axis]! / 2;
    const shift = Math.abs(center) >= 2 * (high[axis]! - low[axis]!) ? center : 0;
    magnitude = Math.max(magnitude, Math.abs(low[axis]!), Math.abs(high[axis]!));
    if (shift === 0 && inverse === 1) continue;
    for (let at = axis; at < 3 * count; at += 3) coords[at] = (coords[at]! - shift) * inverse;
  }
  const resolution = Math.max(hullNoise, 2 ** -52 * magnitude * inverse);
  return { count, coords, extremes, unit, resolution };
}

/** The power of two with `power` ≤ `size` < 2 `power`, kept where its inverse is finite; 1 for size 0. */
function powerOfTwoBelow(size: number): number {
  if (!(size > 0)) return 1;
  if (size > 1e307) throw new RangeError('points must span less than 1e307 on every axis');
  let power = 2 ** Math.floor(Math.log2(Math.max(size, 1e-300)));
  if (power > size) power /= 2;
  else if (2 * power <= size) power *= 2;
  return power;
}

function throwNotFinite(coords: Float64Array): never {
  const at = coords.findIndex(x => !Number.isFinite(x));
  throw new RangeError(`points[${at}] must be a finite number, got ${coords[at]}`);
}
