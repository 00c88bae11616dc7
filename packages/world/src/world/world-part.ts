/**
 * A further kind of bodies in a world: particles, cloth, ropes. A world without such a part does not carry its code.
 */

/** Something that takes part in the steps and snapshots of a world; the type is that of the world, where it needs one. */
export interface WorldPart<World = never> {
  /** Name of the part, for its stage in the timings. */
  readonly name: string;
  /** Whether {@link step} pushes or moves rigid bodies, so that their velocities do not tell who rests. Default false. */
  readonly movesBodies?: boolean;
  /** Told that the world is about to take out a rigid body, whose id will be another's. */
  removed?(body: number): void;
  /** Advances by `dt`, after the rigid bodies have moved. What it does to those it does by impulses and forces on the world. */
  step(world: World, dt: number): void;
  /** Told that a snapshot is about to be taken: does to rigid bodies what would have to wait for the next step. */
  settle?(world: World): void;
  /** Doubles that {@link save} writes now. */
  readonly stateLength: number;
  /** Writes what changes from step to step and cannot be derived. */
  save(out: Float64Array): void;
  /** Whether {@link load} can take back what {@link save} once wrote. Default: it has the length that it has now. */
  fits?(from: Float64Array): boolean;
  /** Takes back what {@link save} wrote. */
  load(from: Float64Array): void;
}
