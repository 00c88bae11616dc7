/**
 * Checks for constraint arrays, to be run once when a body is built: the sweeps themselves trust their input.
 * An index out of range would read `undefined`, become NaN and spread; here it is an error that names its
 * position.
 */
import { requireMultiple } from '@colide/core';

/** Throws unless `ids` holds groups of `arity` distinct particles, each below `particleCount`. */
export function requireParticleIds(
  name: string,
  ids: ArrayLike<number>,
  arity: number,
  particleCount: number,
): void {
  requireMultiple(name, ids, arity);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (!(Number.isInteger(id) && id >= 0 && id < particleCount))
      throw new RangeError(`${name}[${i}] must be a particle from 0 to ${particleCount - 1}, got ${id}`);
    for (let j = i - (i % arity); j < i; j++)
      if (ids[j] === id) throw new RangeError(`${name}[${j}] and ${name}[${i}] are the same particle, ${id}`);
  }
}

/** Throws unless the first `count` rest lengths are finite and above zero. */
export function requireRestLengths(name: string, restLengths: ArrayLike<number>, count: number): void {
  if (restLengths.length < count)
    throw new RangeError(`${name} must have at least ${count} elements, got ${restLengths.length}`);
  for (let i = 0; i < count; i++)
    if (!(restLengths[i] > 0 && restLengths[i] < Infinity))
      throw new RangeError(`${name}[${i}] must be positive and finite, got ${restLengths[i]}`);
}

/**
 * Writes the current distances of the particle pairs to `out`: the rest lengths of a body in its current
 * state.
 */
export function measureRestLengths(
  out: Float64Array,
  positions: Float64Array,
  ids: ArrayLike<number>,
): Float64Array {
  requireParticleIds('ids', ids, 2, positions.length / 3);
  for (let i = 0; i < ids.length / 2; i++) {
    const a = 3 * ids[2 * i];
    const b = 3 * ids[2 * i + 1];
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    out[i] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  requireRestLengths('the distances', out, ids.length / 2);
  return out;
}
