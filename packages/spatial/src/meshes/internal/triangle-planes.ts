/**
 * Triangle against a convex set given by planes, such as a view frustum: the triangle is clipped by one plane
 * after the other (Sutherland & Hodgman 1974), and what is left, if anything, lies in the set.
 */
import { offsetAt, planeSize } from '../../internal/mesh-layout.ts';

/** How many planes there may be: each adds at most one vertex to the triangle. */
export const maxPlanes = 32;
/** Two polygons of at most `room` vertices, clipped from one to the other. */
const room = maxPlanes + 3;
const polygons = /* @__PURE__ */ new Float64Array(2 * 3 * room);

/**
 * Whether the triangle, nine numbers, has a point with n · x ≤ d for all `planes`, four numbers n, d each. Up
 * to rounding; touching counts.
 */
export function triangleMeetsPlanes(triangle: Float64Array, planes: ArrayLike<number>): boolean {
  let from = 0;
  let count = 3;
  polygons.set(triangle);
  for (let plane = 0; plane < planes.length && count > 0; plane += planeSize) {
    const a = planes[plane];
    const b = planes[plane + 1];
    const c = planes[plane + 2];
    const d = planes[plane + offsetAt];
    const to = 3 * room - from;
    let kept = 0;
    let before = from + 3 * (count - 1);
    let beforeHeight = a * polygons[before] + b * polygons[before + 1] + c * polygons[before + 2] - d;
    for (let i = 0; i < count; i++) {
      const at = from + 3 * i;
      const height = a * polygons[at] + b * polygons[at + 1] + c * polygons[at + 2] - d;
      if ((height < 0 && beforeHeight > 0) || (height > 0 && beforeHeight < 0)) {
        const s = beforeHeight / (beforeHeight - height);
        for (let k = 0; k < 3; k++)
          polygons[to + 3 * kept + k] = polygons[before + k] + s * (polygons[at + k] - polygons[before + k]);
        kept++;
      }
      if (height <= 0) {
        for (let k = 0; k < 3; k++) polygons[to + 3 * kept + k] = polygons[at + k];
        kept++;
      }
      before = at;
      beforeHeight = height;
    }
    from = to;
    count = kept;
  }
  return count > 0;
}
