/**
 * What a planar world requires of a solver of rigid bodies: one step with contacts and joints.
 * `ImpulseSolver2d` and `ParticleSolver2d` implement it.
 */
import type { RigidJoints2d } from '../joints-2d/rigid-joints-2d.ts';
import type { RigidBodies2d } from './rigid-bodies-2d.ts';
import type { RigidContacts2d } from './rigid-contacts-2d.ts';

/** Steps planar rigid bodies. */
export interface RigidSolver2d {
  /** Acceleration of all bodies of finite mass; may be changed between steps. */
  readonly gravity: Float64Array;
  /**
   * Advances by `dt`; leaves impulses in `contacts` and `joints` for the next step. Throws when a body is no
   * longer finite.
   */
  step(
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    dt: number,
    joints?: RigidJoints2d,
  ): void;
  /** Called once, by the world that steps its bodies with the solver. */
  attach?(world: object): void;
}
