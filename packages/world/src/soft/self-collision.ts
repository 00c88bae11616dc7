/**
 * The contract of objects that find the contacts of a deformable body with itself and, optionally, with
 * others: `SphereTreeSelfCollision` implements it.
 */
import type { ParticleContacts } from '@colide/solvers';
import type { SoftBody } from './soft-body.ts';

/** Finds contacts between parts of one body, or of several. One object serves one `SoftBodies`. */
export interface SelfCollision {
  /**
   * Appends the contacts of a body with itself, between particles numbered as in the `SoftBodies`.
   *
   * @param motions expected displacement of each particle of the `SoftBodies` in the current step
   */
  collide(contacts: ParticleContacts, body: SoftBody, motions: Float64Array): void;
  /**
   * Whether it finds the contacts of two bodies; if not, they are those of their particles. Default never.
   */
  separates?(a: SoftBody, b: SoftBody): boolean;
  /**
   * Appends the contacts between any two bodies for which {@link separates} is true and which are not both
   * asleep; called once per step, after {@link collide}.
   */
  collideOthers?(contacts: ParticleContacts, bodies: readonly SoftBody[], motions: Float64Array): void;
  /** Drops the data of a body that is removed. */
  forget(body: SoftBody): void;
}
