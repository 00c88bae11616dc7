/**
 * Position Verlet (Störmer): the velocity is the difference to the previous position, `x' = x + (x − x₋) + a
 * h²`. Constraints may simply move positions; the velocity follows by itself, which is what makes it the
 * integrator of constraint-based particle systems.
 *
 * Order 2, time reversible, symplectic, one force evaluation per step. When the step length changes, the
 * plain formula would change the speed; the time-corrected one, `x' = x + (x − x₋) h/h₋ + a h (h + h₋)/2`,
 * does not.
 *
 * Verlet, "Computer 'experiments' on classical fluids I", Phys. Rev. 159, 1967. Jakobsen, "Advanced character
 * physics", GDC 2001.
 */
import { requirePositive } from '@colide/core';
import { requireFraction } from '../internal/parameter-checks.ts';
import { createVerletStep, moveByVerlet } from '../internal/verlet-move.ts';
import { requireStepArguments } from './internal/integrator-checks.ts';

/** Optional settings of a Verlet step. */
export interface VerletOptions {
  /** Length of the previous step, needed when steps vary. Default: that of this step. */
  readonly previousDt?: number;
  /** Fraction of the displacement that is lost in this step, 0 to 1. Default 0. */
  readonly damping?: number;
}

const defaultOptions: VerletOptions = {};
const step = /* @__PURE__ */ createVerletStep();

/**
 * Advances `positions` by `dt` under `forces`; `previousPositions` receives the positions before the step.
 * Particles of inverse mass 0 stay where they are and come to rest.
 */
export function integratePositionVerlet(
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  forces: Float64Array,
  dt: number,
  options: VerletOptions = defaultOptions,
): void {
  const { previousDt = dt, damping = 0 } = options;
  const count = requireStepArguments(
    positions,
    previousPositions,
    'previousPositions',
    inverseMasses,
    forces,
    dt,
  );
  requirePositive('previousDt', previousDt);
  requireFraction('damping', damping);
  step.dt = dt;
  step.previousDt = previousDt;
  step.damping = damping;
  moveByVerlet(positions, previousPositions, inverseMasses, forces, count, step);
}

/**
 * Sets the previous positions so that the next Verlet step of length `dt` starts with the given velocities.
 */
export function setVerletVelocities(
  previousPositions: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  dt: number,
): void {
  requirePositive('dt', dt);
  for (let k = 0; k < positions.length; k++) previousPositions[k] = positions[k] - velocities[k] * dt;
}

/** Writes to `out` the velocities `(x − x₋)/dt`, exact at the middle of the last step. Returns `out`. */
export function getVerletVelocities(
  out: Float64Array,
  positions: Float64Array,
  previousPositions: Float64Array,
  dt: number,
): Float64Array {
  requirePositive('dt', dt);
  for (let k = 0; k < positions.length; k++) out[k] = (positions[k] - previousPositions[k]) / dt;
  return out;
}
