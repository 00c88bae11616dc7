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
import type { ReadonlyObb } from '@colide/bounds/obb';
import { type SatResult, satAxis } from './sat-result.ts';

/** Rotation of B seen from A, row by row, and the offset of the centres in A's frame. */
const r = /* @__PURE__ */ new Float64Array(9);
const s = /* @__PURE__ */ new Float64Array(9);
const half = /* @__PURE__ */ new Float64Array(6);
const offset = /* @__PURE__ */ new Float64Array(3);
const slackRatio = 2 ** -46;

/**
 * Whether boxes `a` and `b`, fifteen numbers each, overlap or touch; fills `out`. `featureA` is 0 to 2 for the axis of A (an
 * edge runs along it, a face is across it), `featureB` likewise; of a disjoint pair only the separating axis is filled in.
 */
export function satObbObb(out: SatResult, a: ReadonlyObb, b: ReadonlyObb): boolean {
  const tx = b[0]! - a[0]!;
  const ty = b[1]! - a[1]!;
  const tz = b[2]! - a[2]!;
  const a0 = a[3]!;
  const a1 = a[4]!;
  const a2 = a[5]!;
  const b0 = b[3]!;
  const b1 = b[4]!;
  const b2 = b[5]!;
  const slack = slackRatio * (Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + a0 + a1 + a2 + b0 + b1 + b2);

  // Face normals of A; rij is axis i of A along axis j of B.
  let x = a[6]!;
  let y = a[7]!;
  let z = a[8]!;
  const t0 = tx * x + ty * y + tz * z;
  const r00 = x * b[6]! + y * b[7]! + z * b[8]!;
  const r01 = x * b[9]! + y * b[10]! + z * b[11]!;
  const r02 = x * b[12]! + y * b[13]! + z * b[14]!;
  const s00 = Math.abs(r00);
  const s01 = Math.abs(r01);
  const s02 = Math.abs(r02);
  let least = a0 + b0 * s00 + b1 * s01 + b2 * s02 - Math.abs(t0);
  if (least < -slack) return separate(out, a, 0, t0, least);
  let axis = 0;
  x = a[9]!;
  y = a[10]!;
  z = a[11]!;
  const t1 = tx * x + ty * y + tz * z;
  const r10 = x * b[6]! + y * b[7]! + z * b[8]!;
  const r11 = x * b[9]! + y * b[10]! + z * b[11]!;
  const r12 = x * b[12]! + y * b[13]! + z * b[14]!;
  const s10 = Math.abs(r10);
  const s11 = Math.abs(r11);
  const s12 = Math.abs(r12);
  let overlap = a1 + b0 * s10 + b1 * s11 + b2 * s12 - Math.abs(t1);
  if (overlap < -slack) return separate(out, a, 1, t1, overlap);
  if (overlap < least) {
    least = overlap;
    axis = 1;
  }
  x = a[12]!;
  y = a[13]!;
  z = a[14]!;
  const t2 = tx * x + ty * y + tz * z;
  const r20 = x * b[6]! + y * b[7]! + z * b[8]!;
  const r21 = x * b[9]! + y * b[10]! + z * b[11]!;
  const r22 = x * b[12]! + y * b[13]! + z * b[14]!;
  const s20 = Math.abs(r20);
  const s21 = Math.abs(r21);
  const s22 = Math.abs(r22);
  overlap = a2 + b0 * s20 + b1 * s21 + b2 * s22 - Math.abs(t2);
  if (overlap < -slack) return separate(out, a, 2, t2, overlap);
  if (overlap < least) {
    least = overlap;
    axis = 2;
  }
  // Face normals of B.
  let along = tx * b[6]! + ty * b[7]! + tz * b[8]!;
  let side = along;
  overlap = b0 + a0 * s00 + a1 * s10 + a2 * s20 - Math.abs(along);
  if (overlap < -slack) return separate(out, b, 3, along, overlap);
  if (overlap < least) {
    least = overlap;
    axis = 3;
  }
  along = tx * b[9]! + ty * b[10]! + tz * b[11]!;
  overlap = b1 + a0 * s01 + a1 * s11 + a2 * s21 - Math.abs(along);
  if (overlap < -slack) return separate(out, b, 4, along, overlap);
  if (overlap < least) {
    least = overlap;
    axis = 4;
    side = along;
  }
  along = tx * b[12]! + ty * b[13]! + tz * b[14]!;
  overlap = b2 + a0 * s02 + a1 * s12 + a2 * s22 - Math.abs(along);
  if (overlap < -slack) return separate(out, b, 5, along, overlap);
  if (overlap < least) {
    least = overlap;
    axis = 5;
    side = along;
  }
  // Edges, in a loop over the matrix.
  r[0] = r00;
  r[1] = r01;
  r[2] = r02;
  r[3] = r10;
  r[4] = r11;
  r[5] = r12;
  r[6] = r20;
  r[7] = r21;
  r[8] = r22;
  s[0] = s00;
  s[1] = s01;
  s[2] = s02;
  s[3] = s10;
  s[4] = s11;
  s[5] = s12;
  s[6] = s20;
  s[7] = s21;
  s[8] = s22;
  half[0] = a0;
  half[1] = a1;
  half[2] = a2;
  half[3] = b0;
  half[4] = b1;
  half[5] = b2;
  offset[0] = t0;
  offset[1] = t1;
  offset[2] = t2;
  // An edge axis must beat the faces clearly: where the two agree, the face makes the better contact.
  let leastSquared = least > 0 ? least * least * (1 - 1e-9) : 0;
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    for (let j = 0; j < 3; j++) {
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      const projected = offset[i2]! * r[3 * i1 + j]! - offset[i1]! * r[3 * i2 + j]!;
      const room =
        half[i1]! * s[3 * i2 + j]! +
        half[i2]! * s[3 * i1 + j]! +
        half[3 + j1]! * s[3 * i + j2]! +
        half[3 + j2]! * s[3 * i + j1]! -
        Math.abs(projected);
      const squared = 1 - r[3 * i + j]! * r[3 * i + j]!;
      if (room < -slack) return edgeNormal(out, a, b, i, j, projected, room);
      const clear = Math.max(room, 0);
      if (squared > 1e-12 && clear * clear < leastSquared * squared) {
        leastSquared = (clear * clear) / squared;
        axis = 6 + 3 * i + j;
        side = projected;
        least = clear;
      }
    }
  }
  if (axis >= 6) {
    edgeNormal(out, a, b, ((axis - 6) / 3) | 0, (axis - 6) % 3, side, least);
    return true;
  }
  faceNormal(out, axis < 3 ? a : b, axis, axis < 3 ? offset[axis]! : side, least);
  return true;
}

