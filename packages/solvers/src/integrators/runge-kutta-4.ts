/**
 * The classical fourth-order Runge–Kutta method: derivatives at the start, twice in the middle and at the end
 * of the step, weighted 1 : 2 : 2 : 1.
 *
 * Order 4, four evaluations of the field per step. The most accurate of the explicit integrators here for
 * smooth motion; not symplectic, it loses a little energy over long times.
 *
 * Kutta, "Beitrag zur näherungsweisen Integration totaler Differentialgleichungen", Z. Math. Phys. 46, 1901.
 */
import type { AccelerationField } from './force-field.ts';
import { requireStateArguments } from './internal/integrator-checks.ts';
import { IntermediateState } from './internal/intermediate-state.ts';

/** Fourth-order Runge–Kutta for a fixed number of particles; owns the intermediate states. */
export class RungeKutta4Integrator {
  private readonly stage: IntermediateState;
  private readonly positionSum: Float64Array;
  private readonly velocitySum: Float64Array;

  /** @param count number of particles */
  constructor(count: number) {
    this.stage = new IntermediateState(count);
    this.positionSum = new Float64Array(3 * count);
    this.velocitySum = new Float64Array(3 * count);
  }

  /** Advances `positions` and `velocities` from `time` to `time + dt`. */
  step(
    positions: Float64Array,
    velocities: Float64Array,
    field: AccelerationField,
    time: number,
    dt: number,
  ): void {
    const { positions: x, velocities: v, accelerations: a } = this.stage;
    const positionSum = this.positionSum;
    const velocitySum = this.velocitySum;
    const length = a.length;
    requireStateArguments(positions, velocities, length, dt);

    field(a, positions, velocities, time);
    for (let k = 0; k < length; k++) {
      positionSum[k] = velocities[k];
      velocitySum[k] = a[k];
      x[k] = positions[k] + velocities[k] * 0.5 * dt;
      v[k] = velocities[k] + a[k] * 0.5 * dt;
    }
    for (let stage = 1; stage <= 3; stage++) {
      const weight = stage === 3 ? 1 : 2;
      const advance = stage === 1 ? 0.5 * dt : dt;
      field(a, x, v, stage === 3 ? time + dt : time + 0.5 * dt);
      for (let k = 0; k < length; k++) {
        const stageVelocity = v[k];
        positionSum[k] += weight * stageVelocity;
        velocitySum[k] += weight * a[k];
        x[k] = positions[k] + stageVelocity * advance;
        v[k] = velocities[k] + a[k] * advance;
      }
    }
    const sixth = dt / 6;
    for (let k = 0; k < length; k++) {
      positions[k] += positionSum[k] * sixth;
      velocities[k] += velocitySum[k] * sixth;
    }
  }
}
