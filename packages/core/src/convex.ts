/**
 * The contract between convex shapes and the algorithms that need nothing of a shape but its support mapping
 * (GJK, EPA, MPR, conservative advancement, k-DOP fitting).
 *
 * Gilbert, Johnson & Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988.
 */
import type { ReadonlyVec2, ReadonlyVec3, vec2, vec3 } from 'gl-matrix';

/** A convex set in space, known by its support mapping. */
export interface Convex {
  /**
   * Writes to `out` a point of the set that lies farthest along `direction` and returns `out`.
   * `direction` need not have unit length; for a zero direction any point of the set is right.
   * `out` may be the same array as `direction`.
   */
  support(out: vec3, direction: ReadonlyVec3): vec3;
  /**
   * Where the set is the Minkowski sum of a simpler set and a ball (sphere, capsule, rounded box): that simpler
   * set. Iterative algorithms work on cores, where they converge in a few exact steps, and add the margins after.
   */
  readonly core?: Convex;
  /** Radius of the ball around {@link core}; 0 when absent. */
  readonly margin?: number;
}

/** A convex set in the plane, known by its support mapping. */
export interface Convex2 {
  /** As {@link Convex.support}, in two dimensions. */
  support(out: vec2, direction: ReadonlyVec2): vec2;
  /** As {@link Convex.core}, in two dimensions. */
  readonly core?: Convex2;
  /** Radius of the disc around {@link core}; 0 when absent. */
  readonly margin?: number;
}
