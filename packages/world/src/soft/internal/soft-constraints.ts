/**
 * Everything that acts on the particles in a substep, as one constraint of the particle system: the holds of
 * bodies that are awake, their attachments to rigid bodies, contacts between particles, contacts with rigid
 * bodies, the speed limit. Contacts with rigid bodies come last in a sweep, so they are satisfied at the end
 * of every substep.
 *
 * A light rope feels a heavy body at its end only through the particle that is pulled back and forth between
 * the two. So bodies with attachments are swept several times; their stretch decreases in proportion.
 */
import {
  type ClothKernels,
  type ClothSweeps,
  type ParticleConstraint,
  ParticleContacts,
  type ParticleSystem,
  RigidAttachments,
  RigidParticleContacts,
  RigidSubsteps,
  SpeedLimit,
} from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';
import type { SoftDivision } from '../soft-crew.ts';
import { ClothHold } from './soft-holds.ts';

/** Additional sweeps of bodies that are attached to rigid ones. */
const attachedSweeps = 8;

/** The constraints of a step. */
export class SoftConstraints implements ParticleConstraint {
  readonly substeps = new RigidSubsteps();
  readonly attachments = new RigidAttachments(this.substeps);
  readonly rigidContacts = new RigidParticleContacts(this.substeps);
  readonly pairContacts = new ParticleContacts();
  /** The object that sweeps over holds instead, if workers help. */
  division: SoftDivision<SoftBody, ParticleSystem> | undefined;
  /** The kernels of cloths, if there are any. */
  private readonly sweeps: ClothSweeps | undefined;
  private readonly limit: SpeedLimit;
  private readonly bodies: readonly SoftBody[];

  /** @param maxSpeed speed limit of the particles, in m/s */
  constructor(bodies: readonly SoftBody[], maxSpeed: number, kernels?: ClothKernels) {
    this.bodies = bodies;
    this.sweeps = kernels?.createSweeps();
    this.limit = new SpeedLimit(maxSpeed);
  }

  begin(system: ParticleSystem, dt: number): void {
    const { bodies } = this;
    this.substeps.begin(system, dt);
    for (let b = 0; b < bodies.length; b++) if (!bodies[b].asleep) bodies[b].hold.begin?.();
    this.pairContacts.begin(system);
    this.rigidContacts.begin(system);
  }

  project(system: ParticleSystem, dt: number): void {
    this.hold(system, dt, false);
    if (this.attachments.count > 0) this.holdAttached(system, dt);
    this.pairContacts.project(system);
    this.rigidContacts.project(system);
  }

  end(system: ParticleSystem, dt: number): void {
    this.substeps.end(system, dt);
    this.pairContacts.end(system, dt);
    this.rigidContacts.end(system, dt);
    this.limit.end(system, dt);
  }

  /** Forgets a body that is removed. */
  forget({ hold }: SoftBody): void {
    if (hold instanceof ClothHold) this.sweeps?.forget(hold);
  }

  private holdAttached(system: ParticleSystem, dt: number): void {
    this.attachments.project(system);
    for (let n = 0; n < attachedSweeps; n++) {
      this.hold(system, dt, true);
      this.attachments.project(system);
    }
  }

  /** Sweeps over the holds of all bodies that are awake, or only of those with attachments. */
  private hold(system: ParticleSystem, dt: number, attachedOnly: boolean): void {
    const { bodies, division, sweeps } = this;
    if (division) {
      division.sweep(bodies, system, dt, attachedOnly);
      return;
    }
    for (let b = 0; b < bodies.length; b++) {
      const { asleep, attachmentCount, hold, view } = bodies[b];
      if (asleep || (attachedOnly && attachmentCount === 0)) continue;
      if (sweeps && hold instanceof ClothHold) sweeps.project(hold, view);
      else hold.project(view, dt);
    }
  }
}
