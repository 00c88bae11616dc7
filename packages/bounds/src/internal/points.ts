/** Checks that every fit makes on its points, on entry or when a number turns out not to be finite. */
import { requireFiniteArray, requireMultiple } from '@colide/core';

/** Throws unless `points` holds at least one point of three numbers; returns how many it holds. */
export function countPoints(points: ArrayLike<number>, name = 'points'): number {
  requireMultiple(name, points, 3);
  if (points.length === 0) throw new RangeError(`${name} must hold at least one point, got none`);
  return points.length / 3;
}

/** Called when a result is not finite: throws an error that names the first number at fault. */
export function rejectPoints(points: ArrayLike<number>, name = 'points'): never {
  requireFiniteArray(name, points);
  throw new RangeError(`${name} must span a finite volume, got coordinates too large to square`);
}

/**
 * Throws unless `starts` delimits non-empty groups of points: 0 ≤ s₀ < s₁ < … ≤ `pointCount`. Returns the
 * groups.
 */
export function countGroups(starts: ArrayLike<number>, pointCount: number): number {
  if (starts.length < 1) throw new RangeError('starts must have at least 1 element, got 0');
  for (let i = 0; i < starts.length; i++) {
    const least = i === 0 ? 0 : starts[i - 1] + 1;
    if (!(starts[i] >= least && starts[i] <= pointCount))
      throw new RangeError(`starts[${i}] must be from ${least} to ${pointCount}, got ${starts[i]}`);
  }
  return starts.length - 1;
}
