/**
 * The holds of all bodies that are awake, and their attachments to rigid bodies, as one constraint of the particle system.
 *
 * A light rope feels a heavy body at its end only as the particle there is pulled back and forth between the two, so bodies with attachments
 * are swept several times: their stretch falls in proportion.
 */
import type { ParticleConstraint, ParticleSystem, RigidAttachments } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';

/** Further sweeps of bodies that are attached to rigid ones. */
const attachedSweeps = 8;

/** Sweeps over the holds of bodies. */
export class SoftHolds implements ParticleConstraint {
  private readonly bodies: readonly SoftBody[];
  private readonly attachments: RigidAttachments;

  constructor(bodies: readonly SoftBody[], attachments: RigidAttachments) {
    this.bodies = bodies;
    this.attachments = attachments;
  }

  begin(): void {
    const { bodies } = this;
    for (let b = 0; b < bodies.length; b++) if (!bodies[b]!.asleep) bodies[b]!.hold.begin?.();
  }

  project(system: ParticleSystem, dt: number): void {
    const { bodies, attachments } = this;
    for (let b = 0; b < bodies.length; b++)
      if (!bodies[b]!.asleep) bodies[b]!.hold.project(bodies[b]!.view, dt);
    if (attachments.count === 0) return;
    attachments.project(system);
    for (let n = 0; n < attachedSweeps; n++) {
      for (let b = 0; b < bodies.length; b++)
        if (!bodies[b]!.asleep && bodies[b]!.attachments > 0) bodies[b]!.hold.project(bodies[b]!.view, dt);
      attachments.project(system);
    }
  }
}
