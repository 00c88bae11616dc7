/**
 * The separating-axis test of two oriented boxes, one axis at a time, for demos and teaching: the axes of
 * `sat-obb-obb.ts` in the same order, each with both boxes projected on it. The answer is that of `satObbObb`
 * except for its slack for touching boxes, and takes several times as long. No allocation.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { obbAxesAt, obbHalfAt, obbSize } from '../internal/layouts.ts';

/** Squared sine below which edges count as parallel. */
const parallel = 1e-12;
/** Axes 0 to 2 are the face normals of A, 3 to 5 those of B, 6 to 14 the cross products of edges. */
const faceAxes = 6;
const lastAxis = 14;

/** The state of the test. */
export interface SatObbSteps {
  /**
   * The axis tried last: 0 to 2 are the face normals of A, 3 to 5 those of B, 6 to 14 the cross products of
   * edges; −1 before the first.
   */
  index: number;
  /** That axis, a unit vector from A to B; zero for parallel edges, which have none of their own. */
  readonly axis: Float64Array;
  /**
   * Two numbers: the overlap of the projections of the boxes on that axis, negative if it separates; and the
   * least overlap so far, which is the depth in the end.
   */
  readonly overlaps: Float64Array;
  /** The axis of the least overlap. */
  readonly normal: Float64Array;
  /** The boxes, fifteen numbers each. */
  readonly boxes: Float64Array;
}

/** Offset of the least overlap in {@link SatObbSteps.overlaps}. */
const leastAt = 1;

/** An empty state, to be filled by {@link satObbStart}. */
export function createSatObbSteps(): SatObbSteps {
  return {
    index: -1,
    axis: new Float64Array(3),
    overlaps: new Float64Array(2),
    normal: new Float64Array(3),
    boxes: new Float64Array(2 * obbSize),
  };
}

/** Prepares to try the axes of boxes `a` and `b` one after the other. */
export function satObbStart(state: SatObbSteps, a: ReadonlyObb, b: ReadonlyObb): void {
  state.index = -1;
  state.overlaps[0] = state.overlaps[leastAt] = Infinity;
  for (let i = 0; i < obbSize; i++) {
    state.boxes[i] = a[i];
    state.boxes[obbSize + i] = b[i];
  }
}

/** Tries the next axis. Returns whether the test is over: the axis separates, or it was the last. */
export function satObbStep(state: SatObbSteps): boolean {
  const { boxes, axis, normal, overlaps } = state;
  const index = ++state.index;
  setAxis(state);
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const squared = x * x + y * y + z * z;
  if (!(squared > parallel)) {
    axis[0] = axis[1] = axis[2] = 0;
    overlaps[0] = Infinity;
    return index === lastAxis;
  }
  const b = obbSize;
  const along = (boxes[b] - boxes[0]) * x + (boxes[b + 1] - boxes[1]) * y + (boxes[b + 2] - boxes[2]) * z;
  const scale = (along < 0 ? -1 : 1) / Math.sqrt(squared);
  let overlap = -along * scale;
  for (let i = 0; i < 3; i++) axis[i] *= scale;
  for (let box = 0; box < boxes.length; box += obbSize)
    for (let k = 0; k < 3; k++) {
      const u = box + obbAxesAt + 3 * k;
      const projection = boxes[u] * axis[0] + boxes[u + 1] * axis[1] + boxes[u + 2] * axis[2];
      overlap += boxes[box + obbHalfAt + k] * Math.abs(projection);
    }
  overlaps[0] = overlap;
  if (overlap < overlaps[leastAt]) {
    overlaps[leastAt] = overlap;
    for (let i = 0; i < 3; i++) normal[i] = axis[i];
  }
  return overlap < 0 || index === lastAxis;
}

/**
 * Writes the axis at the current index: a face normal or the cross product of two edges, of any length and
 * sign.
 */
function setAxis({ boxes, axis, index }: SatObbSteps): void {
  if (index < faceAxes) {
    const from = (index < 3 ? 0 : obbSize) + obbAxesAt + 3 * (index % 3);
    for (let i = 0; i < 3; i++) axis[i] = boxes[from + i];
    return;
  }
  const p = obbAxesAt + 3 * (((index - faceAxes) / 3) | 0);
  const q = obbSize + obbAxesAt + 3 * ((index - faceAxes) % 3);
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    axis[i] = boxes[p + j] * boxes[q + k] - boxes[p + k] * boxes[q + j];
  }
}
