/** Cutting one polygon of a mesh file into triangles. */

/** The two axes of the projection in which the polygon is counter-clockwise. */
type Plane = readonly [u: number, v: number];

/** Projects along the largest component of the polygon's Newell normal. */
function projectionPlane(positions: ArrayLike<number>, corners: readonly number[]): Plane {
  const normal = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) {
    const a = 3 * corners[i];
    const b = 3 * corners[(i + 1) % corners.length];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      normal[axis] += (positions[a + u] - positions[b + u]) * (positions[a + v] + positions[b + v]);
    }
  }
  let largest = 0;
  for (let axis = 1; axis < 3; axis++) if (Math.abs(normal[axis]) > Math.abs(normal[largest])) largest = axis;
  const u = (largest + 1) % 3;
  const v = (largest + 2) % 3;
  return normal[largest] > 0 ? [u, v] : [v, u];
}

/** Twice the signed area of the projected triangle a, b, c. */
function turn(positions: ArrayLike<number>, [u, v]: Plane, a: number, b: number, c: number): number {
  const x = positions[3 * a + u];
  const y = positions[3 * a + v];
  return (
    (positions[3 * b + u] - x) * (positions[3 * c + v] - y) -
    (positions[3 * b + v] - y) * (positions[3 * c + u] - x)
  );
}

/** Whether the corner at position `i` sticks out and its triangle holds no other corner. */
function isEar(positions: ArrayLike<number>, plane: Plane, left: readonly number[], i: number): boolean {
  const n = left.length;
  const a = left[(i + n - 1) % n];
  const b = left[i];
  const c = left[(i + 1) % n];
  if (!(turn(positions, plane, a, b, c) > 0)) return false;
  for (const p of left) {
    if (p === a || p === b || p === c) continue;
    if (
      turn(positions, plane, a, b, p) >= 0 &&
      turn(positions, plane, b, c, p) >= 0 &&
      turn(positions, plane, c, a, p) >= 0
    )
      return false;
  }
  return true;
}

/**
 * Appends the triangles of the polygon `corners` (vertex numbers into `positions`): a fan where it is convex,
 * ear clipping (Meisters, "Polygons have ears", 1975) where it is not. Always appends `corners.length` − 2
 * triangles; what has no ear left, because it crosses itself or has no area, is finished as a fan.
 */
export function triangulatePolygon(
  out: number[],
  positions: ArrayLike<number>,
  corners: readonly number[],
): void {
  let left: readonly number[] = corners;
  if (corners.length > 3) {
    const plane = projectionPlane(positions, corners);
    const n = corners.length;
    const convex = corners.every(
      (b, i) => turn(positions, plane, corners[(i + n - 1) % n], b, corners[(i + 1) % n]) >= 0,
    );
    while (!convex && left.length > 3) {
      const ear = left.findIndex((_, i) => isEar(positions, plane, left, i));
      if (ear < 0) break;
      const size = left.length;
      out.push(left[(ear + size - 1) % size], left[ear], left[(ear + 1) % size]);
      left = left.filter((_, i) => i !== ear);
    }
  }
  for (let i = 2; i < left.length; i++) out.push(left[0], left[i - 1], left[i]);
}
