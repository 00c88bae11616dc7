/** The exact tests of `box-tests.ts` in the plane, on boxes of four numbers: min x, y, max x, y. */
import type { BoxTests } from './box-tests.ts';

/** Numbers per box: minimum, then maximum. */
const boxSize = 4;
/** Offset of the maximum in a box or a box query. */
const maxAt = 2;
/** Offsets in a query. */
const squaredRadiusAt = 2;
const directionAt = 2;
const inverseAt = 4;
const maxTAt = 6;

/** Whether boxes `i` and `j` overlap or touch. */
function boxesTouch2d(boxes: Float64Array, i: number, j: number): boolean {
  const a = boxSize * i;
  const b = boxSize * j;
  return (
    boxes[a] <= boxes[b + maxAt] &&
    boxes[b] <= boxes[a + maxAt] &&
    boxes[a + 1] <= boxes[b + maxAt + 1] &&
    boxes[b + 1] <= boxes[a + maxAt + 1]
  );
}

/** Whether box `i` overlaps or touches the box in `query`. */
function boxTouchesBox2d(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = boxSize * i;
  return (
    boxes[a] <= query[maxAt] &&
    query[0] <= boxes[a + maxAt] &&
    boxes[a + 1] <= query[maxAt + 1] &&
    query[1] <= boxes[a + maxAt + 1]
  );
}

/** Whether box `i` overlaps or touches the disc in `query`. */
function boxTouchesSphere2d(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = boxSize * i;
  const dx = Math.max(boxes[a] - query[0], query[0] - boxes[a + maxAt], 0);
  const dy = Math.max(boxes[a + 1] - query[1], query[1] - boxes[a + maxAt + 1], 0);
  return dx * dx + dy * dy <= query[squaredRadiusAt];
}

/** Whether the ray in `query` meets box `i`; rounding loses no ray. */
function boxMeetsRay2d(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = boxSize * i;
  let near = 0;
  let far = query[maxTAt];
  for (let axis = 0; axis < 2; axis++) {
    const low = boxes[a + axis] - query[axis];
    const high = boxes[a + axis + maxAt] - query[axis];
    if (query[axis + directionAt] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const inverse = query[axis + inverseAt];
    const t0 = low * inverse;
    const t1 = high * inverse;
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1) * (1 + 4 * 2 ** -52));
  }
  return near <= far;
}

/** The tests in the plane. */
export const boxTests2d: BoxTests = {
  dimension: 2,
  overlap: boxesTouch2d,
  touchesBox: boxTouchesBox2d,
  touchesSphere: boxTouchesSphere2d,
  meetsRay: boxMeetsRay2d,
};
