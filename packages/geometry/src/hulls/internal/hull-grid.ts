/**
 * A grid over the box of the points that records which triangles of a small hull can be seen from each cell,
 * one bit per triangle. Points in cells without a bit are inside; the others need only be tested against a
 * few triangles.
 *
 * Cost: O(cells × triangles) to build; the number of cells grows with the number of points.
 */
import { offsetAt, planeSize } from './hull-layout.ts';
import { type HullPoints, highAxesAt } from './hull-points.ts';

/** Average number of points per cell. */
const pointsPerCell = 8;
/** Room for rounding, in units of the point set's size: cells are that much larger than they need to be. */
const slack = 1e-9;

/** Cells in rows along x, rows along y, layers along z. */
export interface HullGrid {
  /** Number of cells along each axis. */
  side: number;
  /** For each cell the triangles that some point in it can see: bit i for the plane i. */
  masks: Int32Array;
  /** Least corner and inverse size of the cells: x, y, z. */
  low: [number, number, number];
  scale: [number, number, number];
}

/** The grid for the first `count` planes (at most 32) of `planes`. */
export function createHullGrid(points: HullPoints, planes: Float64Array, count: number): HullGrid {
  const { coords, extremes } = points;
  const side = Math.min(32, Math.max(1, Math.floor(Math.cbrt(points.count / pointsPerCell))));
  const [lowX, lowY, lowZ] = [0, 1, 2].map(k => coords[3 * extremes[k] + k]);
  const [sizeX, sizeY, sizeZ] = [lowX, lowY, lowZ].map(
    (low, k) => ((coords[3 * extremes[highAxesAt + k] + k] - low) * (1 + slack)) / side,
  );
  const masks = new Int32Array(side * side * side);
  for (let plane = 0; plane < count; plane++) {
    const nx = planes[planeSize * plane];
    const ny = planes[planeSize * plane + 1];
    const nz = planes[planeSize * plane + 2];
    const stepX = nx * sizeX;
    const stepY = ny * sizeY;
    const stepZ = nz * sizeZ;
    // The signed distance of the corner of the first cell that is farthest along the normal.
    const first =
      nx * lowX +
      ny * lowY +
      nz * lowZ -
      planes[planeSize * plane + offsetAt] +
      (Math.max(stepX, 0) + Math.max(stepY, 0) + Math.max(stepZ, 0) + slack);
    const bit = 1 << plane;
    for (let k = 0, cell = 0; k < side; k++)
      for (let j = 0; j < side; j++) {
        const row = first + k * stepZ + j * stepY;
        for (let i = 0; i < side; i++, cell++) if (row + i * stepX >= 0) masks[cell] |= bit;
      }
  }
  return { side, masks, low: [lowX, lowY, lowZ], scale: [1 / sizeX, 1 / sizeY, 1 / sizeZ] };
}
