/**
 * Velocity Verlet: `x' = x + v h + ½ a h²`, `v' = v + ½ (a + a') h`, the same trajectory as position Verlet
 * with velocities at the same instants as positions.
 *
 * Order 2, time reversible, symplectic; one evaluation of the field per step, because a' of one step is a of
 * the next. Fields that depend on the velocity are evaluated with the half-step velocity `v + ½ a h`.
 *
 * Swope, Andersen, Berens & Wilson, J. Chem. Phys. 76, 1982.
 */
import { requireInteger } from '@colide/core';
import type { AccelerationField } from './force-field.ts';
import { requireStateArguments } from './internal/integrator-checks.ts';

/** Velocity Verlet for a fixed number of particles; owns the accelerations between steps. */
export class VelocityVerletIntegrator {
  /** Accelerations at the end of the last step. */
  readonly accelerations: Float64Array;
  private fresh = false;

  /** @param count number of particles */
  constructor(count: number) {
    requireInteger('count', count, 0);
    this.accelerations = new Float64Array(3 * count);
  }

  /** Call after positions or velocities were changed from outside: the next step evaluates the field anew. */
  reset(): void {
    this.fresh = false;
  }

  /** Advances `positions` and `velocities` from `time` to `time + dt`. */
  step(
    positions: Float64Array,
    velocities: Float64Array,
    field: AccelerationField,
    time: number,
    dt: number,
  ): void {
    const a = this.accelerations;
    requireStateArguments(positions, velocities, a.length, dt);
    if (!this.fresh) field(a, positions, velocities, time);
    const half = 0.5 * dt;
    for (let k = 0; k < a.length; k++) {
      velocities[k] += a[k] * half;
      positions[k] += velocities[k] * dt;
    }
    field(a, positions, velocities, time + dt);
    for (let k = 0; k < a.length; k++) velocities[k] += a[k] * half;
    this.fresh = true;
  }
}
