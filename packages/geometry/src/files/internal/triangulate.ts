/** Cutting one polygon of a mesh file into triangles. */
import { EarClipping, orientation, type Plane } from './ear-clipping.ts';

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

/**
 * Appends the triangles of the polygon `corners` (vertex numbers into `positions`): a fan where it is convex,
 * ear clipping where it is not. Always appends `corners.length` − 2 triangles.
 */
export function triangulatePolygon(
  out: number[],
  positions: ArrayLike<number>,
  corners: readonly number[],
): void {
  let left = corners;
  if (corners.length > 3) {
    const plane = projectionPlane(positions, corners);
    const n = corners.length;
    const convex = corners.every(
      (b, i) => orientation(positions, plane, corners[(i + n - 1) % n], b, corners[(i + 1) % n]) >= 0,
    );
    if (!convex) left = new EarClipping(positions, corners, plane).clip(out);
  }
  for (let i = 2; i < left.length; i++) out.push(left[0], left[i - 1], left[i]);
}
