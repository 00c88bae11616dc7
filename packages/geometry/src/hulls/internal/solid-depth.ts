/**
 * How far a surface lies below a convex hull, measured along the surface normal.
 *
 * A polygon is below the hull by no more than the least, over the planes of the hull that it faces, of the
 * distance of its farthest corner along the normal. For the concavity only the largest depth of all polygons
 * counts, so a polygon is finished at the first plane nearer than the largest depth so far: on most surfaces,
 * after a few planes.
 */
import type { Solid } from './clip-solid.ts';
import { offsetAt, planeSize } from './hull-layout.ts';

/** Planes are visited in steps of this prime number, so that the first few already face in all directions. */
const strideBetween = 1009;

/** Planes that face the normal by less than this (cosine) are skipped. */
const leastSlope = 1e-9;

/**
 * The greater of `deepest` and the depth of the polygon with the given corners (three numbers each) and unit
 * normal below `planes` (four numbers each), which is an upper bound of the true depth.
 */
export function depthBelow(
  corners: ArrayLike<number>,
  normal: readonly [number, number, number],
  planes: Float64Array,
  deepest: number,
): number {
  const [nx, ny, nz] = normal;
  const count = planes.length / planeSize;
  const stride = count % strideBetween === 0 ? 1 : strideBetween % count;
  let depth = Infinity;
  for (let i = 0, face = 0; i < count; i++) {
    const f = planeSize * face;
    face += stride;
    if (face >= count) face -= count;
    const x = planes[f];
    const y = planes[f + 1];
    const z = planes[f + 2];
    const slope = x * nx + y * ny + z * nz;
    if (slope <= leastSlope) continue;
    let lowest = Infinity;
    for (let k = 0; k < corners.length; k += 3)
      lowest = Math.min(lowest, x * corners[k] + y * corners[k + 1] + z * corners[k + 2]);
    const distance = (planes[f + offsetAt] - lowest) / slope;
    if (distance <= deepest) return deepest;
    if (distance < depth) depth = distance;
  }
  return depth === Infinity ? deepest : depth;
}

/** Writes the unit normal of triangle t; false if it has no area. */
export function triangleNormal(out: [number, number, number], solid: Solid, t: number): boolean {
  const { positions: p, indices } = solid;
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  // The normals of slivers from earlier cuts are noise, and their neighbours cover them.
  if (!(length > 1e-9 * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz))) return false;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return true;
}
