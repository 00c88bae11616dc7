/**
 * Damping: a fraction d ∈ [0, 1] of every velocity is lost in each step, `v' = (1 − d) v`. Position Verlet
 * takes the same d as an argument of its own.
 *
 * A fixed d per step means more damping with shorter steps; `dampingOfRate` converts a rate in 1/s into the
 * fraction for a step. It uses `1/(1 + r h)`, unconditionally stable and free of `Math.exp`, whose bits
 * differ between engines.
 */
import { requireNonNegative, requirePositive } from '@colide/core';
import { requireFraction } from '../internal/parameter-checks.ts';

/** Scales all velocities by `1 − damping`. */
export function dampVelocities(velocities: Float64Array, damping: number): void {
  requireFraction('damping', damping);
  const keep = 1 - damping;
  for (let k = 0; k < velocities.length; k++) velocities[k] *= keep;
}

/** The fraction lost in a step of `dt` at a damping rate in 1/s: `1 − 1/(1 + rate · dt)`. */
export function dampingOfRate(rate: number, dt: number): number {
  requireNonNegative('rate', rate);
  requirePositive('dt', dt);
  return 1 - 1 / (1 + rate * dt);
}
