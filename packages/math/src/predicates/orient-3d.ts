/**
 * On which side of a plane a point lies, never wrong.
 *
 * Idea: the sign of the determinant (b − a) × (c − a) · (d − a), by floating point where an error bound
 * allows it and by exact expansions where not (Shewchuk's adaptive arithmetic, from the package
 * robust-predicates).
 *
 * Cost: O(1); a filter settles nearly every case, near-degenerate ones take some 20× longer. Limits: exact as
 * long as no product over- or underflows: coordinate differences zero or between about 1e-90 and 1e100 in
 * size are safe. Coordinates are not checked: NaN gives NaN, and infinities give no usable sign.
 *
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates",
 * Discrete & Computational Geometry 18, 1997. Shewchuk's sign is the opposite of ours.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { orient3d as liesBelow } from 'robust-predicates';

/**
 * Positive when d lies on the side of the plane a, b, c to which its right-handed normal (b − a) × (c − a)
 * points, so that a, b, c appear counter-clockwise seen from d; negative on the other side, 0 exactly when
 * all four are coplanar. The size is about six times the volume of the tetrahedron.
 */
export function orient3d(a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3, d: ReadonlyVec3): number {
  // The package has Shewchuk's sign; b before a reverses it.
  return liesBelow(b[0], b[1], b[2], a[0], a[1], a[2], c[0], c[1], c[2], d[0], d[1], d[2]);
}
