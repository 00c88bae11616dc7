/**
 * The contract of what finds the contacts of a deformable body with itself: `SphereTreeSelfCollision` is one.
 */
import type { ParticleContacts } from '@colide/solvers';
import type { SoftBody } from './soft-body.ts';

/** Finds contacts between parts of one body. One object serves one `SoftBodies`. */
export interface SelfCollision {
  /**
   * Appends the contacts of a body with itself, between particles numbered as in the `SoftBodies`.
   *
   * @param motions expected displacement of each particle of the `SoftBodies` in the current step
   */
  collide(contacts: ParticleContacts, body: SoftBody, motions: Float64Array): void;
  /** Drops what is kept for a body that is removed. */
  forget(body: SoftBody): void;
}
