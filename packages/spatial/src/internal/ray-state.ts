/**
 * A ray traversing a mesh, and the two tests of a triangle at the leaves. All numbers live in one array of
 * doubles, so that none is passed as an argument.
 *
 * Möller & Trumbore's test is that of `rayTriangles` in @colide/narrowphase, the same operations in the same
 * order, so that a tree gives the same bits as a loop over all triangles. The watertight test is after Woop,
 * Benthin & Wald, "Watertight ray/triangle intersection", JCGT 2(1), 2013: vertices are sheared so that the
 * ray runs along z, and the signs of three 2 × 2 determinants say whether it passes between them. A shared
 * vertex is sheared to the same numbers in every triangle. Rounding is monotone, so the rounded products are
 * never in the wrong order: a sign is right or, if in doubt, zero, and zero counts as inside. So there are no
 * gaps along edges and around vertices.
 */
import { refuse } from '@colide/core';

// The state of a ray begins with its origin. The other numbers are at these offsets.

/** Direction. */
export const directionAt = 3;
/** Inverse of the direction. No component is infinite, so that slabs make no NaN. */
export const inverseAt = 6;
/** The largest t that still counts; then t, u, v of the nearest hit so far. */
export const limitAt = 9;
/** The triangle of the nearest hit so far, −1 before the first. */
export const foundAt = 12;
/** t, u, v that a test of a triangle leaves behind when it reports a hit. */
export const hitAt = 13;
/** Watertight: the three axes, the ray mostly along the last, and the shear. */
const axesAt = 16;
const shearAt = 19;
/** Numbers in all. */
export const rayStateSize = 22;

/**
 * Factor by which the far ends of slabs are moved away. It exceeds the rounding errors of the slabs and of
 * the shear, so that no box is missed if the ray meets a triangle in it (Ize, "Robust BVH ray traversal",
 * JCGT 2(2), 2013).
 */
export const farFactor = 1 + 16 * 2 ** -52;

/**
 * Prepares `ray` from three numbers each at `at`; throws an error that names the argument if they are not a
 * ray.
 */
export function readRay(
  ray: Float64Array,
  origins: ArrayLike<number>,
  directions: ArrayLike<number>,
  at: number,
  maxT: number,
  watertight: boolean,
): void {
  if (!(typeof maxT === 'number' && maxT >= 0)) refuse('maxT', 'not be negative', maxT);
  if (typeof origins !== 'object' || origins === null) refuse('origin', 'be an array', origins);
  if (typeof directions !== 'object' || directions === null) refuse('direction', 'be an array', directions);
  let z = 0;
  // NaN if any component is NaN.
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    const o = origins[at + axis];
    const d = directions[at + axis];
    if (!(typeof o === 'number' && Math.abs(o) < Infinity)) refuse('origin', 'be finite', o);
    if (typeof d !== 'number') refuse('direction', 'be finite, not zero', d);
    largest = Math.max(largest, Math.abs(d));
    ray[axis] = o;
    ray[axis + directionAt] = d;
    // Larger ones would overflow when multiplied.
    ray[axis + inverseAt] = Math.max(-1e300, Math.min(1e300, 1 / (d || 0)));
    if (Math.abs(d) >= Math.abs(ray[z + directionAt])) z = axis;
  }
  if (!(largest > 0 && largest < Infinity)) throw new RangeError('direction must be finite, not zero');
  ray[limitAt] = maxT;
  ray[foundAt] = -1;
  if (!watertight) return;
  // An odd order of axes goes with a negative direction, so that triangles keep their orientation.
  const forward = +(ray[z + directionAt] > 0);
  const x = (z + 2 - forward) % 3;
  const y = (z + 1 + forward) % 3;
  ray[axesAt] = x;
  ray[axesAt + 1] = y;
  ray[axesAt + 2] = z;
  ray[shearAt] = ray[x + directionAt] / ray[z + directionAt];
  ray[shearAt + 1] = ray[y + directionAt] / ray[z + directionAt];
  ray[shearAt + 2] = 1 / ray[z + directionAt];
}

/** Corners of triangles, nine numbers each. */
export type Corners = Float32Array | Float64Array;

/** Whether the ray meets the triangle at `corners[i]` ahead of its origin; leaves t, u, v at `hitAt`. */
export function meetsTriangle(ray: Float64Array, corners: Corners, i: number): boolean {
  const x = corners[i];
  const y = corners[i + 1];
  const z = corners[i + 2];
  const ax = corners[i + 3] - x;
  const ay = corners[i + 4] - y;
  const az = corners[i + 5] - z;
  const bx = corners[i + 6] - x;
  const by = corners[i + 7] - y;
  const bz = corners[i + 8] - z;
  const dx = ray[directionAt];
  const dy = ray[directionAt + 1];
  const dz = ray[directionAt + 2];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const determinant = dx * nx + dy * ny + dz * nz;
  const sx = x - ray[0];
  const sy = y - ray[1];
  const sz = z - ray[2];
  const qx = sy * dz - sz * dy;
  const qy = sz * dx - sx * dz;
  const qz = sx * dy - sy * dx;
  const t = sx * nx + sy * ny + sz * nz;
  const u = bx * qx + by * qy + bz * qz;
  const v = -(ax * qx + ay * qy + az * qz);
  const fromFront = +(determinant < 0) & +(t <= 0) & +(u <= 0) & +(v <= 0) & +(u + v >= determinant);
  const fromBack = +(determinant > 0) & +(t >= 0) & +(u >= 0) & +(v >= 0) & +(u + v <= determinant);
  if ((fromFront | fromBack) === 0) return false;
  // None of the quotients is negative; a zero may be.
  const time = Math.abs(t / determinant);
  ray[hitAt] = time;
  ray[hitAt + 1] = Math.abs(u / determinant);
  ray[hitAt + 2] = Math.abs(v / determinant);
  return time < Infinity;
}

/**
 * As {@link meetsTriangle}, without gaps between triangles that share vertices. Degenerate triangles are
 * missed.
 */
export function meetsWatertight(ray: Float64Array, corners: Corners, i: number): boolean {
  const x = ray[axesAt];
  const y = ray[axesAt + 1];
  const z = ray[axesAt + 2];
  const shearX = ray[shearAt];
  const shearY = ray[shearAt + 1];
  const oz = ray[z];
  const za = corners[i + z] - oz;
  const zb = corners[i + z + 3] - oz;
  const zc = corners[i + z + 6] - oz;
  const ox = ray[x];
  const xa = corners[i + x] - ox - shearX * za;
  const xb = corners[i + x + 3] - ox - shearX * zb;
  const xc = corners[i + x + 6] - ox - shearX * zc;
  const oy = ray[y];
  const ya = corners[i + y] - oy - shearY * za;
  const yb = corners[i + y + 3] - oy - shearY * zb;
  const yc = corners[i + y + 6] - oy - shearY * zc;
  const u = xc * yb - yc * xb;
  const v = xa * yc - ya * xc;
  const w = xb * ya - yb * xa;
  const anyNegative = +(u < 0) | +(v < 0) | +(w < 0);
  const anyPositive = +(u > 0) | +(v > 0) | +(w > 0);
  if ((anyNegative & anyPositive) !== 0) return false;
  const determinant = u + v + w;
  if (determinant === 0) return false;
  const t = ((u * za + v * zb + w * zc) / determinant) * ray[shearAt + 2];
  ray[hitAt] = t;
  ray[hitAt + 1] = v / determinant;
  ray[hitAt + 2] = w / determinant;
  return t >= 0 && t < Infinity;
}
