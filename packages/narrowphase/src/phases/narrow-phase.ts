/**
 * The contract of narrow phases other than the default: the contact points of two colliders, with a memory of
 * pairs that lasts from step to step. `ConvexNarrowPhase` implements it; you can write your own. One object
 * serves one world.
 */
import type { ColliderSet } from '../colliders/collider-set.ts';
import type { ContactManifold } from '../contacts/contact-manifold.ts';

/** A narrow phase for all pairs of convex colliders and half-spaces. */
export interface NarrowPhase {
  /** Called before the pairs of a step. */
  begin(): void;
  /**
   * Fills `out` with the contact points of colliders `i` and `j`, at most four, normal from `i` to `j`;
   * returns their count.
   */
  collide(out: ContactManifold, colliders: ColliderSet, i: number, j: number): number;
  /** Called for a pair at rest that is not tested in this step, so that it is not forgotten. */
  keep(i: number, j: number): void;
  /** Called after the pairs of a step: those that were neither tested nor kept may be forgotten. */
  finish(): void;
  /** Forgets the pairs of a collider whose id will be reused. */
  forget(collider: number): void;
  /** Number of doubles that {@link save} writes now. */
  readonly stateLength: number;
  /** Writes the state. */
  save(out: Float64Array): void;
  /** Whether {@link load} can restore it. */
  fits(from: Float64Array): boolean;
  /** Restores what {@link save} wrote. */
  load(from: Float64Array): void;
}
