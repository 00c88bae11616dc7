/**
 * The explicit midpoint rule (second-order Runge–Kutta): half an Euler step to the middle, then a whole step
 * with the derivatives found there.
 *
 * Order 2, two evaluations of the field per step. Not symplectic: energy drifts slowly (third order in h for
 * an oscillator), so it suits short, smooth motion and fields that depend on the velocity.
 *
 * Runge, "Über die numerische Auflösung von Differentialgleichungen", Math. Ann. 46, 1895.
 */
import type { AccelerationField } from './force-field.ts';
import { requireStateArguments } from './internal/integrator-checks.ts';
import { IntermediateState } from './internal/intermediate-state.ts';

/** The midpoint rule for a fixed number of particles; owns the intermediate state. */
export class MidpointIntegrator {
  private readonly middle: IntermediateState;

  /** @param count number of particles */
  constructor(count: number) {
    this.middle = new IntermediateState(count);
  }

  /** Advances `positions` and `velocities` from `time` to `time + dt`. */
  step(
    positions: Float64Array,
    velocities: Float64Array,
    field: AccelerationField,
    time: number,
    dt: number,
  ): void {
    const { positions: middle, velocities: middleVelocities, accelerations: a } = this.middle;
    requireStateArguments(positions, velocities, a.length, dt);
    const half = 0.5 * dt;
    field(a, positions, velocities, time);
    for (let k = 0; k < a.length; k++) {
      middle[k] = positions[k] + velocities[k] * half;
      middleVelocities[k] = velocities[k] + a[k] * half;
    }
    field(a, middle, middleVelocities, time + half);
    for (let k = 0; k < a.length; k++) {
      positions[k] += middleVelocities[k] * dt;
      velocities[k] += a[k] * dt;
    }
  }
}
