/**
 * Whether a point lies inside the circle through three others, never wrong: the test of Delaunay
 * triangulations.
 *
 * Idea: lifted to the paraboloid z = x² + y², a circle becomes a plane, and inside becomes below; the sign of
 * the 3×3 determinant is found by floating point where an error bound allows it and by exact expansions where
 * not (Shewchuk's adaptive arithmetic, from the package robust-predicates).
 *
 * Cost: O(1); a filter settles nearly every case, near-degenerate ones take some 100× longer. Limits: exact
 * as long as no product over- or underflows: coordinate differences zero or between about 1e-64 and 1e75 in
 * size are safe. Coordinates are not checked: NaN gives NaN, and infinities give no usable sign.
 *
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates",
 * Discrete & Computational Geometry 18, 1997.
 */
import type { ReadonlyVec2 } from '@colide/core';
import { incircle } from 'robust-predicates';

/**
 * For a, b, c in counter-clockwise order (`orient2d` positive): positive when d lies inside their circle,
 * negative outside, 0 exactly when all four are on one circle or line. For clockwise order the signs are
 * reversed.
 */
export function inCircle(a: ReadonlyVec2, b: ReadonlyVec2, c: ReadonlyVec2, d: ReadonlyVec2): number {
  return incircle(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]);
}
