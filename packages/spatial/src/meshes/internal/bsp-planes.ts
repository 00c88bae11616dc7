/**
 * The planes of a BSP tree: that of a face, or one perpendicular to a fixed direction at the median of the
 * faces, whichever divides most evenly and cuts fewest faces.
 */
import { type BspPolygon, polygonSides } from './bsp-polygons.ts';

/** How many faces are proposed. */
const proposals = 12;
/** The cost of one cut face when planes are compared, in faces of imbalance. */
const cutPrice = 8;
const diagonal = Math.SQRT1_2;
/** The nine directions of an 18-DOP: the axes and the diagonals of the coordinate planes. */
export const directions: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [diagonal, diagonal, 0],
  [diagonal, -diagonal, 0],
  [diagonal, 0, diagonal],
  [diagonal, 0, -diagonal],
  [0, diagonal, diagonal],
  [0, diagonal, -diagonal],
];

/** A plane to divide a cell by. */
export interface ChosenPlane {
  readonly plane: readonly number[];
  /** The triangle whose plane it is, −1 for a fixed direction. */
  readonly triangle: number;
}

/**
 * The cheapest plane perpendicular to one of the fixed directions at the median; null if none has faces on
 * both sides.
 */
export function chooseDirection(polygons: readonly BspPolygon[], tolerance: number): ChosenPlane | null {
  let best: ChosenPlane | null = null;
  let leastPrice = Infinity;
  for (const [x, y, z] of directions) {
    const heights = polygons
      .map(({ points }) => x * points[0] + y * points[1] + z * points[2])
      .sort((s, t) => s - t);
    const plane = [x, y, z, heights[heights.length >> 1]];
    const price = priceOf(polygons, plane, tolerance, true);
    if (price < leastPrice) {
      leastPrice = price;
      best = { plane, triangle: -1 };
    }
  }
  if (best === null) return null;
  // The plane may happen to be that of a face.
  const { plane } = best;
  const face = polygons.find(polygon => polygonSides(polygon, plane, tolerance) === 0);
  return { plane, triangle: face?.triangle ?? -1 };
}

/** The cheapest among the planes of some of the faces. */
export function chooseFace(
  polygons: readonly BspPolygon[],
  tolerance: number,
  cornersOf: (triangle: number) => number[],
): ChosenPlane {
  let best: ChosenPlane | null = null;
  let leastPrice = Infinity;
  const step = Math.max(1, Math.floor(polygons.length / proposals));
  for (let i = 0; i < polygons.length; i += step) {
    const { triangle } = polygons[i];
    const plane = planeOf(cornersOf(triangle))!;
    const price = priceOf(polygons, plane, tolerance, false);
    if (best !== null && price >= leastPrice) continue;
    leastPrice = price;
    best = { plane, triangle };
  }
  return best!;
}

/** Imbalance and cuts that a plane costs; infinite when both sides are needed and one is empty. */
function priceOf(
  polygons: readonly BspPolygon[],
  plane: readonly number[],
  tolerance: number,
  both: boolean,
): number {
  let front = 0;
  let back = 0;
  let cuts = 0;
  for (const polygon of polygons) {
    const sides = polygonSides(polygon, plane, tolerance);
    back += sides & 1;
    front += sides >> 1;
    if (sides === 3) cuts++;
  }
  // A fixed direction must leave each side fewer faces than there were, or the division would never end.
  if (both && (front === 0 || back === 0 || front === polygons.length || back === polygons.length))
    return Infinity;
  return Math.abs(front - back) + cutPrice * cuts;
}

/** Unit normal n and offset d of the plane n · x = d of a triangle; null without area. */
export function planeOf(points: ArrayLike<number>): number[] | null {
  const [ax, ay, az] = [points[3] - points[0], points[4] - points[1], points[5] - points[2]];
  const [bx, by, bz] = [points[6] - points[0], points[7] - points[1], points[8] - points[2]];
  const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const scale = 1 / Math.hypot(...normal);
  if (!(scale < Infinity)) return null;
  const [x, y, z] = normal.map(k => k * scale);
  return [x, y, z, x * points[0] + y * points[1] + z * points[2]];
}

/** Six times the volume between a triangle and a vertex. */
export function signedVolume(points: readonly number[], positions: ArrayLike<number>, at: number): number {
  const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
  const q = points.map((value, i) => value - [x, y, z][i % 3]);
  return (
    q[0] * (q[4] * q[8] - q[5] * q[7]) +
    q[1] * (q[5] * q[6] - q[3] * q[8]) +
    q[2] * (q[3] * q[7] - q[4] * q[6])
  );
}

/** Throws unless every edge is traversed as often in one direction as in the other. */
export function requireClosed(indices: ArrayLike<number>): void {
  const balance = new Map<number, number>();
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i];
    const to = indices[i % 3 === 2 ? i - 2 : i + 1];
    const key = Math.min(from, to) * 2 ** 26 + Math.max(from, to);
    balance.set(key, (balance.get(key) ?? 0) + Math.sign(from - to));
  }
  for (const [key, sum] of balance)
    if (sum !== 0) {
      const low = Math.floor(key / 2 ** 26);
      throw new RangeError(
        `indices must describe a closed mesh whose triangles are oriented alike; the edge from vertex ${low} to ${key - low * 2 ** 26} is not`,
      );
    }
}
