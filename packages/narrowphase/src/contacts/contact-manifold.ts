/**
 * The contact manifold: several points that represent the area in which two shapes touch, and its reduction
 * to four. A solver needs few points, but they must span the area, or a body that rests on it will tip.
 */
import { setContactTangents } from '../internal/contact-tangents.ts';
import { copyPoint } from '../internal/copy-point.ts';

/** Contact points of two shapes, with one normal. */
export interface ContactManifold {
  /** How many points there are. */
  count: number;
  /** Unit vector from A to B. */
  readonly normal: Float64Array;
  /** Points on A, x y z each. */
  readonly pointsA: Float64Array;
  /** Points on B, x y z each: `pointA − depth · normal`. */
  readonly pointsB: Float64Array;
  /** Depth of each point; negative where there is still a gap. */
  readonly depths: Float64Array;
  /**
   * Contact id of each point, made from the features that meet: the same contact has the same id in the next
   * frame.
   */
  readonly ids: Int32Array;
  /** The largest number of points. */
  readonly capacity: number;
}

/** An empty manifold, to be filled again and again. */
export function createContactManifold(capacity = 64): ContactManifold {
  return {
    count: 0,
    normal: new Float64Array(3),
    pointsA: new Float64Array(3 * capacity),
    pointsB: new Float64Array(3 * capacity),
    depths: new Float64Array(capacity),
    ids: new Int32Array(capacity),
    capacity,
  };
}

/** Exchanges A and B in `manifold` and returns it. */
export function contactManifoldFlip(manifold: ContactManifold): ContactManifold {
  const { normal, pointsA, pointsB } = manifold;
  for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  for (let k = 0; k < 3 * manifold.count; k++) {
    const a = pointsA[k];
    pointsA[k] = pointsB[k];
    pointsB[k] = a;
  }
  return manifold;
}

const chosen = /* @__PURE__ */ new Int32Array(4);
const tangents = /* @__PURE__ */ new Float64Array(6);

/**
 * Points that lie in a plane tilted by less than this are level: none counts as the deepest. With a hundredth
 * of it stacks of prisms never come to rest: the least tilt exchanges a point, which tilts the body back.
 */
const levelSlope = 1e-3;
/**
 * Up to this tilt the deepest point is not exchanged for a chosen one either: the four are deepened. Plates
 * that lie on each other askew are tilted by a few thousandths as long as they move; if points came and went
 * at that, they would move for ever.
 */
const deepenSlope = 1e-2;
/**
 * Otherwise the deepest point may be left out only for one whose depth differs by at most this part of the
 * extent.
 */
const depthSlack = 5e-7;
/**
 * Area counts less where the point is higher than the deepest: by this many times the slope between them, a
 * fifth at most.
 */
const heightWeight = 10;
const heightLoss = 0.2;
/** Distances and areas count more at one end of the diagonal than at the other, by this part. */
const endWeight = 0.05;
/** A point that adds less than this part of the area of the others is left out. */
const leastArea = 0.01;
/**
 * Distance of the first two points chosen, the area that a fourth has to add, and what was measured last: in
 * arrays, as V8 may box them.
 */
const span = /* @__PURE__ */ new Float64Array(1);
const enoughArea = /* @__PURE__ */ new Float64Array(1);
const weight = /* @__PURE__ */ new Float64Array(1);
const squared = /* @__PURE__ */ new Float64Array(1);
const area = /* @__PURE__ */ new Float64Array(1);
/** The linear function that weights points by position: its gradient, and its value at the origin. */
const weighting = /* @__PURE__ */ new Float64Array(4);

/**
 * Reduces the manifold to at most four points: one at the rim, among those about as deep as the deepest; the
 * one farthest from it; the one that spans the largest triangle with both; and the one that adds most area to
 * that triangle. If the deepest point is not among them, it replaces the nearest of them. If all points are
 * nearly level, the four are deepened instead, all by what they lack: a choice that depends on small
 * differences of depth would change from frame to frame. A choice among the corners of a regular face would
 * change, too, because many are equally good; so distances and areas count more towards one end of a fixed
 * direction. Returns the count. O(points).
 *
 * Many points may lie within the outline that they span, or on its edges, as on a mesh. If it `hasInner`
 * ones, the first two are chosen without regard to depth: those farthest from each other are corners.
 */
export function contactManifoldReduce(manifold: ContactManifold, hasInner = false): number {
  const { count, depths, pointsA: p } = manifold;
  if (count <= 4) return count;
  const deepest = deepestOf(manifold);
  let first = outermostAlong(manifold, hasInner ? -1 : deepest);
  for (let round = hasInner ? 2 : 0; round > 0; round--) first = farthestFrom(manifold, first);
  const farthest = farthestFrom(manifold, first);
  setSquared(p, first, farthest);
  span[0] = Math.sqrt(squared[0]);
  // The extremes of the areas over the edge first–farthest lie on its two sides, if both sides have points.
  let left = -1;
  let right = -1;
  let most = -Infinity;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if (i === first || i === farthest) continue;
    const height = (heightWeight * (depths[deepest] - depths[i])) / span[0];
    setArea(manifold, first, farthest, i);
    setWeight(p, i);
    const gain = area[0] * (weight[0] - Math.min(height, heightLoss));
    if (gain > most) {
      most = gain;
      left = i;
    }
    if (gain < least) {
      least = gain;
      right = i;
    }
  }
  const isLeft = most >= -least;
  chosen[0] = first;
  chosen[1] = farthest;
  chosen[2] = isLeft ? left : right;
  chosen[3] = isLeft ? right : left;
  enoughArea[0] = leastArea * Math.max(most, -least);
  if (Math.min(most, -least) < enoughArea[0]) chosen[3] = outermost(manifold);
  includeDeepest(manifold, deepest);
  keepChosen(manifold);
  return manifold.count;
}

