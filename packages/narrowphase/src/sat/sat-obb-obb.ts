/**
 * Overlap of two oriented boxes by separating axes, with depth, normal and the features that touch. `obbOverlap` of
 * @colide/bounds is the boolean alone.
 *
 * Fifteen axes: three face normals of each box and nine cross products of their edges (Gottschalk, Lin & Manocha, "OBBTree",
 * SIGGRAPH 1996). An edge axis has the length sin(angle between the edges); overlaps are compared as squares, scaled by it, so
 * only the winner needs a root. Nearly parallel edges (sine below 1e-6) give no axis of their own, since a face normal is
 * then as good.
 *
 * The test leaves at the first axis that separates. Touching counts, up to 1e-14 of the lengths that enter, as in
 * `obbOverlap`. About fifteen dot products, no allocation, nothing checked: NaN overlaps.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { type SatResult, satAxis } from './sat-result.ts';

/** Squared sine below which edges count as parallel. */
const parallel = 1e-12;
const slackRatio = 2 ** -46;

/**
 * Whether boxes `a` and `b`, fifteen numbers each, overlap or touch; fills `out`. `featureA` is 0 to 2 for the axis of A (an
 * edge runs along it, a face is across it), `featureB` likewise; of a disjoint pair only the separating axis is filled in.
 */
