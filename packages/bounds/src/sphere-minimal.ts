/**
 * The smallest ball around a set of points, with the at most four points that determine it.
 *
 * Idea: hold a ball through few points; the point farthest outside enters, the ball of the at most five is found by
 * trying all subsets, and so on until none is outside (farthest-point pivoting: Gärtner, "Fast and robust smallest
 * enclosing balls", ESA 1999; the problem is Welzl's, 1991). The radius grows with every pivot, so it ends.
 *
 * A pivot costs a pass over the points it chooses from. We depart from Gärtner there: for many points the ball of a
 * small sample is found first, one pass over all points collects those outside, which are few (Clarkson, "Las Vegas
 * algorithms for linear and integer programming", 1995: about 4 n/m for a sample of m), the ball is extended to them,
 * and another pass usually finds nobody outside. Cost: two or three passes in all, each as cheap as computing the
 * distances to a centre. The last pass yields the radius, the largest distance from the centre as it is stored, so
 * every point passes `sphereContainsPoint`, and the ball is minimal to about 1e-15 of its size.
 *
 * Limits: coordinates whose squares overflow are refused.
 */
import { createBallBasis, extendBasis, startBasis } from './internal/ball-basis.ts';
import { countPoints, rejectPoints } from './internal/points.ts';
import { radiusOf, storeBall } from './internal/store.ts';
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
    sphere: new Float64Array(4),
    support: new Int32Array(4),
    supportCount: 0,
    passes: 0,
    converged: false,
  };
}

const sampleSize = 768;
const maxPasses = 64;
/** Beyond this relative excess a point counts as outside; below, it is rounding. */
const outside = 1 + 2 ** -48;

const basis = /* @__PURE__ */ createBallBasis();
/** Indices of points under consideration: the sample, then those found outside. */
const chosen = /* @__PURE__ */ new Int32Array(4 * sampleSize);

/** Writes to `out` the smallest ball around the points x y z x y z … . Throws when there are none or one is not finite. */
export function sphereFromPoints(out: Sphere, points: ArrayLike<number>): Sphere {
  const { sphere } = sphereMinimal(scratchResult, points);
  storeBall(out, 0, sphere[0], sphere[1], sphere[2], sphere[3]);
  return out;
}

const scratchResult = /* @__PURE__ */ createMinimalSphere();

/** As {@link sphereFromPoints}, with the points that determine the ball. Returns `out`. */
export function sphereMinimal(out: MinimalSphere, points: ArrayLike<number>): MinimalSphere {
  const count = countPoints(points);
  const step = Math.max(1, Math.floor(count / sampleSize));
  let size = 0;
  for (let i = 0; i < count && size < sampleSize; i += step) chosen[size++] = i;
  startBasis(basis, points[0], points[1], points[2], 0, 0);
  pivot(points, size);

  const sample = size;
  const { ball } = basis;
  let farthest = 0;
  out.passes = 0;
  out.converged = false;
  while (out.passes < maxPasses) {
    out.passes++;
    farthest = collectOutside(points, count, sample);
    if (!(farthest < Infinity)) rejectPoints(points);
    if (found === sample) {
      out.converged = true;
      break;
    }
    const radius = ball[3];
    pivot(points, found);
    // The radius grows or the points outside are a matter of rounding.
    if (!(ball[3] > radius)) {
      out.passes++;
      farthest = collectOutside(points, count, sample);
      out.converged = true;
      break;
    }
  }
  out.sphere.set(ball);
  out.sphere[3] = radiusOf(farthest);
  out.supportCount = basis.count;
  for (let i = 0; i < basis.count; i++) out.support[i] = basis.ids[i];
  return out;
}

/** How many of `chosen` are valid after {@link collectOutside}. */
let found = 0;

/** Appends to `chosen`, from `from` on, the points outside the ball; returns the largest squared distance. */
function collectOutside(points: ArrayLike<number>, count: number, from: number): number {
  const { ball } = basis;
  const x = ball[0];
  const y = ball[1];
  const z = ball[2];
  const limit = ball[3] * ball[3] * outside;
  const room = chosen.length;
  let most = 0;
  let size = from;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const dx = points[at] - x;
    const dy = points[at + 1] - y;
    const dz = points[at + 2] - z;
    const d = dx * dx + dy * dy + dz * dz;
    // Also met by numbers that are not finite.
    if (!(d <= limit)) {
      if (!(d < Infinity)) return Infinity;
      if (size < room) chosen[size++] = i;
      else if (d > most) chosen[room - 1] = i;
    }
    if (d > most) most = d;
  }
  found = size;
  return most;
}

/** Farthest-point pivoting on the first `size` points of `chosen`. */
function pivot(points: ArrayLike<number>, size: number): void {
  const { ball } = basis;
  for (;;) {
    let most = ball[3] * ball[3] * outside;
    let pick = -1;
    for (let i = 0; i < size; i++) {
      const at = 3 * chosen[i];
      const dx = points[at] - ball[0];
      const dy = points[at + 1] - ball[1];
      const dz = points[at + 2] - ball[2];
      const d = dx * dx + dy * dy + dz * dz;
      if (d > most) {
        most = d;
        pick = at;
      }
    }
    if (pick < 0) return;
    const radius = ball[3];
    extendBasis(basis, points[pick], points[pick + 1], points[pick + 2], 0, pick / 3);
    if (!(ball[3] > radius)) return;
  }
}
