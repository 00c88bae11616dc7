/**
 * Measures how far distance constraints are from being satisfied: relative errors `| |δ| − d | / d`, largest,
 * mean and root mean square. O(constraints), read only.
 */
import { requireCount } from '../internal/parameter-checks.ts';

/** Result of {@link measureDistanceError}. */
export interface DistanceError {
  /** Largest relative error. */
  max: number;
  /** Mean relative error. */
  mean: number;
  /** Root mean square of the relative errors. */
  rms: number;
  /** Constraint with the largest error, −1 when there is none. */
  worst: number;
}

/** An empty result for {@link measureDistanceError}. */
export function createDistanceError(): DistanceError {
  return { max: 0, mean: 0, rms: 0, worst: -1 };
}

/** Measures the first `count` distance constraints into `out`; returns the largest relative error. */
export function measureDistanceError(
  out: DistanceError,
  positions: Float64Array,
  ids: Uint32Array,
  restLengths: Float64Array,
  count = restLengths.length,
): number {
  requireCount(count, ids, 2);
  let max = 0;
  let sum = 0;
  let squares = 0;
  let worst = -1;
  for (let i = 0; i < count; i++) {
    const a = 3 * ids[2 * i];
    const b = 3 * ids[2 * i + 1];
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const error = Math.abs(Math.sqrt(dx * dx + dy * dy + dz * dz) / restLengths[i] - 1);
    sum += error;
    squares += error * error;
    if (!(error <= max)) {
      max = error;
      worst = i;
    }
  }
  out.max = max;
  out.mean = count > 0 ? sum / count : 0;
  out.rms = count > 0 ? Math.sqrt(squares / count) : 0;
  out.worst = worst;
  return max;
}