export function satObbObb(out: SatResult, a: ReadonlyObb, b: ReadonlyObb): boolean {
  const tx = b[0] - a[0];
  const ty = b[1] - a[1];
  const tz = b[2] - a[2];
  const a0 = a[3];
  const a1 = a[4];
  const a2 = a[5];
  const b0 = b[3];
  const b1 = b[4];
  const b2 = b[5];
  const slack = slackRatio * (Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + a0 + a1 + a2 + b0 + b1 + b2);

  // Face normals of A; rij is axis i of A along axis j of B.
  let x = a[6];
  let y = a[7];
  let z = a[8];
  const t0 = tx * x + ty * y + tz * z;
  const r00 = x * b[6] + y * b[7] + z * b[8];
  const r01 = x * b[9] + y * b[10] + z * b[11];
  const r02 = x * b[12] + y * b[13] + z * b[14];
  const s00 = Math.abs(r00);
  const s01 = Math.abs(r01);
  const s02 = Math.abs(r02);
  let least = a0 + b0 * s00 + b1 * s01 + b2 * s02 - Math.abs(t0);
  if (least < -slack) return faceNormal(out, a, 0, found(t0, least));
  let axis = 0;
  x = a[9];
  y = a[10];
  z = a[11];
  const t1 = tx * x + ty * y + tz * z;
  const r10 = x * b[6] + y * b[7] + z * b[8];
  const r11 = x * b[9] + y * b[10] + z * b[11];
  const r12 = x * b[12] + y * b[13] + z * b[14];
  const s10 = Math.abs(r10);
  const s11 = Math.abs(r11);
  const s12 = Math.abs(r12);
  let overlap = a1 + b0 * s10 + b1 * s11 + b2 * s12 - Math.abs(t1);
  if (overlap < -slack) return faceNormal(out, a, 1, found(t1, overlap));
  if (overlap < least) {
    least = overlap;
    axis = 1;
  }
  x = a[12];
  y = a[13];
  z = a[14];
  const t2 = tx * x + ty * y + tz * z;
  const r20 = x * b[6] + y * b[7] + z * b[8];
  const r21 = x * b[9] + y * b[10] + z * b[11];
  const r22 = x * b[12] + y * b[13] + z * b[14];
  const s20 = Math.abs(r20);
  const s21 = Math.abs(r21);
  const s22 = Math.abs(r22);
  overlap = a2 + b0 * s20 + b1 * s21 + b2 * s22 - Math.abs(t2);
  if (overlap < -slack) return faceNormal(out, a, 2, found(t2, overlap));
  if (overlap < least) {
    least = overlap;
    axis = 2;
  }
  // Face normals of B.
  let along = tx * b[6] + ty * b[7] + tz * b[8];
  let side = along;
  overlap = b0 + a0 * s00 + a1 * s10 + a2 * s20 - Math.abs(along);
  if (overlap < -slack) return faceNormal(out, b, 3, found(along, overlap));
  if (overlap < least) {
    least = overlap;
    axis = 3;
  }
  along = tx * b[9] + ty * b[10] + tz * b[11];
  overlap = b1 + a0 * s01 + a1 * s11 + a2 * s21 - Math.abs(along);
  if (overlap < -slack) return faceNormal(out, b, 4, found(along, overlap));
  if (overlap < least) {
    least = overlap;
    axis = 4;
    side = along;
  }
  along = tx * b[12] + ty * b[13] + tz * b[14];
  overlap = b2 + a0 * s02 + a1 * s12 + a2 * s22 - Math.abs(along);
  if (overlap < -slack) return faceNormal(out, b, 5, found(along, overlap));
  if (overlap < least) {
    least = overlap;
    axis = 5;
    side = along;
  }
  // An edge axis must beat the faces clearly: where the two agree, the face makes the better contact. From here on `least`
  // is a square, and an edge axis has the squared length 1 − rij².
  let room = least;
  least = least > 0 ? least * least * (1 - 1e-9) : 0;
  let squared: number;
  // Edges: axis 0 of A with the three of B.
  along = t2 * r10 - t1 * r20;
  overlap = a1 * s20 + a2 * s10 + b1 * s02 + b2 * s01 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 0, 0, found(along, overlap));
  squared = 1 - r00 * r00;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 6;
    side = along;
    room = overlap;
  }
  along = t2 * r11 - t1 * r21;
  overlap = a1 * s21 + a2 * s11 + b2 * s00 + b0 * s02 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 0, 1, found(along, overlap));
  squared = 1 - r01 * r01;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 7;
    side = along;
    room = overlap;
  }
  along = t2 * r12 - t1 * r22;
  overlap = a1 * s22 + a2 * s12 + b0 * s01 + b1 * s00 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 0, 2, found(along, overlap));
  squared = 1 - r02 * r02;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 8;
    side = along;
    room = overlap;
  }
  // Edges: axis 1 of A with the three of B.
  along = t0 * r20 - t2 * r00;
  overlap = a2 * s00 + a0 * s20 + b1 * s12 + b2 * s11 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 1, 0, found(along, overlap));
  squared = 1 - r10 * r10;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 9;
    side = along;
    room = overlap;
  }
  along = t0 * r21 - t2 * r01;
  overlap = a2 * s01 + a0 * s21 + b2 * s10 + b0 * s12 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 1, 1, found(along, overlap));
  squared = 1 - r11 * r11;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 10;
    side = along;
    room = overlap;
  }
  along = t0 * r22 - t2 * r02;
  overlap = a2 * s02 + a0 * s22 + b0 * s11 + b1 * s10 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 1, 2, found(along, overlap));
  squared = 1 - r12 * r12;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 11;
    side = along;
    room = overlap;
  }
  // Edges: axis 2 of A with the three of B.
  along = t1 * r00 - t0 * r10;
  overlap = a0 * s10 + a1 * s00 + b1 * s22 + b2 * s21 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 2, 0, found(along, overlap));
  squared = 1 - r20 * r20;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 12;
    side = along;
    room = overlap;
  }
  along = t1 * r01 - t0 * r11;
  overlap = a0 * s11 + a1 * s01 + b2 * s20 + b0 * s22 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 2, 1, found(along, overlap));
  squared = 1 - r21 * r21;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 13;
    side = along;
    room = overlap;
  }
  along = t1 * r02 - t0 * r12;
  overlap = a0 * s12 + a1 * s02 + b0 * s21 + b1 * s20 - Math.abs(along);
  if (overlap < -slack) return edgeNormal(out, a, b, 2, 2, found(along, overlap));
  squared = 1 - r22 * r22;
  if (squared > parallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 14;
    side = along;
    room = overlap;
  }
  if (axis >= 6) {
    edgeNormal(out, a, b, ((axis - 6) / 3) | 0, (axis - 6) % 3, found(side, Math.max(room, 0)));
    return true;
  }
  if (axis < 3) side = axis === 0 ? t0 : axis === 1 ? t1 : t2;
  faceNormal(out, axis < 3 ? a : b, axis, found(side, room));
  return true;
}

/** Offset of the centres and overlap along the axis found: in an array, as V8 boxes fractional arguments. */
const answer = /* @__PURE__ */ new Float64Array(2);

function found(along: number, overlap: number): Float64Array {
  answer[0] = along;
  answer[1] = overlap;
  return answer;
}

/** Fills the result for a face axis. Returns false, for those who leave with it. */
function faceNormal(out: SatResult, box: ReadonlyObb, axis: number, found: Float64Array): boolean {
  const k = axis % 3;
  const sign = found[0] < 0 ? -1 : 1;
  out.normal[0] = sign * box[6 + 3 * k];
  out.normal[1] = sign * box[7 + 3 * k];
  out.normal[2] = sign * box[8 + 3 * k];
  out.depth = found[1];
  out.kind = axis < 3 ? satAxis.faceA : satAxis.faceB;
  out.featureA = axis < 3 ? k : -1;
  out.featureB = axis < 3 ? -1 : k;
  out.steps = found[1] < 0 ? axis + 1 : 15;
  return false;
}

