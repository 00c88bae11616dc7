/**
 * Capsules around points and around other capsules.
 *
 * For a given direction the best capsule is known: the points are projected along it, the smallest ball of the
 * projections gives line and radius, and the segment is as short as the rounded ends allow. The directions tried are the
 * three principal axes of the points; for two capsules their own directions and the line through their farthest
 * ends. The result is not the smallest capsule of all, which nobody computes, but contains everything exactly: the
 * radius is the largest distance to the segment as stored.
 */

import { pointAxes } from '../internal/point-axes.ts';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { radiusOf, storeHigh } from '../internal/store.ts';
import { obbFitRangePca } from '../obb/obb-pca.ts';
import { createMinimalSphere, sphereMinimal } from '../sphere/sphere-minimal.ts';
import { sphereFromSpheres } from '../sphere/sphere-of-spheres.ts';
import type { Capsule, ReadonlyCapsule } from './capsule.ts';
import { capsuleSpan, copyCapsule, storeCapsule } from './internal/capsule-axis.ts';
import { pointSegmentSquared } from './internal/segment.ts';

const box = /* @__PURE__ */ new Float64Array(15);
const axes = /* @__PURE__ */ new Float64Array(9);
const span = /* @__PURE__ */ new Float64Array(2);
const best = /* @__PURE__ */ new Float64Array(7);
const ends = /* @__PURE__ */ new Float64Array(16);
const flatEnds = /* @__PURE__ */ new Float64Array(16);
const disc = /* @__PURE__ */ new Float64Array(4);
const minimal = /* @__PURE__ */ createMinimalSphere();

/** Writes to `out` a tight capsule around the points x y z x y z … . Throws when there are none or one is not finite. */
export function capsuleFromPoints(out: Capsule, points: ArrayLike<number>): Capsule {
  const count = countPoints(points);
  pointAxes(axes, points, 0, count);
  const flat = new Float64Array(3 * count);
  let least = Infinity;
  for (let i = 0; i < 9; i += 3) {
    const ux = axes[i];
    const uy = axes[i + 1];
    const uz = axes[i + 2];
    for (let p = 0; p < 3 * count; p += 3) {
      const s = points[p] * ux + points[p + 1] * uy + points[p + 2] * uz;
      flat[p] = points[p] - s * ux;
      flat[p + 1] = points[p + 1] - s * uy;
      flat[p + 2] = points[p + 2] - s * uz;
      if (!Number.isFinite(flat[p] + flat[p + 1] + flat[p + 2])) rejectPoints(points);
    }
    const { sphere } = sphereMinimal(minimal, flat);
    capsuleSpan(span, points, 3, sphere[0], sphere[1], sphere[2], ux, uy, uz, sphere[3]);
    least = keepSmaller(least, sphere, ux, uy, uz);
  }
  let farthest = 0;
  storeCapsule(out, best[0], best[1], best[2], best[3], best[4], best[5], 0);
  for (let p = 0; p < 3 * count; p += 3)
    farthest = Math.max(farthest, pointSegmentSquared(out, 0, points[p], points[p + 1], points[p + 2]));
  storeCapsule(out, out[0], out[1], out[2], out[3], out[4], out[5], radiusOf(farthest));
  return out;
}

/**
 * A capsule around the points `from` ≤ i < `to` along their widest principal axis, about the middle of their box there:
 * quicker and looser than {@link capsuleFromPoints}, and without allocation. Written to `out` from index `at` on. The range
 * is not checked; throws where a coordinate is not finite.
 */
