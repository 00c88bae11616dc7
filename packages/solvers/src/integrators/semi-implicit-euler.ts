/**
 * Semi-implicit (symplectic) Euler: the velocity first, then the position with the *new* velocity, `v' = v +
 * a h`, `x' = x + v' h`.
 *
 * Order 1 and one force evaluation per step, like explicit Euler, but symplectic: the energy of an undamped
 * system oscillates around its true value instead of drifting, as long as ωh < 2.
 *
 * Hairer, Lubich & Wanner, "Geometric Numerical Integration", 2nd ed., Springer 2006, ch. I and VI.
 */
import { requireStepArguments } from './internal/integrator-checks.ts';

/**
 * Advances `positions` and `velocities` (three numbers per particle) by `dt` under `forces`. A particle of
 * inverse mass 0 feels no force but keeps its velocity.
 */
export function integrateSemiImplicitEuler(
  positions: Float64Array,
  velocities: Float64Array,
  inverseMasses: Float64Array,
  forces: Float64Array,
  dt: number,
): void {
  const count = requireStepArguments(positions, velocities, 'velocities', inverseMasses, forces, dt);
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    const gain = inverseMasses[i] * dt;
    const vx = velocities[k] + forces[k] * gain;
    const vy = velocities[k + 1] + forces[k + 1] * gain;
    const vz = velocities[k + 2] + forces[k + 2] * gain;
    velocities[k] = vx;
    velocities[k + 1] = vy;
    velocities[k + 2] = vz;
    positions[k] += vx * dt;
    positions[k + 1] += vy * dt;
    positions[k + 2] += vz * dt;
  }
}
