/**
 * The smallest ball around a set of points, with the at most four points that determine it.
 *
 * Idea: keep a ball determined by a few points; the point farthest outside enters, the ball of these points,
 * at most five, is found by trying all subsets, and so on until none is outside (farthest-point pivoting:
 * Gärtner, "Fast and robust smallest enclosing balls", ESA 1999; the problem is Welzl's, 1991). The radius
 * grows with every pivot, so the loop ends.
 *
 * A pivot costs a pass over the points it chooses from. This is where we depart from Gärtner: for many points
 * the ball of a small sample is found first, one pass over all points collects those outside, which are few
 * (Clarkson, "Las Vegas algorithms for linear and integer programming", 1995: about 4 n/m for a sample of m),
 * the ball is extended to them, and another pass usually finds none outside. Cost: two or three passes in
 * all, each as cheap as computing the distances to a centre. The last pass yields the radius, the largest
 * distance from the stored centre, so every point passes `sphereContainsPoint`, and the ball is minimal to
 * about 1e-15 of its size.
 *
 * Limits: coordinates whose squares overflow are rejected.
 */
import { radiusAt, sphereSize } from '../internal/layouts.ts';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { radiusOf, storeBall } from '../internal/store.ts';
import { createBallBasis, extendBasis, startBasis } from './internal/ball-basis.ts';
import type { Sphere } from './sphere.ts';

/** The smallest ball of a set of points and how it was found. Made by {@link createMinimalSphere}. */
export interface MinimalSphere {
  /** Centre x, y, z and radius. */
  readonly sphere: Float64Array;
  /** Indices of the points that determine the ball; only the first {@link supportCount} are valid. */
  readonly support: Int32Array;
  /** How many points determine the ball: 1 to 4. */
  supportCount: number;
  /** Passes over all points. */
  passes: number;
  /** Whether no point was left outside by more than rounding. */
  converged: boolean;
}

/** A record for {@link sphereMinimal}. */
export function createMinimalSphere(): MinimalSphere {
  return {
    sphere: new Float64Array(sphereSize),
    support: new Int32Array(4),
    supportCount: 0,
    passes: 0,
    converged: false,
  };
}

const sampleSize = 1024;
const run = 8;
const maxPasses = 64;
const maxPivots = 1000;
/**
 * Beyond this relative excess of the squared distance a point counts as outside; below it, the excess is
 * rounding.
 */
const outside = 1 + 2 ** -48;
/** The first pass also collects points this near to the surface, which the next ball may not contain. */
const near = 0.994;

const basis = /* @__PURE__ */ createBallBasis();

/** Copies of the points under consideration: the sample, then those found near the surface or outside. */
interface ChosenPoints {
  count: number;
  /** The points as balls: x y z and radius 0. */
  readonly balls: Float64Array;
  /** Their indices. */
  readonly ids: Int32Array;
}

const chosen = /* @__PURE__ */ createChosenPoints(4 * sampleSize);

function createChosenPoints(capacity: number): ChosenPoints {
  return { count: 0, balls: new Float64Array(sphereSize * capacity), ids: new Int32Array(capacity) };
}

/**
 * Writes to `out` the smallest ball around the points x y z x y z … . Throws when there are none or one is
 * not finite.
 */
export function sphereFromPoints(out: Sphere, points: ArrayLike<number>): Sphere {
  const { sphere } = sphereMinimal(scratchResult, points);
  storeBall(out, 0, sphere[0], sphere[1], sphere[2], sphere[radiusAt]);
  return out;
}

const scratchResult = /* @__PURE__ */ createMinimalSphere();

