/**
 * A limit on the speed of Verlet particles. Position-based constraints turn every displacement of a substep
 * into velocity: a particle that was moved a metre away comes back within a millisecond and keeps a speed of
 * a thousand metres per second. With a limit such impacts die out. Below it nothing changes.
 *
 * O(particles) per substep; put it last among the constraints.
 */
import { requirePositive } from '@colide/core';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';

/** Keeps particles from being faster than a limit. */
export class SpeedLimit implements ParticleConstraint {
  private readonly limit = new Float64Array(1);

  /** @param speed in m/s */
  constructor(speed: number) {
    requirePositive('speed', speed);
    this.limit[0] = speed;
  }

  /** The limit in m/s. */
  get speed(): number {
    return this.limit[0];
  }

  /** Does nothing: the limit acts at the end of a substep. */
  project(): void {}

  /** Slows down particles that are too fast. */
  end(system: ParticleSystem, dt: number): void {
    const { positions, previousPositions, count } = system;
    const limit = this.limit[0] * dt;
    for (let k = 0; k < 3 * count; k += 3) {
      const x = positions[k] - previousPositions[k];
      const y = positions[k + 1] - previousPositions[k + 1];
      const z = positions[k + 2] - previousPositions[k + 2];
      const squared = x * x + y * y + z * z;
      if (!(squared > limit * limit)) continue;
      const keep = limit / Math.sqrt(squared);
      previousPositions[k] = positions[k] - keep * x;
      previousPositions[k + 1] = positions[k + 1] - keep * y;
      previousPositions[k + 2] = positions[k + 2] - keep * z;
    }
  }
}
