/**
 * Ray against triangle without leaks: a ray through an edge or vertex that triangles share hits at least one
 * of them.
 *
 * The triangle is sheared so that the ray runs along the z axis; then three 2D orientations around the origin
 * decide the hit. A shared vertex is sheared to the same numbers in every triangle, so the answers agree
 * along the edge. Woop, Benthin & Wald, "Watertight ray/triangle intersection", JCGT 2(1), 2013.
 *
 * Where we depart: Woop et al. repeat a zero orientation in double precision. We compute in doubles and, if
 * rounding leaves the sign in doubt, use the exact predicate; so not only edges but also fans around a vertex
 * are free of leaks.
 */

import type { RayHit, ReadonlyVec3 } from '@colide/core';
import { orient2d } from 'robust-predicates';

/** A ray prepared once for many triangles: origin, order of the axes and shear. */
export interface WatertightRay {
  readonly origin: Float64Array;
  /** The axis the ray mostly runs along. */
  axisZ: number;
  axisX: number;
  axisY: number;
  shearX: number;
  shearY: number;
  shearZ: number;
}

/** A ray to be set by {@link watertightRaySet}. */
export function createWatertightRay(): WatertightRay {
  return { origin: new Float64Array(3), axisZ: 2, axisX: 0, axisY: 1, shearX: 0, shearY: 0, shearZ: 1 };
}

/** Prepares `out` for the ray. The direction must not be zero; unchecked. */
export function watertightRaySet(
  out: WatertightRay,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
): WatertightRay {
  const ax = Math.abs(direction[0]);
  const ay = Math.abs(direction[1]);
  const az = Math.abs(direction[2]);
  const z = ax > ay ? (ax > az ? 0 : 2) : ay > az ? 1 : 2;
  // Keep the orientation of triangles: a negative direction takes an odd permutation of the axes.
  const forward = direction[z] > 0;
  const x = (z + (forward ? 1 : 2)) % 3;
  const y = (z + (forward ? 2 : 1)) % 3;
  out.axisX = x;
  out.axisY = y;
  out.axisZ = z;
  out.shearX = direction[x] / direction[z];
  out.shearY = direction[y] / direction[z];
  out.shearZ = 1 / direction[z];
  out.origin[0] = origin[0];
  out.origin[1] = origin[1];
  out.origin[2] = origin[2];
  return out;
}

/** A generous bound on the relative rounding error of a 2 × 2 determinant of differences. */
const doubt = 4e-16;

/**
 * The parameter t ≥ 0 at which the prepared ray meets the triangle from either side, `Infinity` when it
 * misses; fills `hit` as `rayTriangle` does. Degenerate triangles are missed: their neighbours close the
 * surface.
 */
export function rayTriangleWatertight(
  hit: RayHit,
  ray: WatertightRay,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
  const { origin, axisX, axisY, axisZ, shearX, shearY, shearZ } = ray;
  const ox = origin[axisX];
  const oy = origin[axisY];
  const oz = origin[axisZ];
  const za = p0[axisZ] - oz;
  const zb = p1[axisZ] - oz;
  const zc = p2[axisZ] - oz;
  const xa = p0[axisX] - ox - shearX * za;
  const ya = p0[axisY] - oy - shearY * za;
  const xb = p1[axisX] - ox - shearX * zb;
  const yb = p1[axisY] - oy - shearY * zb;
  const xc = p2[axisX] - ox - shearX * zc;
  const yc = p2[axisY] - oy - shearY * zc;
  hit.t = Infinity;
  let u = xc * yb - yc * xb;
  let v = xa * yc - ya * xc;
  let w = xb * ya - yb * xa;
  if (Math.abs(u) <= doubt * (Math.abs(xc * yb) + Math.abs(yc * xb))) u = orient2d(xb, yb, xc, yc, 0, 0);
  if (Math.abs(v) <= doubt * (Math.abs(xa * yc) + Math.abs(ya * xc))) v = orient2d(xc, yc, xa, ya, 0, 0);
  if (Math.abs(w) <= doubt * (Math.abs(xb * ya) + Math.abs(yb * xa))) w = orient2d(xa, ya, xb, yb, 0, 0);
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return Infinity;
  const determinant = u + v + w;
  if (determinant === 0) return Infinity;
  const inverse = 1 / determinant;
  const t = (u * za + v * zb + w * zc) * inverse * shearZ;
  if (!(t >= 0 && t < Infinity)) return Infinity;
  hit.t = t;
  hit.u = v * inverse;
  hit.v = w * inverse;
  triangleNormalTo(hit.normal, p0, p1, p2);
  return t;
}

function triangleNormalTo(out: Float64Array, p0: ReadonlyVec3, p1: ReadonlyVec3, p2: ReadonlyVec3): void {
  const ax = p1[0] - p0[0];
  const ay = p1[1] - p0[1];
  const az = p1[2] - p0[2];
  const bx = p2[0] - p0[0];
  const by = p2[1] - p0[1];
  const bz = p2[2] - p0[2];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  out[0] = nx / length;
  out[1] = ny / length;
  out[2] = nz / length;
}
