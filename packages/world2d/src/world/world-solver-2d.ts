/** A solver that uses more of a planar world than bodies and contacts; `ContactRules2d` is one. */
import type { RigidSolver2d } from '@colide/solvers';

/** Steps the rigid bodies of one planar world. The type parameter is the type of the world. */
export interface WorldSolver2d<World = never> extends RigidSolver2d {
  /** Called once, by the constructor of the world that the solver was passed to. */
  attach(world: World & object): void;
}
