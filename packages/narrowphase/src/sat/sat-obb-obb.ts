/**
 * Overlap of two oriented boxes by separating axes, with depth, normal and the features that touch.
 * `sat-obb-steps.ts` shows the test axis by axis.
 *
 * Two more tests use the same axes for other purposes. `obbOverlap` of @colide/bounds answers yes or no in
 * half the time, for trees in a lower layer. `manifoldObbObb` finds the axis for its contact points: within a
 * margin, for boxes that are still disjoint, and with a preference for faces that keeps the axis stable from
 * frame to frame.
 *
 * Fifteen axes: three face normals of each box and nine cross products of their edges (Gottschalk, Lin &
 * Manocha, "OBBTree", SIGGRAPH 1996). The length of an edge axis is the sine of the angle between the edges;
 * overlaps are compared as squares, scaled by it, so only the winner needs a root. Nearly parallel edges
 * (sine below 1e-6) give no axis of their own: a face normal is as good.
 *
 * The test ends at the first axis that separates. Touching counts, up to 1e-14 of the lengths that enter, as
 * in `obbOverlap`. About fifteen dot products, no allocation, nothing checked: NaN overlaps.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { obbAxesAt, obbHalfAt } from '../internal/layouts.ts';
import { type SatResult, satAxis } from './sat-result.ts';

/** Squared sine below which edges count as parallel. */
const parallel = 1e-12;
const slackRatio = 2 ** -46;
/** Edges count as parallel, too, if the sine is below this many times the error of the axes. */
const skewSines = 1000;

/**
 * Whether boxes `a` and `b`, fifteen numbers each, overlap or touch; fills `out`. `featureA` is 0 to 2 for
 * the axis of A (an edge is parallel to it, a face perpendicular to it), `featureB` likewise. For a disjoint
 * pair, `out` holds the separating axis.
 *
 * Unrolled in one function: written as loops over arrays, as for `manifoldObbObb`, the search takes 1.1 to
 * 1.4 times as long (Node 20).
 */
