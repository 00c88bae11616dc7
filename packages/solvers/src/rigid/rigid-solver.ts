/**
 * The contract between a world and a solver of rigid bodies: one step with contacts and joints.
 * `ImpulseSolver` implements it; another solver may use any method, as long as it leaves positions, rotations
 * and velocities in the same arrays.
 */

import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';

/** Steps rigid bodies. */
export interface RigidSolver {
  /** Acceleration of all bodies of finite mass; may be changed between steps. */
  readonly gravity: Float64Array;
  /**
   * Advances by `dt`; leaves impulses in `contacts` and `joints` for the next step. Throws when a body is no
   * longer finite.
   */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void;
  /** Called once, by the world that steps its bodies with the solver. */
  attach?(world: object): void;
}
