/**
 * The first simplex of a hull: the two extreme points farthest apart, the point farthest from their line, the
 * point farthest from the plane of the three. If one of these distances vanishes, the points coincide, are
 * collinear or are coplanar.
 */
import { offsetAt } from './hull-layout.ts';
import type { HullPoints } from './hull-points.ts';
import { edgeSquared, writeTrianglePlane } from './triangle-plane.ts';

/** Affine dimension of the points and the ids of `dimension + 1` points that span it. */
export interface HullSimplex {
  dimension: 0 | 1 | 2 | 3;
  /** For dimension 3 the last id lies below the plane of the first three; unused ids are 0. */
  ids: [number, number, number, number];
  /**
   * Plane of the first three ids, for dimension 2 and 3: unit normal n and offset d, signed distance n · x −
   * d.
   */
  plane: Float64Array;
}

/** Finds the first simplex; distances up to `tolerance` count as none. */
export function findHullSimplex(points: HullPoints, tolerance: number): HullSimplex {
  const { coords, count, extremes } = points;
  const plane = new Float64Array(4);
  let a = 0;
  let b = 0;
  let longest = -1;
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < i; j++) {
      const length = edgeSquared(coords, extremes[i], extremes[j]);
      if (length > longest) {
        longest = length;
        a = extremes[j];
        b = extremes[i];
      }
    }
  const length = Math.sqrt(longest);
  if (!(length > tolerance)) return { dimension: 0, ids: [a, 0, 0, 0], plane };

  const ax = coords[3 * a];
  const ay = coords[3 * a + 1];
  const az = coords[3 * a + 2];
  const ux = (coords[3 * b] - ax) / length;
  const uy = (coords[3 * b + 1] - ay) / length;
  const uz = (coords[3 * b + 2] - az) / length;
  let c = 0;
  let widest = -1;
  for (let i = 0; i < count; i++) {
    const vx = coords[3 * i] - ax;
    const vy = coords[3 * i + 1] - ay;
    const vz = coords[3 * i + 2] - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const width = nx * nx + ny * ny + nz * nz;
    if (width > widest) {
      widest = width;
      c = i;
    }
  }
  if (!(Math.sqrt(widest) > tolerance)) return { dimension: 1, ids: [a, b, 0, 0], plane };

  writeTrianglePlane(plane, 0, coords, a, b, c);
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const offset = plane[offsetAt];
  let d = 0;
  let height = 0;
  for (let i = 0; i < count; i++) {
    const h = nx * coords[3 * i] + ny * coords[3 * i + 1] + nz * coords[3 * i + 2] - offset;
    if (Math.abs(h) > Math.abs(height)) {
      height = h;
      d = i;
    }
  }
  if (!(Math.abs(height) > tolerance)) return { dimension: 2, ids: [a, b, c, 0], plane };
  return { dimension: 3, ids: height < 0 ? [a, b, c, d] : [b, a, c, d], plane };
}
