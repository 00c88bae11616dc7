/**
 * Ray against triangle, after Möller & Trumbore, "Fast, minimum storage ray/triangle intersection", JGT 2(1),
 * 1997.
 *
 * With edges e₁ = p₁ − p₀, e₂ = p₂ − p₀ and s = origin − p₀ the hit solves u·e₁ + v·e₂ − t·d = s, and
 * Cramer's rule gives t, u and v as quotients of products of three vectors. A hit behind the origin does not
 * count, and a ray in the triangle's plane misses it. Constant cost, no allocation; vertices and edges count
 * as hit, up to rounding: for closed meshes that must not leak, use `ray-triangle-watertight.ts`.
 *
 * Where we depart: the paper exits early after each of u, v and t. To a processor each of these signs is a
 * coin toss, and a mispredicted branch costs more than the rest of the arithmetic. So all products are
 * computed, their signs are compared with that of the determinant, and one branch decides; divisions are done
 * only for a hit. Many triangles at once: `ray-triangles.ts`.
 */

import type { RayHit, ReadonlyVec3 } from '@colide/core';

/**
 * The parameter t ≥ 0 at which the ray meets the triangle from either side, `Infinity` when it misses; fills
 * `hit` (`t`, `u`, `v`, `normal`) on a hit and sets `hit.t` in both cases. `direction` need not have unit
 * length; t is measured in its length. Unchecked: NaN misses.
 */
export function rayTriangle(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
  return intersect(hit, origin, direction, p0, p1, p2) === 0 ? Infinity : hit.t;
}

/**
 * As {@link rayTriangle}, but misses back faces: triangles whose vertices run clockwise as seen from the
 * origin.
 */
export function rayTriangleCulled(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
  if (intersect(hit, origin, direction, p0, p1, p2) <= 0) hit.t = Infinity;
  return hit.t;
}

/** Fills `hit`. Returns 1 if the ray meets the front of the triangle, −1 for its back, 0 for a miss. */
function intersect(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
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
  // n = e₁ × e₂; the determinant d·n is negative when the ray comes from the front. s and all products carry
  // its sign.
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const determinant = dx * nx + dy * ny + dz * nz;
  const sx = x - origin[0];
  const sy = y - origin[1];
  const sz = z - origin[2];
  const qx = sy * dz - sz * dy;
  const qy = sz * dx - sx * dz;
  const qz = sx * dy - sy * dx;
  const t = sx * nx + sy * ny + sz * nz;
  const u = bx * qx + by * qy + bz * qz;
  const v = -(ax * qx + ay * qy + az * qz);
  const ahead = +(t * determinant >= 0) & +(determinant !== 0);
  const inside =
    +(u * determinant >= 0) & +(v * determinant >= 0) & +(Math.abs(u + v) <= Math.abs(determinant));
  if ((ahead & inside) === 0) {
    hit.t = Infinity;
    return 0;
  }
  const time = t / determinant;
  const weight1 = u / determinant;
  const weight2 = v / determinant;
  // Quotients of tiny triangles may overflow, and products too small for a sign are caught here.
  if (!(time >= 0 && time < Infinity && weight1 >= 0 && weight2 >= 0)) {
    hit.t = Infinity;
    return 0;
  }
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  // Not negative, but a zero may carry a sign.
  hit.t = Math.abs(time);
  hit.u = Math.abs(weight1);
  hit.v = Math.abs(weight2);
  hit.normal[0] = nx * scale;
  hit.normal[1] = ny * scale;
  hit.normal[2] = nz * scale;
  return determinant < 0 ? 1 : -1;
}
