/** The orientation of three points of a flat array, by an exact predicate. */
import { orient2d } from '@colide/math';

const pointA = /* @__PURE__ */ new Float64Array(2);
const pointB = /* @__PURE__ */ new Float64Array(2);
const pointC = /* @__PURE__ */ new Float64Array(2);

/**
 * Positive if points a, b, c of `coords` (two numbers each) turn left, negative if right, 0 if collinear;
 * exact sign.
 */
export function orientationOf(coords: ArrayLike<number>, a: number, b: number, c: number): number {
  for (let k = 0; k < 2; k++) {
    pointA[k] = coords[2 * a + k];
    pointB[k] = coords[2 * b + k];
    pointC[k] = coords[2 * c + k];
  }
  return orient2d(pointA, pointB, pointC);
}
