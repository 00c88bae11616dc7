/** A state between the start and the end of a step, for multi-stage integrators. */
import { requireInteger } from '@colide/core';

/** Positions, velocities and accelerations of `count` particles, three numbers each. */
export class IntermediateState {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly accelerations: Float64Array;

  constructor(count: number) {
    requireInteger('count', count, 0);
    this.positions = new Float64Array(3 * count);
    this.velocities = new Float64Array(3 * count);
    this.accelerations = new Float64Array(3 * count);
  }
}
