/**
 * Explicit Euler: both position and velocity move along the derivatives at the start of the step, `x' = x + v
 * h`, `v' = v + a h`.
 *
 * Order 1. One force evaluation per step. It gains energy on every oscillation (a spring grows by the factor
 * √(1 + ω²h²) per step), so it is here for comparison and teaching; use `semi-implicit-euler` for the same
 * price.
 *
 * Hairer, Lubich & Wanner, "Geometric Numerical Integration", 2nd ed., Springer 2006, ch. I.
 */
import { requireStepArguments } from './internal/integrator-checks.ts';

/**
 * Advances `positions` and `velocities` (three numbers per particle) by `dt` under `forces`. A particle of
 * inverse mass 0 feels no force but keeps its velocity.
 */
export function integrateExplicitEuler(
  positions: Float64Array,
  velocities: Float64Array,
  inverseMasses: Float64Array,
  forces: Float64Array,
  dt: number,
): void {
  const count = requireStepArguments(positions, velocities, 'velocities', inverseMasses, forces, dt);
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    const gain = inverseMasses[i] * dt;
    positions[k] += velocities[k] * dt;
    positions[k + 1] += velocities[k + 1] * dt;
    positions[k + 2] += velocities[k + 2] * dt;
    velocities[k] += forces[k] * gain;
    velocities[k + 1] += forces[k + 1] * gain;
    velocities[k + 2] += forces[k + 2] * gain;
  }
}
