/**
 * Capsules around points and around other capsules.
 *
 * For a given direction the best capsule is known: the points are projected along it, the smallest ball of
 * the projections gives the line and the radius, and the segment is as short as the rounded ends allow. The
 * directions tried are the three principal axes of the points; for two capsules their own directions and the
 * line through their farthest ends. The result is not the smallest capsule of all, but it contains everything
 * exactly: the radius is the largest distance to the segment as stored.
 */
import {
  capsuleRadiusAt,
  capsuleSize,
  centerAt,
  endAt,
  halvesAt,
  obbSize,
  radiusAt,
  sphereSize,
  xAxisAt,
} from '../internal/layouts.ts';
import { pointAxes } from '../internal/point-axes.ts';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { radiusOf, storeHigh } from '../internal/store.ts';
import { obbFitRangePca } from '../obb/obb-pca.ts';
import { createMinimalSphere, sphereMinimal } from '../sphere/sphere-minimal.ts';
import { sphereFromSpheres } from '../sphere/sphere-of-spheres.ts';
import type { Capsule, ReadonlyCapsule } from './capsule.ts';
import { capsuleAlong, storeCapsule } from './internal/capsule-axis.ts';
import { pointSegmentSquared } from './internal/segment.ts';

const box = /* @__PURE__ */ new Float64Array(obbSize);
const axes = /* @__PURE__ */ new Float64Array(9);
const direction = /* @__PURE__ */ new Float64Array(3);
const trial = /* @__PURE__ */ new Float64Array(capsuleSize);
const best = /* @__PURE__ */ new Float64Array(capsuleSize);
/** Balls at the four ends of two capsules, and the same projected along a direction. */
const ends = /* @__PURE__ */ new Float64Array(4 * sphereSize);
const flatEnds = /* @__PURE__ */ new Float64Array(4 * sphereSize);
const disc = /* @__PURE__ */ new Float64Array(sphereSize);
const minimal = /* @__PURE__ */ createMinimalSphere();

/**
 * Writes to `out` a tight capsule around the points x y z x y z … . Throws when there are none or one is not
 * finite.
 */
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
    direction[0] = ux;
    direction[1] = uy;
    direction[2] = uz;
    least = keepSmaller(least, capsuleAlong(trial, points, 3, sphere, direction));
  }
  storeAround(out, 0, points, 0, count);
  return out;
}

/**
 * A capsule around the points `from` ≤ i < `to` along their widest principal axis, about the middle of their
 * box there: quicker and looser than {@link capsuleFromPoints}, and without allocation. Written to `out` from
 * index `at` on. The range is not checked; throws if a coordinate is not finite.
 */
export function capsuleFitRange(
  out: Capsule,
  at: number,
  points: ArrayLike<number>,
  from: number,
  to: number,
): void {
  obbFitRangePca(box, 0, points, from, to);
  const h = box[halvesAt];
  const ux = box[xAxisAt];
  const uy = box[xAxisAt + 1];
  const uz = box[xAxisAt + 2];
  let across = 0;
  for (let p = 3 * from; p < 3 * to; p += 3) {
    const x = points[p] - box[centerAt];
    const y = points[p + 1] - box[centerAt + 1];
    const z = points[p + 2] - box[centerAt + 2];
    const s = x * ux + y * uy + z * uz;
    across = Math.max(across, (x - s * ux) ** 2 + (y - s * uy) ** 2 + (z - s * uz) ** 2);
  }
  if (!(across < Infinity)) rejectPoints(points);
  // The segment is as long as a point in the middle of the face needs; the radius covers the rest.
  const half = Math.max(0, h - 0.5 * Math.sqrt(across));
  for (let i = 0; i < 3; i++) {
    best[i] = box[centerAt + i] - half * box[xAxisAt + i];
    best[endAt + i] = box[centerAt + i] + half * box[xAxisAt + i];
  }
  storeAround(out, at, points, from, to);
}