function deepestOf(manifold: ContactManifold): number {
  const { count, depths } = manifold;
  let deepest = 0;
  for (let i = 1; i < count; i++) if (depths[i] > depths[deepest]) deepest = i;
  return deepest;
}

/**
 * Among the points about as deep as point `deepest`, or all if that is −1, the outermost along the diagonal
 * of the tangents. Also sets {@link weighting}, how much a position counts.
 */
function outermostAlong(manifold: ContactManifold, deepest: number): number {
  const { count, depths, pointsA: p } = manifold;
  setContactTangents(tangents, manifold.normal);
  for (let k = 0; k < 3; k++) weighting[k] = tangents[k] + tangents[3 + k];
  weighting[3] = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    setWeight(p, i);
    low = Math.min(low, weight[0]);
    high = Math.max(high, weight[0]);
  }
  // NaN, above which everything counts, without a deepest point.
  const level = depths[deepest] - levelSlope * (high - low);
  let answer = deepest;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    setWeight(p, i);
    if (depths[i] < level || weight[0] <= most) continue;
    most = weight[0];
    answer = i;
  }
  const scale = high > low ? endWeight / (high - low) : 0;
  for (let k = 0; k < 3; k++) weighting[k] *= scale;
  weighting[3] = 1 - scale * low;
  return answer;
}

/** Sets {@link weight}: how much point `i` counts by {@link weighting}. */
function setWeight(p: Float64Array, i: number): void {
  weight[0] =
    p[3 * i] * weighting[0] + p[3 * i + 1] * weighting[1] + p[3 * i + 2] * weighting[2] + weighting[3];
}

/** Sets {@link squared} to the squared distance of two points. */
function setSquared(p: Float64Array, i: number, j: number): void {
  const x = p[3 * j] - p[3 * i];
  const y = p[3 * j + 1] - p[3 * i + 1];
  const z = p[3 * j + 2] - p[3 * i + 2];
  squared[0] = x * x + y * y + z * z;
}

/**
 * Sets {@link area}: twice the area of the triangle of points `i`, `j` and `k`, positive if that is
 * counter-clockwise.
 */
function setArea({ pointsA: p, normal }: ContactManifold, i: number, j: number, k: number): void {
  const ex = p[3 * j] - p[3 * i];
  const ey = p[3 * j + 1] - p[3 * i + 1];
  const ez = p[3 * j + 2] - p[3 * i + 2];
  const x = p[3 * k] - p[3 * i];
  const y = p[3 * k + 1] - p[3 * i + 1];
  const z = p[3 * k + 2] - p[3 * i + 2];
  area[0] = normal[0] * (ey * z - ez * y) + normal[1] * (ez * x - ex * z) + normal[2] * (ex * y - ey * x);
}

/** The point farthest from point `i`. */
function farthestFrom({ count, pointsA: p }: ContactManifold, i: number): number {
  let answer = i;
  let farthest = -1;
  for (let j = 0; j < count; j++) {
    setSquared(p, i, j);
    setWeight(p, j);
    const weighted = squared[0] * weight[0];
    if (j === i || weighted <= farthest) continue;
    farthest = weighted;
    answer = j;
  }
  return answer;
}

/**
 * Replaces the nearest chosen point by the deepest point, unless a chosen one is as deep. If all points are
 * nearly level, makes the chosen ones deeper instead, all by the same length.
 */
function includeDeepest(manifold: ContactManifold, deepest: number): void {
  const { count, depths, pointsA, pointsB, normal } = manifold;
  let highest = depths[deepest];
  for (let i = 0; i < count; i++) highest = Math.min(highest, depths[i]);
  let nearest = 0;
  let least = Infinity;
  let lack = Infinity;
  for (let c = 0; c < 4 && chosen[c] < count; c++) {
    lack = Math.min(lack, depths[deepest] - depths[chosen[c]]);
    setSquared(pointsA, chosen[c], deepest);
    if (squared[0] >= least) continue;
    least = squared[0];
    nearest = c;
  }
  if (lack <= depthSlack * span[0]) return;
  if (depths[deepest] - highest > deepenSlope * span[0]) chosen[nearest] = deepest;
  else
    for (let c = 0; c < 4 && chosen[c] < count; c++) {
      depths[chosen[c]] += lack;
      for (let k = 0; k < 3; k++) {
        pointsA[3 * chosen[c] + k] += 0.5 * lack * normal[k];
        pointsB[3 * chosen[c] + k] -= 0.5 * lack * normal[k];
      }
    }
}

/**
 * For manifolds with hardly a point beyond the first edge: among the rest, the point that adds most area to
 * the triangle of the first three, outside its other edges; `manifold.count` if none adds enough.
 */
function outermost(manifold: ContactManifold): number {
  const a = chosen[0];
  const b = chosen[1];
  const c = chosen[2];
  setArea(manifold, a, b, c);
  const side = area[0] < 0 ? -1 : 1;
  let best = enoughArea[0];
  let answer = manifold.count;
  for (let i = 0; i < manifold.count; i++) {
    setWeight(manifold.pointsA, i);
    setArea(manifold, a, c, i);
    const beyond = side * area[0];
    setArea(manifold, c, b, i);
    const gain = Math.max(beyond, side * area[0]) * weight[0];
    if (gain > best) {
      best = gain;
      answer = i;
    }
  }
  return answer;
}

/**
 * Moves the chosen points to the front, in their present order; a fourth that is not there would come last.
 */
function keepChosen(manifold: ContactManifold): void {
  chosen.sort();
  manifold.count = chosen[3] < manifold.count ? 4 : 3;
  for (let to = 0; to < manifold.count; to++) copyPoint(manifold, to, manifold, chosen[to]);
}