/** As {@link sphereFromPoints}, with the points that determine the ball. Returns `out`. */
export function sphereMinimal(out: MinimalSphere, points: ArrayLike<number>): MinimalSphere {
  const count = countPoints(points);
  // The sample: short runs of neighbours in memory, spread over the whole array.
  const skip = Math.max(run, run * Math.floor(count / sampleSize));
  chosen.count = 0;
  for (let i = 0; i < count && chosen.count < sampleSize; i += skip)
    for (let k = i; k < i + run && k < count; k++) choose(points, k);
  startBasis(basis, chosen.balls, 0, 0);
  pivot();

  const { ball } = basis;
  let farthest = 0;
  out.passes = 0;
  out.converged = false;
  while (out.passes < maxPasses) {
    farthest = collect(points, out.passes++ === 0 ? near : 1);
    if (!(farthest < Infinity)) rejectPoints(points);
    out.converged = farthest <= ball[radiusAt] * ball[radiusAt] * outside;
    if (out.converged) break;
    const radius = ball[radiusAt];
    pivot();
    // If the radius did not grow, the points outside are rounding.
    if (!(ball[radiusAt] > radius)) {
      out.passes++;
      farthest = collect(points, 1);
      out.converged = true;
      break;
    }
    // The points found so far stay under consideration while there is room.
    if (chosen.count >= chosen.ids.length) chosen.count = sampleSize;
  }
  for (let i = 0; i < 3; i++) out.sphere[i] = ball[i];
  out.sphere[radiusAt] = radiusOf(farthest);
  out.supportCount = basis.count;
  for (let i = 0; i < basis.count; i++) out.support[i] = basis.ids[i];
  return out;
}

/** Appends a point to those chosen. */
function choose(points: ArrayLike<number>, index: number): void {
  const slot = chosen.count++;
  chosen.balls[sphereSize * slot] = points[3 * index];
  chosen.balls[sphereSize * slot + 1] = points[3 * index + 1];
  chosen.balls[sphereSize * slot + 2] = points[3 * index + 2];
  chosen.ids[slot] = index;
}

/**
 * One pass: chooses the points whose squared distance exceeds that of the basis times `factor`, while there
 * is room, and the farthest in any case. Returns the largest squared distance.
 */
function collect(points: ArrayLike<number>, factor: number): number {
  const { ball, balls } = basis;
  const x = ball[0];
  const y = ball[1];
  const z = ball[2];
  let most = 0;
  for (let i = 0; i < basis.count; i++) {
    const dx = balls[sphereSize * i] - x;
    const dy = balls[sphereSize * i + 1] - y;
    const dz = balls[sphereSize * i + 2] - z;
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  const threshold = most * factor;
  const room = chosen.ids.length - 1;
  let last = -1;
  const end = points.length;
  for (let at = 0; at < end; at += 3) {
    let d = 0;
    // The pass proper: nothing happens here as long as points are well inside.
    for (; at < end; at += 3) {
      const dx = points[at] - x;
      const dy = points[at + 1] - y;
      const dz = points[at + 2] - z;
      d = dx * dx + dy * dy + dz * dz;
      // Also met by numbers that are not finite.
      if (!(d <= threshold)) break;
    }
    if (at >= end) break;
    if (chosen.count < room) choose(points, at / 3);
    if (!(d <= most)) {
      most = Number.isNaN(d) ? Infinity : d;
      last = at / 3;
    }
  }
  if (last >= 0) choose(points, last);
  return most;
}

/** Farthest-point pivoting on the chosen points. */
function pivot(): void {
  const { ball } = basis;
  const { count, balls, ids } = chosen;
  for (let step = 0; step < maxPivots; step++) {
    const x = ball[0];
    const y = ball[1];
    const z = ball[2];
    const radius = ball[radiusAt];
    let most = radius * radius * outside;
    let pick = -1;
    for (let i = 0, at = 0; i < count; i++, at += sphereSize) {
      const dx = balls[at] - x;
      const dy = balls[at + 1] - y;
      const dz = balls[at + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d > most) {
        most = d;
        pick = i;
      }
    }
    if (pick < 0) return;
    extendBasis(basis, balls, sphereSize * pick, ids[pick]);
    if (!(ball[radiusAt] > radius)) return;
  }
}
