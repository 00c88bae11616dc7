/**
 * Another kind of body in a world: particles, cloth, ropes. Programs without such a part do not include its
 * code.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';

/**
 * Something that takes part in the steps and snapshots of a world. The type parameter is the type of the
 * world, for parts that use it.
 */
export interface WorldPart<World = never> {
  /** Name of the part, for its stage in the timings. */
  readonly name: string;
  /**
   * Whether {@link step} pushes or moves rigid bodies, so that their velocities do not show which rest.
   * Default false.
   */
  readonly movesBodies?: boolean;
  /** Called before the world removes a rigid body; its id will be reused. */
  removed?(body: number): void;
  /**
   * Called when the centre of mass or the principal axes of a body have changed: (`position`, `rotation`) is
   * the pose of its old axes in the new ones.
   */
  reframed?(body: number, position: ReadonlyVec3, rotation: ReadonlyQuat): void;
  /** Advances by `dt`, after the rigid bodies have moved. It acts on them by impulses and forces. */
  step(world: World, dt: number): void;
  /**
   * Called before a snapshot is taken: applies to rigid bodies the changes that would otherwise wait for the
   * next step.
   */
  settle?(world: World): void;
  /**
   * Called with a snapshot before the world goes back to it. True if the part has done so by a second call of
   * `restore`; default false.
   */
  goBack?(snapshot: ArrayBuffer): boolean;
  /** Number of doubles that {@link save} writes now. */
  readonly stateLength: number;
  /** Writes the state that changes from step to step and cannot be derived. */
  save(out: Float64Array): void;
  /**
   * Whether {@link load} can restore a state that {@link save} wrote. Default: whether its length is {@link
   * stateLength}.
   */
  fits?(from: Float64Array): boolean;
  /** Restores what {@link save} wrote. */
  load(from: Float64Array): void;
}