export function satObbObb(out: SatResult, a: ReadonlyObb, b: ReadonlyObb): boolean {
  const tx = b[0] - a[0];
  const ty = b[1] - a[1];
  const tz = b[2] - a[2];
  const a0 = a[obbHalfAt];
  const a1 = a[obbHalfAt + 1];
  const a2 = a[obbHalfAt + 2];
  const b0 = b[obbHalfAt];
  const b1 = b[obbHalfAt + 1];
  const b2 = b[obbHalfAt + 2];
  const lengths = Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + a0 + a1 + a2 + b0 + b1 + b2;
  const slack = slackRatio * lengths;

  // Face normals of A; rij is axis i of A along axis j of B.
  let x = a[obbAxesAt];
  let y = a[obbAxesAt + 1];
  let z = a[obbAxesAt + 2];
  const t0 = tx * x + ty * y + tz * z;
  const r00 = x * b[obbAxesAt] + y * b[obbAxesAt + 1] + z * b[obbAxesAt + 2];
  const r01 = x * b[obbAxesAt + 3] + y * b[obbAxesAt + 4] + z * b[obbAxesAt + 5];
  const r02 = x * b[obbAxesAt + 6] + y * b[obbAxesAt + 7] + z * b[obbAxesAt + 8];
  const s00 = Math.abs(r00);
  const s01 = Math.abs(r01);
  const s02 = Math.abs(r02);
  let least = a0 + b0 * s00 + b1 * s01 + b2 * s02 - Math.abs(t0);
  if (least < -slack) return faceNormal(withDepth(out, least), a, 0, t0 < 0);
  let axis = 0;
  x = a[obbAxesAt + 3];
  y = a[obbAxesAt + 4];
  z = a[obbAxesAt + 5];
  const t1 = tx * x + ty * y + tz * z;
  const r10 = x * b[obbAxesAt] + y * b[obbAxesAt + 1] + z * b[obbAxesAt + 2];
  const r11 = x * b[obbAxesAt + 3] + y * b[obbAxesAt + 4] + z * b[obbAxesAt + 5];
  const r12 = x * b[obbAxesAt + 6] + y * b[obbAxesAt + 7] + z * b[obbAxesAt + 8];
  const s10 = Math.abs(r10);
  const s11 = Math.abs(r11);
  const s12 = Math.abs(r12);
  let overlap = a1 + b0 * s10 + b1 * s11 + b2 * s12 - Math.abs(t1);
  if (overlap < -slack) return faceNormal(withDepth(out, overlap), a, 1, t1 < 0);
  if (overlap < least) {
    least = overlap;
    axis = 1;
  }
  x = a[obbAxesAt + 6];
  y = a[obbAxesAt + 7];
  z = a[obbAxesAt + 8];
  const t2 = tx * x + ty * y + tz * z;
  const r20 = x * b[obbAxesAt] + y * b[obbAxesAt + 1] + z * b[obbAxesAt + 2];
  const r21 = x * b[obbAxesAt + 3] + y * b[obbAxesAt + 4] + z * b[obbAxesAt + 5];
  const r22 = x * b[obbAxesAt + 6] + y * b[obbAxesAt + 7] + z * b[obbAxesAt + 8];
  const s20 = Math.abs(r20);
  const s21 = Math.abs(r21);
  const s22 = Math.abs(r22);
  overlap = a2 + b0 * s20 + b1 * s21 + b2 * s22 - Math.abs(t2);
  if (overlap < -slack) return faceNormal(withDepth(out, overlap), a, 2, t2 < 0);
  if (overlap < least) {
    least = overlap;
    axis = 2;
  }
  // Face normals of B.
  let along = tx * b[obbAxesAt] + ty * b[obbAxesAt + 1] + tz * b[obbAxesAt + 2];
  let side = along;
  overlap = b0 + a0 * s00 + a1 * s10 + a2 * s20 - Math.abs(along);
  if (overlap < -slack) return faceNormal(withDepth(out, overlap), b, 3, along < 0);
  if (overlap < least) {
    least = overlap;
    axis = 3;
  }
  along = tx * b[obbAxesAt + 3] + ty * b[obbAxesAt + 4] + tz * b[obbAxesAt + 5];
  overlap = b1 + a0 * s01 + a1 * s11 + a2 * s21 - Math.abs(along);
  if (overlap < -slack) return faceNormal(withDepth(out, overlap), b, 4, along < 0);
  if (overlap < least) {
    least = overlap;
    axis = 4;
    side = along;
  }
  along = tx * b[obbAxesAt + 6] + ty * b[obbAxesAt + 7] + tz * b[obbAxesAt + 8];
  overlap = b2 + a0 * s02 + a1 * s12 + a2 * s22 - Math.abs(along);
  if (overlap < -slack) return faceNormal(withDepth(out, overlap), b, 5, along < 0);
  if (overlap < least) {
    least = overlap;
    axis = 5;
    side = along;
  }
  // An edge axis must beat the faces clearly: where the two agree, the face makes the better contact. From
  // here on `least` is a square, and an edge axis has the squared length 1 − rij², the sum of the squares of
  // the other two in its column, which does not suffer from axes that are not quite of unit length.
  let room = least;
  least = least > 0 ? least * least * (1 - 1e-9) : 0;
  let squared: number;
  // Zero for a rotation, whose columns are perpendicular; axes in floats are not quite.
  const skew =
    Math.abs(r00 * r01 + r10 * r11 + r20 * r21) +
    Math.abs(r00 * r02 + r10 * r12 + r20 * r22) +
    Math.abs(r01 * r02 + r11 * r12 + r21 * r22);
  const edgeSlack = slack + 2 * skew * lengths;
  const nearParallel = parallel + (skewSines * skew) ** 2;
  // Edges: axis 0 of A with the three of B.
  along = t2 * r10 - t1 * r20;
  overlap = a1 * s20 + a2 * s10 + b1 * s02 + b2 * s01 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 0, 0, along < 0);
  squared = r10 * r10 + r20 * r20;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 6;
    side = along;
    room = overlap;
  }
  along = t2 * r11 - t1 * r21;
  overlap = a1 * s21 + a2 * s11 + b2 * s00 + b0 * s02 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 0, 1, along < 0);
  squared = r11 * r11 + r21 * r21;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 7;
    side = along;
    room = overlap;
  }
  along = t2 * r12 - t1 * r22;
  overlap = a1 * s22 + a2 * s12 + b0 * s01 + b1 * s00 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 0, 2, along < 0);
  squared = r12 * r12 + r22 * r22;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 8;
    side = along;
    room = overlap;
  }
  // Edges: axis 1 of A with the three of B.
  along = t0 * r20 - t2 * r00;
  overlap = a2 * s00 + a0 * s20 + b1 * s12 + b2 * s11 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 1, 0, along < 0);
  squared = r00 * r00 + r20 * r20;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 9;
    side = along;
    room = overlap;
  }
  along = t0 * r21 - t2 * r01;
  overlap = a2 * s01 + a0 * s21 + b2 * s10 + b0 * s12 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 1, 1, along < 0);
  squared = r01 * r01 + r21 * r21;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 10;
    side = along;
    room = overlap;
  }
  along = t0 * r22 - t2 * r02;
  overlap = a2 * s02 + a0 * s22 + b0 * s11 + b1 * s10 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 1, 2, along < 0);
  squared = r02 * r02 + r22 * r22;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 11;
    side = along;
    room = overlap;
  }
  // Edges: axis 2 of A with the three of B.
  along = t1 * r00 - t0 * r10;
  overlap = a0 * s10 + a1 * s00 + b1 * s22 + b2 * s21 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 2, 0, along < 0);
  squared = r00 * r00 + r10 * r10;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 12;
    side = along;
    room = overlap;
  }
  along = t1 * r01 - t0 * r11;
  overlap = a0 * s11 + a1 * s01 + b2 * s20 + b0 * s22 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 2, 1, along < 0);
  squared = r01 * r01 + r11 * r11;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 13;
    side = along;
    room = overlap;
  }
  along = t1 * r02 - t0 * r12;
  overlap = a0 * s12 + a1 * s02 + b0 * s21 + b1 * s20 - Math.abs(along);
  if (overlap < -edgeSlack) return edgeNormal(withDepth(out, overlap), a, b, 2, 2, along < 0);
  squared = r02 * r02 + r12 * r12;
  if (squared > nearParallel && overlap * overlap < least * squared) {
    least = (overlap * overlap) / squared;
    axis = 14;
    side = along;
    room = overlap;
  }
  if (axis >= 6) {
    withDepth(out, Math.max(room, 0));
    edgeNormal(out, a, b, ((axis - 6) / 3) | 0, (axis - 6) % 3, side < 0);
    return true;
  }
  if (axis < 3) side = axis === 0 ? t0 : axis === 1 ? t1 : t2;
  faceNormal(withDepth(out, room), axis < 3 ? a : b, axis, side < 0);
  return true;
}

