/**
 * Whether a point lies inside the sphere through four others, never wrong.
 *
 * Idea: as `inCircle`, one dimension up: the sign of a 4×4 determinant, by floating point where an error
 * bound allows it and by exact expansions where not (Shewchuk's adaptive arithmetic, from the package
 * robust-predicates).
 *
 * Cost: O(1); a filter settles nearly every case, near-degenerate ones take some 100× longer. The engine may
 * box the numbers it passes to the package (16 bytes each, at most 15 per call, short-lived). Limits: exact
 * as long as no product over- or underflows: coordinate differences zero or between about 1e-48 and 1e60 in
 * size are safe. Coordinates are not checked: NaN gives NaN, and infinities give no usable sign.
 *
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates",
 * Discrete & Computational Geometry 18, 1997. Signs refer to our orientation, the opposite of Shewchuk's.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { insphere } from 'robust-predicates';

/**
 * For a, b, c, d with `orient3d` positive: positive when e lies inside their sphere, negative outside, 0
 * exactly when all five are on one sphere or plane. For `orient3d` negative the signs are reversed.
 */
export function inSphere(
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
  d: ReadonlyVec3,
  e: ReadonlyVec3,
): number {
  // biome-ignore format: one point per line
  return insphere(
    a[0], a[1], a[2],
    b[0], b[1], b[2],
    c[0], c[1], c[2],
    d[0], d[1], d[2],
    e[0], e[1], e[2],
  );
}
