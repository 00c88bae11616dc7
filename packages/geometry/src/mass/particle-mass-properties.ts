/**
 * Mass, centre of mass and inertia of a set of particles, as shape matching and particle bodies need them:
 * total mass Σ mᵢ, centre Σ mᵢ xᵢ / Σ mᵢ and Σ mᵢ (|r|² 1 − r rᵀ) about it. Two passes, the second relative
 * to the centre, so that nothing cancels far from the origin. O(n).
 */
import { requireFiniteArray, requireLength, requireMultiple, requireNonNegative } from '@colide/core';
import { inertiaAddPoint } from '../internal/inertia.ts';
import type { MassProperties } from './mass-properties.ts';

/**
 * Writes the mass properties of particles at `positions` (`x, y, z` each) and returns the total mass. Without
 * `masses` every particle weighs 1; with them, each must be finite and not negative, and their sum positive.
 */
export function particleMassProperties(
  out: MassProperties,
  positions: ArrayLike<number>,
  masses?: ArrayLike<number>,
): number {
  requireMultiple('positions', positions, 3);
  requireLength('positions', positions, 3);
  requireFiniteArray('positions', positions);
  const count = positions.length / 3;
  if (masses !== undefined) {
    requireLength('masses', masses, count);
    for (let i = 0; i < count; i++) requireNonNegative(`masses[${i}]`, masses[i]);
  }
  const ox = positions[0];
  const oy = positions[1];
  const oz = positions[2];
  let mass = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    const m = masses === undefined ? 1 : masses[i];
    mass += m;
    x += m * (positions[3 * i] - ox);
    y += m * (positions[3 * i + 1] - oy);
    z += m * (positions[3 * i + 2] - oz);
  }
  if (!(mass > 0)) throw new RangeError('masses must have a positive sum, got 0');
  x /= mass;
  y /= mass;
  z /= mass;
  const { center, inertia } = out;
  out.mass = mass;
  out.volume = 0;
  center[0] = ox + x;
  center[1] = oy + y;
  center[2] = oz + z;
  for (let i = 0; i < 9; i++) inertia[i] = 0;
  for (let i = 0; i < count; i++)
    inertiaAddPoint(
      inertia,
      masses === undefined ? 1 : masses[i],
      positions[3 * i] - ox - x,
      positions[3 * i + 1] - oy - y,
      positions[3 * i + 2] - oz - z,
    );
  return mass;
}