/**
 * Stores the overlap along the axis found. It is stored in the record because V8 would box it as an argument
 * of the functions below, which are too large to be inlined fifteen times.
 */
function withDepth(out: SatResult, overlap: number): SatResult {
  out.depth = overlap;
  return out;
}

/** Fills the result, with its depth set, for a face axis. Returns false, the answer of a disjoint pair. */
function faceNormal(out: SatResult, box: ReadonlyObb, axis: number, backwards: boolean): boolean {
  const k = axis % 3;
  const at = obbAxesAt + 3 * k;
  const sign = backwards ? -1 : 1;
  out.normal[0] = sign * box[at];
  out.normal[1] = sign * box[at + 1];
  out.normal[2] = sign * box[at + 2];
  out.kind = axis < 3 ? satAxis.faceA : satAxis.faceB;
  out.featureA = axis < 3 ? k : -1;
  out.featureB = axis < 3 ? -1 : k;
  out.steps = out.depth < 0 ? axis + 1 : 15;
  return false;
}

/**
 * Fills the result for the cross product of edge i of A and edge j of B; its depth holds the overlap along
 * it. Returns false, the answer of a disjoint pair.
 */
function edgeNormal(
  out: SatResult,
  a: ReadonlyObb,
  b: ReadonlyObb,
  i: number,
  j: number,
  backwards: boolean,
): boolean {
  const p = obbAxesAt + 3 * i;
  const q = obbAxesAt + 3 * j;
  const x = a[p + 1] * b[q + 2] - a[p + 2] * b[q + 1];
  const y = a[p + 2] * b[q] - a[p] * b[q + 2];
  const z = a[p] * b[q + 1] - a[p + 1] * b[q];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = (backwards ? -1 : 1) / length;
  out.normal[0] = x * scale;
  out.normal[1] = y * scale;
  out.normal[2] = z * scale;
  out.steps = out.depth < 0 ? 7 + 3 * i + j : 15;
  out.depth /= length;
  out.kind = satAxis.edges;
  out.featureA = i;
  out.featureB = j;
  return false;
}