/** Fills the result for the axis across edge i of A and edge j of B. Returns false, for those who leave with it. */
function edgeNormal(
  out: SatResult,
  a: ReadonlyObb,
  b: ReadonlyObb,
  i: number,
  j: number,
  found: Float64Array,
): boolean {
  const p = 6 + 3 * i;
  const q = 6 + 3 * j;
  const x = a[p + 1] * b[q + 2] - a[p + 2] * b[q + 1];
  const y = a[p + 2] * b[q] - a[p] * b[q + 2];
  const z = a[p] * b[q + 1] - a[p + 1] * b[q];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = (found[0] < 0 ? -1 : 1) / length;
  out.normal[0] = x * scale;
  out.normal[1] = y * scale;
  out.normal[2] = z * scale;
  out.depth = found[1] / length;
  out.kind = satAxis.edges;
  out.featureA = i;
  out.featureB = j;
  out.steps = found[1] < 0 ? 7 + 3 * i + j : 15;
  return false;
}

/** The test of two boxes axis by axis, for those who want to watch it. */
export interface SatObbSteps {
  /** The axis tried last: 0 to 2 are the face normals of A, 3 to 5 those of B, 6 to 14 the edges; −1 before the first. */
  index: number;
  /** That axis, a unit vector from A to B; zero for parallel edges, which have none of their own. */
  readonly axis: Float64Array;
  /**
   * Two numbers: how far the shadows of the boxes on that axis overlap, negative when it separates, and the least overlap so
   * far, in the end the depth.
   */
  readonly overlaps: Float64Array;
  /** The axis of the least overlap. */
  readonly normal: Float64Array;
  /** The boxes, fifteen numbers each. */
  readonly boxes: Float64Array;
}

/** Memory for {@link satObbStart}. */
export function createSatObbSteps(): SatObbSteps {
  return {
    index: -1,
    axis: new Float64Array(3),
    overlaps: new Float64Array(2),
    normal: new Float64Array(3),
    boxes: new Float64Array(30),
  };
}

/** Prepares to try the axes of boxes `a` and `b` one after the other. */
export function satObbStart(state: SatObbSteps, a: ReadonlyObb, b: ReadonlyObb): void {
  state.index = -1;
  state.overlaps[0] = state.overlaps[1] = Infinity;
  for (let i = 0; i < 15; i++) {
    state.boxes[i] = a[i];
    state.boxes[15 + i] = b[i];
  }
}

/**
 * Tries the next axis by projecting both boxes on it. Returns whether the test is over: the axis separates, or it was the
 * last. The same answer as `satObbObb`, but for its slack in touching, and several times as slow.
 */
export function satObbStep(state: SatObbSteps): boolean {
  const { boxes, axis, normal, overlaps } = state;
  const index = ++state.index;
  if (index < 6) {
    const from = index < 3 ? 6 + 3 * index : 12 + 3 * index;
    for (let i = 0; i < 3; i++) axis[i] = boxes[from + i];
  } else {
    const p = 6 + 3 * (((index - 6) / 3) | 0);
    const q = 21 + 3 * ((index - 6) % 3);
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      axis[i] = boxes[p + j] * boxes[q + k] - boxes[p + k] * boxes[q + j];
    }
  }
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const squared = x * x + y * y + z * z;
  if (!(squared > parallel)) {
    axis[0] = axis[1] = axis[2] = 0;
    overlaps[0] = Infinity;
    return index === 14;
  }
  const along = (boxes[15] - boxes[0]) * x + (boxes[16] - boxes[1]) * y + (boxes[17] - boxes[2]) * z;
  const scale = (along < 0 ? -1 : 1) / Math.sqrt(squared);
  let overlap = -along * scale;
  for (let i = 0; i < 3; i++) axis[i] *= scale;
  for (let box = 0; box < 30; box += 15)
    for (let k = 0; k < 3; k++) {
      const u = box + 6 + 3 * k;
      const shadow = boxes[u] * axis[0] + boxes[u + 1] * axis[1] + boxes[u + 2] * axis[2];
      overlap += boxes[box + 3 + k] * Math.abs(shadow);
    }
  overlaps[0] = overlap;
  if (overlap < overlaps[1]) {
    overlaps[1] = overlap;
    for (let i = 0; i < 3; i++) normal[i] = axis[i];
  }
  return overlap < 0 || index === 14;
}
