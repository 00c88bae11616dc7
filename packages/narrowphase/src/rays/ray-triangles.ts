/**
 * One ray against many consecutive triangles in an array: the nearest hit. This is for the leaves of a tree
 * over triangles, and for small meshes without a tree.
 *
 * The test is that of `ray-triangle.ts`: all products, one branch, and a division only for triangles that the
 * ray meets. The ray stays in registers and the triangles stream through, so a triangle costs little more
 * than reading it. Linear in the number of triangles; no allocation but the number returned.
 */

import type { RayHit, ReadonlyVec3 } from '@colide/core';
import { triangleSize } from '../internal/layouts.ts';

/** Some of the triangles of an array. */
export interface TriangleRange {
  /** The first one. */
  readonly first: number;
  /** The one after the last. */
  readonly last: number;
}

/**
 * The least t in [0, `maxT`] at which the ray meets one of the triangles, or one in `range`, from either
 * side; `Infinity` when it meets none. Fills `hit` (`t`, `triangle`, `u`, `v`, `normal`) on a hit and sets
 * `hit.t` in both cases; of triangles hit at the same t, the first counts.
 *
 * `triangles` holds nine numbers per triangle: x, y, z of three vertices. Unchecked: NaN and degenerate
 * triangles are missed.
 */
export function rayTriangles(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  triangles: ArrayLike<number>,
  maxT = Infinity,
  range?: TriangleRange,
): number {
  const from = range === undefined ? 0 : triangleSize * range.first;
  const to = range === undefined ? triangles.length : triangleSize * range.last;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let nearest = Infinity;
  let limit = maxT;
  let found = -1;
  for (let i = from; i < to; i += triangleSize) {
    const x = triangles[i];
    const y = triangles[i + 1];
    const z = triangles[i + 2];
    const ax = triangles[i + 3] - x;
    const ay = triangles[i + 4] - y;
    const az = triangles[i + 5] - z;
    const bx = triangles[i + 6] - x;
    const by = triangles[i + 7] - y;
    const bz = triangles[i + 8] - z;
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const determinant = dx * nx + dy * ny + dz * nz;
    const sx = x - ox;
    const sy = y - oy;
    const sz = z - oz;
    const qx = sy * dz - sz * dy;
    const qy = sz * dx - sx * dz;
    const qz = sx * dy - sy * dx;
    const t = sx * nx + sy * ny + sz * nz;
    const u = bx * qx + by * qy + bz * qz;
    const v = -(ax * qx + ay * qy + az * qz);
    const ahead = +(t * determinant >= 0) & +(determinant !== 0);
    const inside =
      +(u * determinant >= 0) & +(v * determinant >= 0) & +(Math.abs(u + v) <= Math.abs(determinant));
    if ((ahead & inside) === 0) continue;
    const time = t / determinant;
    const weight1 = u / determinant;
    const weight2 = v / determinant;
    // Products of tiny triangles may have been too small for a sign; the quotients are not.
    if (!(time >= 0 && time <= limit && time < nearest && weight1 >= 0 && weight2 >= 0)) continue;
    nearest = limit = Math.abs(time);
    found = i;
    hit.u = Math.abs(weight1);
    hit.v = Math.abs(weight2);
  }
  hit.t = nearest;
  if (found >= 0) nameTriangle(hit, triangles, found);
  return nearest;
}

/** Writes number and unit normal of the triangle whose numbers start at `i`. */
function nameTriangle(hit: RayHit, triangles: ArrayLike<number>, i: number): void {
  const x = triangles[i];
  const y = triangles[i + 1];
  const z = triangles[i + 2];
  const ax = triangles[i + 3] - x;
  const ay = triangles[i + 4] - y;
  const az = triangles[i + 5] - z;
  const bx = triangles[i + 6] - x;
  const by = triangles[i + 7] - y;
  const bz = triangles[i + 8] - z;
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  hit.triangle = i / triangleSize;
  hit.normal[0] = nx * scale;
  hit.normal[1] = ny * scale;
  hit.normal[2] = nz * scale;
}
