/**
 * A solver that uses more of a world than bodies and contacts, such as the shapes. `ProjectionSolver` is one.
 */
import type { RigidSolver } from '@colide/solvers';

/** Steps the rigid bodies of one world. The type parameter is the type of the world. */
export interface WorldSolver<World = never> extends RigidSolver {
  /** Called once, by the constructor of the world that the solver was passed to. */
  attach(world: World & object): void;
}
