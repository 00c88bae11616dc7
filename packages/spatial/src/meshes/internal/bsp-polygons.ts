/**
 * Polygons that a BSP tree is built from, and how planes divide them.
 *
 * A vertex nearer to a plane than a tolerance counts as lying on it, so no sliver thinner than that arises.
 * New vertices are computed from the two ends of an edge in an order that does not depend on the polygon, so
 * neighbours that share an edge get the same vertex to the bit and the surface stays closed.
 */

/** A convex polygon: x, y, z of its vertices, and the triangle that it is a part of. */
export interface BspPolygon {
  readonly points: number[];
  readonly triangle: number;
}

/** The result of dividing polygons by a plane. */
export interface BspParts {
  readonly front: BspPolygon[];
  readonly back: BspPolygon[];
  /** How many polygons were cut in two. */
  cuts: number;
}

/** Where a polygon lies: bit 0 partly behind the plane, bit 1 partly in front of it; 0 within it. */
export function polygonSides(polygon: BspPolygon, plane: ArrayLike<number>, tolerance: number): number {
  const { points } = polygon;
  let sides = 0;
  for (let i = 0; i < points.length; i += 3) {
    const height = heightAt(plane, points, i);
    if (height < -tolerance) sides |= 1;
    else if (height > tolerance) sides |= 2;
  }
  return sides;
}

/**
 * Sorts polygons to the sides of a plane and cuts those that lie on both; those within the plane are left
 * out.
 */
export function splitPolygons(
  polygons: readonly BspPolygon[],
  plane: ArrayLike<number>,
  tolerance: number,
): BspParts {
  const parts: BspParts = { front: [], back: [], cuts: 0 };
  for (const polygon of polygons) {
    const sides = polygonSides(polygon, plane, tolerance);
    if (sides === 3) cut(parts, polygon, plane, tolerance);
    else if (sides === 1) parts.back.push(polygon);
    else if (sides === 2) parts.front.push(polygon);
  }
  return parts;
}

function cut(parts: BspParts, polygon: BspPolygon, plane: ArrayLike<number>, tolerance: number): void {
  const { points, triangle } = polygon;
  const front: number[] = [];
  const back: number[] = [];
  let before = points.length - 3;
  let beforeHeight = heightAt(plane, points, before);
  for (let at = 0; at < points.length; at += 3) {
    const height = heightAt(plane, points, at);
    if (beforeHeight > tolerance && height < -tolerance)
      cross(front, back, points, before, at, beforeHeight / (beforeHeight - height));
    else if (beforeHeight < -tolerance && height > tolerance)
      cross(front, back, points, at, before, height / (height - beforeHeight));
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    if (height >= -tolerance) front.push(x, y, z);
    if (height <= tolerance) back.push(x, y, z);
    before = at;
    beforeHeight = height;
  }
  parts.cuts++;
  parts.front.push({ points: front, triangle });
  parts.back.push({ points: back, triangle });
}

/**
 * Appends the point at the fraction `s` of the edge from `high`, in front of the plane, to `low`, behind it.
 */
function cross(
  front: number[],
  back: number[],
  points: readonly number[],
  high: number,
  low: number,
  s: number,
): void {
  for (let k = 0; k < 3; k++) {
    const x = points[high + k] + s * (points[low + k] - points[high + k]);
    front.push(x);
    back.push(x);
  }
}

function heightAt(plane: ArrayLike<number>, points: readonly number[], at: number): number {
  return plane[0] * points[at] + plane[1] * points[at + 1] + plane[2] * points[at + 2] - plane[3];
}
