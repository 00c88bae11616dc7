/**
 * Position Verlet (Störmer): the velocity is the difference to the previous position,
 * `x' = x + (x − x₋) + a h²`. Constraints may simply move positions; the velocity follows by itself, which is what
 * makes it the integrator of constraint-based particle systems.
 *
 * Order 2, time reversible, symplectic, one force evaluation a step. When the step length changes, the plain formula
 * would change the speed; the time-corrected one, `x' = x + (x − x₋) h/h₋ + a h (h + h₋)/2`, does not.
 *
 * Verlet, "Computer 'experiments' on classical fluids I", Phys. Rev. 159, 1967. Jakobsen, "Advanced character
 * physics", GDC 2001.
 */
import { requirePositive } from '@colide/core';
import { requireStepArguments } from './internal/integrator-checks.ts';
import { requireFraction } from './internal/parameter-checks.ts';

/**
 * Advances `positions` by `dt` under `forces`; `previousPositions` receives the positions before the step.
 * Particles of inverse mass 0 stay where they are and come to rest.
 *
 * @param previousDt length of the step before; give it when steps vary
 * @param damping fraction of the displacement that is lost in this step, 0 to 1
 */
export function integratePositionVerlet(
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  forces: Float64Array,
  dt: number,
  previousDt = dt,
  damping = 0,
): void {
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
  const keep = previousDt === dt ? 1 - damping : ((1 - damping) * dt) / previousDt;
  const square = 0.5 * dt * (dt + previousDt);
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const w = inverseMasses[i];
    if (w > 0) {
      const gain = w * square;
      positions[k] = x + ((x - previousPositions[k]) * keep + forces[k] * gain);
      positions[k + 1] = y + ((y - previousPositions[k + 1]) * keep + forces[k + 1] * gain);
      positions[k + 2] = z + ((z - previousPositions[k + 2]) * keep + forces[k + 2] * gain);
    }
    previousPositions[k] = x;
    previousPositions[k + 1] = y;
    previousPositions[k + 2] = z;
  }
}

/** Sets the previous positions so that the next Verlet step of length `dt` starts with the given velocities. */
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
