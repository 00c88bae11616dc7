/**
 * The contract between convex shapes and the algorithms that need nothing but the support mapping of a shape
 * (GJK, EPA, MPR, conservative advancement, k-DOP fitting).
 *
 * Gilbert, Johnson & Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988.
 */
import type { ReadonlyVec2, ReadonlyVec3, Vec2, Vec3 } from './vectors.ts';

/** The kinds of convex shapes in space. Your own shapes say 'convex' or leave `kind` out. */
export type ConvexKind =
  | 'convex'
  | 'point'
  | 'segment'
  | 'triangle'
  | 'sphere'
  | 'ellipsoid'
  | 'box'
  | 'capsule'
  | 'cylinder'
  | 'cone'
  | 'hull'
  | 'rounded'
  | 'posed'
  | 'scaled'
  | 'minkowskiSum'
  | 'minkowskiDifference'
  | 'convexUnion'
  | 'mesh';

/** The kinds of convex shapes in the plane. Your own shapes say 'convex' or leave `kind` out. */
export type ConvexKind2d =
  | 'convex'
  | 'point'
  | 'segment'
  | 'circle'
  | 'box'
  | 'capsule'
  | 'polygon'
  | 'rounded'
  | 'posed';

/** A convex set in space, given by its support mapping. */
export interface Convex {
  /** Which shape this is, for algorithms that know more about some shapes than their support mapping. */
  readonly kind?: ConvexKind;
  /**
   * Writes to `out` a point of the set that lies farthest along `direction` and returns `out`. `direction`
   * need not have unit length; for a zero direction any point of the set will do. `out` may be the same array
   * as `direction`.
   */
  support(out: Vec3, direction: ReadonlyVec3): Vec3;
  /**
   * If the set is the Minkowski sum of a simpler set and a ball (sphere, capsule, rounded box): that simpler
   * set. Iterative algorithms work on cores, where they converge in a few exact steps, and add the margins
   * afterwards.
   */
  readonly core?: Convex;
  /** Radius of the ball around {@link core}; 0 when absent. */
  readonly margin?: number;
  /**
   * Some point in or near the set, such as the origin of its frame. Searches start from the difference of two
   * of them.
   */
  readonly position?: ReadonlyVec3;
  /**
   * For polytopes, together with {@link vertex}: the number of the vertex farthest along `direction`. `start`
   * is a guess, such as the last answer, from which the search in a large hull climbs. Algorithms can then
   * resume from last frame's simplex and name the features that touch.
   */
  supportVertex?(direction: ReadonlyVec3, start: number): number;
  /** Writes the vertex with the number `id` to `out`; unchecked. */
  vertex?(out: Vec3, id: number): Vec3;
  /**
   * For posed polytopes, all three together: the polytope in its own frame, its vertices there (x, y, z
   * each), and the rotation, a column-major 3×3 matrix, that rotates them before {@link position} translates
   * them. Algorithms can then make one call where the posed shape would need several.
   */
  readonly shape?: Convex;
  readonly points?: Float64Array;
  readonly matrix?: Float64Array;
  /**
   * For posed hulls, together with {@link points}: which vertices can be farthest along which directions of
   * their frame (`supportCellsBuild`), and the pose, that is the nine numbers of the matrix and the three of
   * the position.
   */
  readonly cells?: Int32Array;
  readonly pose?: Float64Array;
}

/** A convex set in the plane, given by its support mapping. */
export interface Convex2d {
  /** As {@link Convex.kind}. */
  readonly kind?: ConvexKind2d;
  /** As {@link Convex.support}, in two dimensions. */
  support(out: Vec2, direction: ReadonlyVec2): Vec2;
  /** As {@link Convex.core}, in two dimensions. */
  readonly core?: Convex2d;
  /** Radius of the disc around {@link core}; 0 when absent. */
  readonly margin?: number;
}
