/** The holds of all bodies that are awake, as one constraint of the particle system. */
import type { ParticleConstraint, ParticleSystem } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';

/** Sweeps over the holds of bodies. */
export class SoftHolds implements ParticleConstraint {
  private readonly bodies: readonly SoftBody[];

  constructor(bodies: readonly SoftBody[]) {
    this.bodies = bodies;
  }

  begin(): void {
    const { bodies } = this;
    for (let b = 0; b < bodies.length; b++) if (!bodies[b]!.asleep) bodies[b]!.hold.begin?.();
  }

  project(_system: ParticleSystem, dt: number): void {
    const { bodies } = this;
    for (let b = 0; b < bodies.length; b++)
      if (!bodies[b]!.asleep) bodies[b]!.hold.project(bodies[b]!.view, dt);
  }
}
