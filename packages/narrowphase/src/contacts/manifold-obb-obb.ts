/**
 * The contact manifold of two oriented boxes in one call: separating axes, clipping and reduction to four
 * points, for engines that test ten thousand pairs per frame.
 *
 * The normal is the axis of greatest separation (`internal/obb-axis.ts`), exactly. A face almost
 * perpendicular to it rests as a whole and is clipped against the opposite face (`internal/obb-faces.ts`),
 * even if the axis is that of two edges: crossed sticks would otherwise have one point, and never rest.
 * Otherwise two edges meet in a point. So one of the points is always as deep as the boxes are, and small
 * changes of the axis move the points little and keep their ids.
 *
 * Boxes that are apart by no more than a margin have a manifold too, with negative depths: a solver can stop
 * them before they meet. Where neither a face nor two edges are nearest, it is a corner
 * (`internal/obb-corners.ts`). No allocation, nothing checked; NaN gives no manifold. To ask only whether two
 * boxes overlap, use `obbOverlap` of @colide/bounds.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { plainDoubles } from '@colide/core';
import { obbAxesAt, obbHalfAt, obbSize } from '../internal/layouts.ts';
import type { ContactManifold } from './contact-manifold.ts';
import { findObbAxis, firstEdgeAxis } from './internal/obb-axis.ts';
import { cornerContact, deepestCorner } from './internal/obb-corners.ts';
import { edgeContact } from './internal/obb-edges.ts';
import { faceContacts } from './internal/obb-faces.ts';
import { PairRecords, recordA, recordB } from './internal/pair-records.ts';
import type { PairContact } from './pair-contact.ts';

/** Cosine above which a face is almost perpendicular to the normal. */
const restingFace = 0.98;
/** Points agree with the distance of the boxes up to this part of the half extents. */
const agreement = 1e-7;

/** Distance of the boxes along the axis. */
const distance = /* @__PURE__ */ plainDoubles(1);
/** The margin, and the least distance of a point. */
const limits = /* @__PURE__ */ plainDoubles(2);
const pair = /* @__PURE__ */ new PairRecords();

/**
 * Fills `out` with up to four contact points of the boxes at `aAt` and `bAt` of `obbs`, fifteen numbers each,
 * normal from A to B. Returns their count, 0 when the boxes are more than `margin[0]` apart.
 */
export function manifoldObbObb(
  out: ContactManifold,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
): number {
  out.count = 0;
  const axis = findObbAxis(distance, obbs, aAt, bAt, margin);
  if (axis < 0) return 0;
  setNormal(out.normal, obbs, aAt, bAt, axis);
  const face = axis < 3 ? axis : restingFaceOf(obbs, aAt, bAt, out.normal);
  const near =
    distance[0] + agreement * (obbs[aAt + obbHalfAt] + obbs[aAt + obbHalfAt + 1] + obbs[aAt + obbHalfAt + 2]);
  if (face >= 0) {
    limits[0] = margin[0];
    if (face < 3) faceContacts(out, limits, obbs, aAt, bAt, face);
    else faceContacts(out, limits, obbs, bAt, aAt, face);
    if (limits[1] <= near && out.count > 0) return out.count;
  }
  if (axis >= firstEdgeAxis && edgeContact(out, obbs, aAt, bAt, axis - firstEdgeAxis) === 1) return 1;
  if (distance[0] > 0) return cornerContact(out, obbs, aAt, bAt, margin);
  return deepestCorner(out, obbs, axis < 3 ? bAt : aAt, axis < 3 ? -1 : 1, distance);
}

/**
 * Contact of oriented boxes `a` and `b`, fifteen numbers each; whether they overlap or touch. The depth is
 * the least of all axes; the point is the middle of the deepest part of the clipped faces, or where two edges
 * cross.
 */
export function contactObbObb(out: PairContact, a: ReadonlyObb, b: ReadonlyObb): boolean {
  pair.load(recordA, a, obbSize);
  pair.load(recordB, b, obbSize);
  pair.setSlack(obbAxesAt, obbAxesAt);
  const { numbers, margin, manifold } = pair;
  orthonormalizeAxes(numbers, recordA + obbAxesAt);
  orthonormalizeAxes(numbers, recordB + obbAxesAt);
  manifoldObbObb(manifold, numbers, recordA, recordB, margin);
  return pair.deepest(out);
}

/**
 * Makes the three axes orthonormal by Gram and Schmidt's method. Stored in 32-bit floats they are not quite
 * orthonormal, and on the cross product of nearly parallel edges that error would separate boxes that
 * overlap.
 */
function orthonormalizeAxes(numbers: Float64Array, at: number): void {
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < i; j += 3) {
      let along = 0;
      for (let k = 0; k < 3; k++) along += numbers[at + i + k] * numbers[at + j + k];
      for (let k = 0; k < 3; k++) numbers[at + i + k] -= along * numbers[at + j + k];
    }
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += numbers[at + i + k] ** 2;
    const length = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) numbers[at + i + k] /= length;
  }
}

/** Writes the unit vector along an axis, from A to B. */
function setNormal(normal: Float64Array, obbs: Float64Array, aAt: number, bAt: number, axis: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  let length = 1;
  if (axis < firstEdgeAxis) {
    const at = axis < 3 ? aAt + obbAxesAt + 3 * axis : bAt + obbAxesAt + 3 * (axis - 3);
    x = obbs[at];
    y = obbs[at + 1];
    z = obbs[at + 2];
  } else {
    const k = ((axis - firstEdgeAxis) / 3) | 0;
    const p = aAt + obbAxesAt + 3 * k;
    const q = bAt + obbAxesAt + 3 * (axis - firstEdgeAxis - 3 * k);
    x = obbs[p + 1] * obbs[q + 2] - obbs[p + 2] * obbs[q + 1];
    y = obbs[p + 2] * obbs[q] - obbs[p] * obbs[q + 2];
    z = obbs[p] * obbs[q + 1] - obbs[p + 1] * obbs[q];
    length = Math.sqrt(x * x + y * y + z * z);
  }
  const along =
    (obbs[bAt] - obbs[aAt]) * x + (obbs[bAt + 1] - obbs[aAt + 1]) * y + (obbs[bAt + 2] - obbs[aAt + 2]) * z;
  const scale = (along < 0 ? -1 : 1) / length;
  normal[0] = scale * x;
  normal[1] = scale * y;
  normal[2] = scale * z;
}

/** The face almost across the normal: 0 to 2 of A, which come first, 3 to 5 of B; −1 when there is none. */
function restingFaceOf(obbs: Float64Array, aAt: number, bAt: number, normal: Float64Array): number {
  for (let k = 0; k < 6; k++) {
    const at = k < 3 ? aAt + obbAxesAt + 3 * k : bAt + obbAxesAt + 3 * (k - 3);
    const along = obbs[at] * normal[0] + obbs[at + 1] * normal[1] + obbs[at + 2] * normal[2];
    if (Math.abs(along) >= restingFace) return k;
  }
  return -1;
}
