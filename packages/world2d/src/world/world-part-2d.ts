/**
 * Another kind of body in a planar world: ropes, nets, soft bodies. Programs without such a part do not
 * include its code.
 */

/**
 * Something that takes part in the steps and snapshots of a planar world, whose type is the type parameter.
 */
export interface WorldPart2d<World = never> {
  /** Called before the world removes a rigid body; its id will be reused. */
  removed?(body: number): void;
  /**
   * Called when the centre of mass of a body has changed: (`x`, `y`) is the old centre in the axes of the
   * body, as seen from the new one.
   */
  reframed?(body: number, x: number, y: number): void;
  /** Advances by `dt`, after the rigid bodies have moved and before their colliders follow them. */
  step(world: World, dt: number): void;
  /** Number of doubles that {@link save} writes now. */
  readonly stateLength: number;
  /** Writes the state that changes from step to step and cannot be derived. */
  save(out: Float64Array): void;
  /**
   * Whether {@link load} can restore a state that {@link save} wrote. Default: whether its length is
   * {@link stateLength}.
   */
  fits?(from: Float64Array): boolean;
  /** Restores what {@link save} wrote. */
  load(from: Float64Array): void;
}
