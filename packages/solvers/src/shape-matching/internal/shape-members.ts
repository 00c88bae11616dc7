/** Members of shape-matched bodies, checked, with the mass of shared particles divided among them. */
import { requireInteger, requireLength, requirePositive } from '@colide/core';
import type { ShapeMembers } from './shape-rest.ts';

interface ShapeDivision {
  readonly members: ShapeMembers;
  /** One over the number of bodies of each particle; 0 for particles without one. */
  readonly shares: Float64Array;
  /** Whether any particle belongs to several bodies. */
  readonly shared: boolean;
}

/** Checks the lists and divides the mass of every particle evenly among its bodies. */
export function divideShapeMasses(
  particleCount: number,
  masses: ArrayLike<number>,
  starts: ArrayLike<number>,
  ids: ArrayLike<number>,
): ShapeDivision {
  requireLength('masses', masses, particleCount);
  requireLength('starts', starts, 1);
  const count = starts.length - 1;
  if (starts[0] !== 0 || starts[count] !== ids.length)
    throw new RangeError(
      `starts must begin with 0 and end with ${ids.length}, got ${starts[0]} and ${starts[count]}`,
    );
  const shares = new Float64Array(particleCount);
  const seen = new Int32Array(particleCount).fill(-1);
  for (let b = 0; b < count; b++) {
    if (!(starts[b + 1] > starts[b]))
      throw new RangeError(`body ${b} has no particles: starts[${b}] is ${starts[b]}, then ${starts[b + 1]}`);
    for (let k = starts[b]; k < starts[b + 1]; k++) {
      const id = ids[k];
      requireInteger(`ids[${k}]`, id, 0, particleCount - 1);
      requirePositive(`masses[${id}]`, masses[id]);
      if (seen[id] === b) throw new RangeError(`particle ${id} appears twice in body ${b}`);
      seen[id] = b;
      shares[id]++;
    }
  }
  let shared = false;
  for (let i = 0; i < particleCount; i++) {
    if (shares[i] > 1) shared = true;
    if (shares[i] > 0) shares[i] = 1 / shares[i];
  }
  const totals = new Float64Array(count);
  const weights = new Float64Array(ids.length);
  for (let b = 0; b < count; b++)
    for (let k = starts[b]; k < starts[b + 1]; k++) {
      weights[k] = masses[ids[k]] * shares[ids[k]];
      totals[b] += weights[k];
    }
  return {
    members: { starts: Uint32Array.from(starts), ids: Uint32Array.from(ids), weights, totals },
    shares,
    shared,
  };
}
