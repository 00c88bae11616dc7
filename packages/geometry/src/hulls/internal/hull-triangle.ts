/** Tests of a point against a triangle of a hull. */
import { orient3d } from '@colide/math';
import { faceSize, nextHalfEdge, planeSize, pointSize } from './hull-layout.ts';
import { hullNoise } from './hull-points.ts';

/** The part of the hull that the tests read. */
interface Surface {
  readonly coords: Float64Array;
  readonly origin: Int32Array;
  readonly planes: Float64Array;
}

type Corner = [number, number, number];
const cornerA: Corner = [0, 0, 0];
const cornerB: Corner = [0, 0, 0];
const cornerC: Corner = [0, 0, 0];
const apex: Corner = [0, 0, 0];

/** Whether `point` is strictly above the plane of `face`, exactly. */
export function isAboveTriangle(surface: Surface, face: number, point: number): boolean {
  const { coords, origin } = surface;
  const a = pointSize * origin[faceSize * face];
  const b = pointSize * origin[faceSize * face + 1];
  const c = pointSize * origin[faceSize * face + 2];
  for (let k = 0; k < 3; k++) {
    cornerA[k] = coords[a + k];
    cornerB[k] = coords[b + k];
    cornerC[k] = coords[c + k];
    apex[k] = coords[pointSize * point + k];
  }
  return orient3d(cornerA, cornerB, cornerC, apex) > 0;
}

/**
 * Whether a point within the error bound of the plane of `face` lies over the triangle itself: behind its
 * three edges and, because the region behind the edges of a sliver extends far beyond its tips, in its box.
 */
export function coversPoint(surface: Surface, face: number, x: number, y: number, z: number): boolean {
  const { coords, origin, planes } = surface;
  const nx = planes[planeSize * face];
  const ny = planes[planeSize * face + 1];
  const nz = planes[planeSize * face + 2];
  if (nx === 0 && ny === 0 && nz === 0) return false;
  for (let k = 0; k < 3; k++) {
    const a = coords[pointSize * origin[faceSize * face] + k];
    const b = coords[pointSize * origin[faceSize * face + 1] + k];
    const c = coords[pointSize * origin[faceSize * face + 2] + k];
    const p = k === 0 ? x : k === 1 ? y : z;
    if (p < Math.min(a, b, c) - hullNoise || p > Math.max(a, b, c) + hullNoise) return false;
  }
  for (let h = faceSize * face; h < faceSize * face + 3; h++) {
    const a = pointSize * origin[h];
    const b = pointSize * origin[nextHalfEdge(h)];
    const ux = coords[b] - coords[a];
    const uy = coords[b + 1] - coords[a + 1];
    const uz = coords[b + 2] - coords[a + 2];
    const beyond =
      (uy * nz - uz * ny) * (x - coords[a]) +
      (uz * nx - ux * nz) * (y - coords[a + 1]) +
      (ux * ny - uy * nx) * (z - coords[a + 2]);
    if (beyond > hullNoise * Math.sqrt(ux * ux + uy * uy + uz * uz)) return false;
  }
  return true;
}
