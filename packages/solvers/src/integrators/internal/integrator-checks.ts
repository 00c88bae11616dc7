/** Argument checks of the integrators: a positive step and arrays of one length. */
import { requireLength, requireMultiple, requirePositive } from '@colide/core';

/**
 * Throws unless the arrays describe the same particles and `dt` is a positive step. Returns the particle
 * count.
 */
export function requireStepArguments(
  positions: Float64Array,
  rates: Float64Array,
  rateName: string,
  inverseMasses: Float64Array,
  forces: Float64Array,
  dt: number,
): number {
  requireMultiple('positions', positions, 3);
  requireLength(rateName, rates, positions.length);
  requireLength('forces', forces, positions.length);
  requireLength('inverseMasses', inverseMasses, positions.length / 3);
  requirePositive('dt', dt);
  return positions.length / 3;
}

/**
 * Throws unless `positions` and `velocities` fit an integrator made for `length` numbers and `dt` is
 * positive.
 */
export function requireStateArguments(
  positions: Float64Array,
  velocities: Float64Array,
  length: number,
  dt: number,
): void {
  requireLength('positions', positions, length);
  requireLength('velocities', velocities, length);
  requirePositive('dt', dt);
}