/** Stores the segment of `best` at `at`, with the radius that points `from` ≤ i < `to` need. */
function storeAround(out: Capsule, at: number, points: ArrayLike<number>, from: number, to: number): void {
  best[capsuleRadiusAt] = 0;
  storeCapsule(out, at, best);
  let farthest = 0;
  for (let p = 3 * from; p < 3 * to; p += 3)
    farthest = Math.max(farthest, pointSegmentSquared(out, at, points[p], points[p + 1], points[p + 2]));
  storeHigh(out, at + capsuleRadiusAt, radiusOf(farthest));
}

/** A capsule that contains `a` and `b`; an empty one is ignored. */
export function capsuleUnion(out: Capsule, a: ReadonlyCapsule, b: ReadonlyCapsule): Capsule {
  if (a[capsuleRadiusAt] < 0) return copy(out, b);
  if (b[capsuleRadiusAt] < 0) return copy(out, a);
  setEnds(0, a);
  setEnds(2, b);
  let least = Infinity;
  // The directions between all pairs of ends; two of them are the capsules' own.
  for (let p = 0; p < ends.length; p += sphereSize)
    for (let q = p + sphereSize; q < ends.length; q += sphereSize) {
      setDirection(p, q);
      least = keepSmaller(least, capsuleAlong(trial, ends, sphereSize, discAlong(direction), direction));
    }
  best[capsuleRadiusAt] = 0;
  storeCapsule(out, 0, best);
  let radius = 0;
  for (let at = 0; at < ends.length; at += sphereSize) {
    const d =
      Math.sqrt(pointSegmentSquared(out, 0, ends[at], ends[at + 1], ends[at + 2])) + ends[at + radiusAt];
    radius = Math.max(radius, d);
  }
  storeHigh(out, capsuleRadiusAt, radius * (1 + 2 ** -50));
  return out;
}

/** Sets balls `first` and `first + 1` of `ends` to those at the ends of a capsule. */
function setEnds(first: number, capsule: ReadonlyCapsule): void {
  for (let end = 0; end < 2; end++) {
    const at = sphereSize * (first + end);
    for (let i = 0; i < 3; i++) ends[at + i] = capsule[endAt * end + i];
    ends[at + radiusAt] = capsule[capsuleRadiusAt];
  }
}

/**
 * Sets `direction` to that from the ball at `p` of `ends` to the one at `q`; to any if they have the same
 * centre.
 */
function setDirection(p: number, q: number): void {
  const x = ends[q] - ends[p];
  const y = ends[q + 1] - ends[p + 1];
  const z = ends[q + 2] - ends[p + 2];
  const length = Math.hypot(x, y, z);
  direction[0] = length > 0 ? x / length : 1;
  direction[1] = length > 0 ? y / length : 0;
  direction[2] = length > 0 ? z / length : 0;
}

/** The smallest ball around `ends` projected along a unit direction. */
function discAlong(direction: Float64Array): Float64Array {
  const ux = direction[0];
  const uy = direction[1];
  const uz = direction[2];
  for (let i = 0; i < ends.length; i += sphereSize) {
    const s = ends[i] * ux + ends[i + 1] * uy + ends[i + 2] * uz;
    flatEnds[i] = ends[i] - s * ux;
    flatEnds[i + 1] = ends[i + 1] - s * uy;
    flatEnds[i + 2] = ends[i + 2] - s * uz;
    flatEnds[i + radiusAt] = ends[i + radiusAt];
  }
  sphereFromSpheres(disc, flatEnds);
  return disc;
}

function copy(out: Capsule, capsule: ReadonlyCapsule): Capsule {
  for (let i = 0; i < capsuleSize; i++) trial[i] = capsule[i];
  storeCapsule(out, 0, trial);
  return out;
}

/** Makes `trial` the best capsule if its `volume` is below `least`; returns the smaller volume. */
function keepSmaller(least: number, volume: number): number {
  // Points on a line have volume 0 along it and only there.
  if (!(volume < least)) return least;
  best.set(trial);
  return volume;
}