/** Fills the result for a face axis. Returns false, for those who leave with it. */
function separate(out: SatResult, box: ReadonlyObb, axis: number, along: number, overlap: number): boolean {
  faceNormal(out, box, axis, along, overlap);
  return false;
}

function faceNormal(out: SatResult, box: ReadonlyObb, axis: number, along: number, overlap: number): void {
  const k = axis % 3;
  const sign = along < 0 ? -1 : 1;
  for (let i = 0; i < 3; i++) out.normal[i] = sign * box[6 + 3 * k + i]!;
  out.depth = overlap;
  out.kind = axis < 3 ? satAxis.faceA : satAxis.faceB;
  out.featureA = axis < 3 ? k : -1;
  out.featureB = axis < 3 ? -1 : k;
  out.steps = axis + 1;
}

/** Fills the result for the axis across edge i of A and edge j of B. Returns false, for those who leave with it. */
function edgeNormal(
  out: SatResult,
  a: ReadonlyObb,
  b: ReadonlyObb,
  i: number,
  j: number,
  along: number,
  overlap: number,
): boolean {
  const p = 6 + 3 * i;
  const q = 6 + 3 * j;
  const x = a[p + 1]! * b[q + 2]! - a[p + 2]! * b[q + 1]!;
  const y = a[p + 2]! * b[q]! - a[p]! * b[q + 2]!;
  const z = a[p]! * b[q + 1]! - a[p + 1]! * b[q]!;
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = (along < 0 ? -1 : 1) / length;
  out.normal[0] = x * scale;
  out.normal[1] = y * scale;
  out.normal[2] = z * scale;
  out.depth = overlap / length;
  out.kind = satAxis.edges;
  out.featureA = i;
  out.featureB = j;
  out.steps = overlap < 0 ? 7 + 3 * i + j : 15;
  return false;
}
