/**
 * On which side of a line a point lies, never wrong.
 *
 * Idea: the sign of the determinant (b − a) × (c − a). Floating point gives it at once when the points are in
 * clear position; an error bound tells when it might be wrong, and then the sum is carried on exactly, in as
 * many stages as the case needs (Shewchuk's adaptive arithmetic, from the package robust-predicates).
 *
 * Cost: O(1); a filter of seven operations settles nearly every case, near-degenerate ones take some 20×
 * longer. Limits: exact as long as no product over- or underflows: coordinate differences zero or between
 * about 1e-140 and 1e150 in size are safe. Coordinates are not checked: NaN gives NaN, and infinities give no
 * usable sign.
 *
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates",
 * Discrete & Computational Geometry 18, 1997. Signs are ours: right-handed, y up.
 */
import type { ReadonlyVec2 } from '@colide/core';
import { orient2d as turnsClockwise } from 'robust-predicates';

/**
 * Positive when a, b, c turn counter-clockwise (c lies left of the line from a to b), negative when they turn
 * clockwise, 0 exactly when they are collinear. The size is about twice the area of the triangle.
 */
export function orient2d(a: ReadonlyVec2, b: ReadonlyVec2, c: ReadonlyVec2): number {
  // The package's sign is for y down; b before a reverses it.
  return turnsClockwise(b[0], b[1], a[0], a[1], c[0], c[1]);
}
