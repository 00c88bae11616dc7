/**
 * Continuous tests for cloth and other deforming meshes: a vertex against a face, and an edge against an
 * edge, whose corners move on straight lines from time 0 to time 1.
 *
 * Additive advancement: with d the distance at time t and L a bound on how fast any point of one feature
 * approaches any point of the other, nothing touches before t + d/L. The mean motion of the four corners is
 * subtracted first, which keeps L small. Conservative in every step, so nothing is ever missed and no time is
 * late, unlike the roots of the coplanarity cubic, which rounding can hide (Provot 1997; Bridson, Fedkiw &
 * Anderson 2002).
 *
 * Li, Ferguson, Schneider, Langlois, Zorin, Panozzo, Jiang & Kaufman, "Codimensional incremental potential
 * contact", ACM Trans. Graph. 40(4), 2021, §5 (ACCD). Converges linearly; when `maxSteps` do not suffice, the
 * time so far, which is early, is returned. No allocation but the number returned.
 */
import {
  type ClosestCandidates,
  candidatesClear,
  offerEdgeEdge,
  offerVertexFace,
} from '../internal/closest-features.ts';

/**
 * Bounds the rounding of distances: that of the corners, relative to the largest coordinate, and that of the
 * closest points on nearly parallel edges, relative to the extent. Features that pass through each other may
 * never get closer than this.
 */
const doubtOfCorners = 2 ** -47;
const doubtOfPlaces = 2 ** -40;
const corners = /* @__PURE__ */ new Float64Array(12);
const motion = /* @__PURE__ */ new Float64Array(12);
/**
 * The time reached, and a bound on how fast the features approach; in a record, because V8 would box them as
 * locals and results.
 */
const progress = { time: 0.5, speed: 0.5 };
const closest: ClosestCandidates = { best: /* @__PURE__ */ new Float64Array(7) };

/**
 * The time at which vertex and face come within `thickness`, or `Infinity`. Both arrays hold four corners, x,
 * y, z each: the vertex, then the face's three, at time 0 and at time 1. Unchecked; NaN never touches.
 *
 * @param tolerance how much above `thickness`, as a fraction of the initial distance, counts as contact;
 *   rounding errors of the coordinates always do, so 0 is as close as possible
 */
export function ccdVertexFace(
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  thickness = 0,
  tolerance = 1e-6,
  maxSteps = 4096,
): number {
  return advance(start, end, 1, thickness, tolerance, maxSteps);
}

/**
 * As {@link ccdVertexFace}, of two edges: the arrays hold the two ends of the first edge, then those of the
 * second.
 */
export function ccdEdgeEdge(
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  thickness = 0,
  tolerance = 1e-6,
  maxSteps = 4096,
): number {
  return advance(start, end, 2, thickness, tolerance, maxSteps);
}

/** The first `split` corners belong to one feature, the others to the other. */
function advance(
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  split: number,
  thickness: number,
  tolerance: number,
  maxSteps: number,
): number {
  let size = 0;
  let extent = 0;
  for (let i = 0; i < 12; i++) {
    motion[i] = end[i] - start[i];
    size = Math.max(size, Math.abs(start[i]), Math.abs(end[i]));
    extent = Math.max(extent, Math.abs(start[i] - start[i % 3]), Math.abs(end[i] - end[i % 3]));
  }
  boundApproach(split);
  progress.time = 0;
  let enough = doubtOfCorners * size + doubtOfPlaces * extent;
  for (let step = 0; step < maxSteps; step++) {
    for (let i = 0; i < 12; i++) corners[i] = start[i] + progress.time * motion[i];
    candidatesClear(closest);
    if (split === 1) {
      offerVertexFace(closest, corners, 0, 1, 2, 3);
      for (let i = 1; i < 4; i++) offerEdgeEdge(closest, corners, 0, 0, i, (i % 3) + 1);
    } else offerEdgeEdge(closest, corners, 0, 1, 2, 3);
    const gap = Math.sqrt(closest.best[0]) - thickness;
    // NaN touches nothing.
    if (!(gap < Infinity)) return Infinity;
    if (step === 0 && tolerance * gap > enough) enough = tolerance * gap;
    if (gap <= enough) return progress.time;
    const next = progress.time + gap / progress.speed;
    if (!(next <= 1)) return Infinity;
    if (next === progress.time) return next;
    progress.time = next;
  }
  return progress.time;
}

/**
 * Sets the speed to the largest speed of a corner of one feature plus that of the other, less the mean
 * motion.
 */
function boundApproach(split: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < 12; i += 3) {
    x += 0.25 * motion[i];
    y += 0.25 * motion[i + 1];
    z += 0.25 * motion[i + 2];
  }
  let first = 0;
  let second = 0;
  for (let i = 0; i < 4; i++) {
    const u = motion[3 * i] - x;
    const v = motion[3 * i + 1] - y;
    const w = motion[3 * i + 2] - z;
    const speed = Math.sqrt(u * u + v * v + w * w);
    if (i < split) first = Math.max(first, speed);
    else second = Math.max(second, speed);
  }
  progress.speed = first + second;
}