export function capsuleFitRange(
  out: Capsule,
  at: number,
  points: ArrayLike<number>,
  from: number,
  to: number,
): void {
  obbFitRangePca(box, 0, points, from, to);
  const h = box[3];
  const ux = box[6];
  const uy = box[7];
  const uz = box[8];
  let across = 0;
  for (let p = 3 * from; p < 3 * to; p += 3) {
    const x = points[p] - box[0];
    const y = points[p + 1] - box[1];
    const z = points[p + 2] - box[2];
    const s = x * ux + y * uy + z * uz;
    across = Math.max(across, (x - s * ux) ** 2 + (y - s * uy) ** 2 + (z - s * uz) ** 2);
  }
  if (!(across < Infinity)) rejectPoints(points);
  // The ends reach as far as a point in the middle of the face needs; the radius covers the rest.
  const reach = Math.max(0, h - 0.5 * Math.sqrt(across));
  for (let i = 0; i < 3; i++) {
    best[i] = box[i] - reach * box[6 + i];
    best[3 + i] = box[i] + reach * box[6 + i];
  }
  best[6] = 0;
  copyCapsule(out, at, best);
  let farthest = 0;
  for (let p = 3 * from; p < 3 * to; p += 3)
    farthest = Math.max(farthest, pointSegmentSquared(out, at, points[p], points[p + 1], points[p + 2]));
  storeHigh(out, at + 6, radiusOf(farthest));
}

/** A capsule that contains `a` and `b`, of which an empty one does not count. */
export function capsuleUnion(out: Capsule, a: ReadonlyCapsule, b: ReadonlyCapsule): Capsule {
  if (a[6] < 0) return copy(out, b);
  if (b[6] < 0) return copy(out, a);
  for (let i = 0; i < 3; i++) {
    ends[i] = a[i];
    ends[4 + i] = a[3 + i];
    ends[8 + i] = b[i];
    ends[12 + i] = b[3 + i];
  }
  ends[3] = ends[7] = a[6];
  ends[11] = ends[15] = b[6];
  let least = Infinity;
  for (let choice = 0; choice < 6; choice++) {
    // The six pairs of ends; two of them are the capsules' own directions.
    const p = choice < 3 ? 0 : choice < 5 ? 4 : 8;
    const q = [4, 8, 12, 8, 12, 12][choice];
    let ux = ends[q] - ends[p];
    let uy = ends[q + 1] - ends[p + 1];
    let uz = ends[q + 2] - ends[p + 2];
    const length = Math.hypot(ux, uy, uz);
    if (length > 0) {
      ux /= length;
      uy /= length;
      uz /= length;
    } else {
      ux = 1;
      uy = uz = 0;
    }
    for (let i = 0; i < 16; i += 4) {
      const s = ends[i] * ux + ends[i + 1] * uy + ends[i + 2] * uz;
      flatEnds[i] = ends[i] - s * ux;
      flatEnds[i + 1] = ends[i + 1] - s * uy;
      flatEnds[i + 2] = ends[i + 2] - s * uz;
      flatEnds[i + 3] = ends[i + 3];
    }
    sphereFromSpheres(disc, flatEnds);
    capsuleSpan(span, ends, 4, disc[0], disc[1], disc[2], ux, uy, uz, disc[3]);
    least = keepSmaller(least, disc, ux, uy, uz);
  }
  let radius = 0;
  storeCapsule(out, best[0], best[1], best[2], best[3], best[4], best[5], 0);
  for (let i = 0; i < 16; i += 4) {
    const d = Math.sqrt(pointSegmentSquared(out, 0, ends[i], ends[i + 1], ends[i + 2])) + ends[i + 3];
    radius = Math.max(radius, d);
  }
  storeCapsule(out, out[0], out[1], out[2], out[3], out[4], out[5], radius * (1 + 2 ** -50));
  return out;
}

function copy(out: Capsule, capsule: ReadonlyCapsule): Capsule {
  return storeCapsule(
    out,
    capsule[0],
    capsule[1],
    capsule[2],
    capsule[3],
    capsule[4],
    capsule[5],
    capsule[6],
  );
}

/** Keeps the capsule on the line through `foot` along u with the ends in `span` if its volume is below `least`. */
function keepSmaller(least: number, foot: Float64Array, ux: number, uy: number, uz: number): number {
  const r = foot[3];
  const volume = r * r * (span[1] - span[0] + (4 / 3) * r);
  // Points on a line have volume 0 along it and only there.
  if (!(volume < least)) return least;
  for (let end = 0; end < 2; end++) {
    best[3 * end] = foot[0] + span[end] * ux;
    best[3 * end + 1] = foot[1] + span[end] * uy;
    best[3 * end + 2] = foot[2] + span[end] * uz;
  }
  return volume;
}
