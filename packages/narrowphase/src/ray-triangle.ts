/**
 * Ray against triangle, after Möller & Trumbore, "Fast, minimum storage ray/triangle intersection", JGT 2(1), 1997.
 *
 * With edges e₁ = p₁ − p₀, e₂ = p₂ − p₀ and s = origin − p₀ the hit solves u·e₁ + v·e₂ − t·d = s, and Cramer's rule gives t, u and v
 * from four products of three vectors. A hit behind the origin is no hit, and the ray that runs in the triangle's plane
 * misses it. Constant cost, no allocation; vertices and edges count as hit, up to rounding: for closed meshes that must
 * not leak take `ray-triangle-watertight.ts`.
 */
import type { ReadonlyVec3 } from 'gl-matrix';
import type { RayHit } from './ray-hit.ts';

/**
 * The parameter t ≥ 0 at which the ray meets the triangle from either side, `Infinity` when it misses; fills `hit`
 * (`t`, `u`, `v`, `normal`) on a hit and sets `hit.t` in both cases. `direction` need not have unit length; t counts
 * in its lengths. Unchecked: NaN misses.
 */
export function rayTriangle(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
  intersect(hit, origin, direction, p0, p1, p2, false);
  return hit.t;
}

/** As {@link rayTriangle}, but misses triangles that turn their back: vertices clockwise as seen from the origin. */
export function rayTriangleCulled(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
  intersect(hit, origin, direction, p0, p1, p2, true);
  return hit.t;
}

/** Fills `hit`. Returns nothing, as a fractional result would be boxed. */
function intersect(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
  cull: boolean,
): void {
  const x = p0[0];
  const y = p0[1];
  const z = p0[2];
  const ax = p1[0] - x;
  const ay = p1[1] - y;
  const az = p1[2] - z;
  const bx = p2[0] - x;
  const by = p2[1] - y;
  const bz = p2[2] - z;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  // n = e₁ × e₂; the determinant −d·n is positive when the ray comes from the front.
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const determinant = -(dx * nx + dy * ny + dz * nz);
  hit.t = Infinity;
  if (cull ? !(determinant > 0) : determinant === 0) return;
  const sx = origin[0] - x;
  const sy = origin[1] - y;
  const sz = origin[2] - z;
  const inverse = 1 / determinant;
  const t = (sx * nx + sy * ny + sz * nz) * inverse;
  if (!(t >= 0)) return;
  // q = s × d
  const qx = sy * dz - sz * dy;
  const qy = sz * dx - sx * dz;
  const qz = sx * dy - sy * dx;
  const u = (bx * qx + by * qy + bz * qz) * inverse;
  if (!(u >= 0)) return;
  const v = -(ax * qx + ay * qy + az * qz) * inverse;
  if (!(v >= 0 && u + v <= 1) || t === Infinity) return;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  hit.t = t;
  hit.u = u;
  hit.v = v;
  hit.normal[0] = nx / length;
  hit.normal[1] = ny / length;
  hit.normal[2] = nz / length;
}
