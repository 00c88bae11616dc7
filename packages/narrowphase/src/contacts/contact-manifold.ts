/**
 * The contact manifold: several points that stand for the area in which two shapes touch, and its reduction
 * to four. A solver needs few points, but they must span the area, or what rests on it will tip.
 */
import { setContactTangents } from '../internal/contact-tangents.ts';

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
  /** How deep each point is; negative where there is still a gap. */
  readonly depths: Float64Array;
  /**
   * For each point a number made from the features that met: the same number, the same contact, a frame
   * later.
   */
  readonly ids: Int32Array;
  /** How many points there is room for. */
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
 * Otherwise the deepest point may be left out only for one that is as deep but for this part of the extent.
 */
const depthSlack = 5e-7;
/**
 * Area counts less where the point is higher than the deepest: by this many times the slope between them, a
 * fifth at most.
 */
const heightWeight = 10;
const heightLoss = 0.2;
/** Distance of the first two points chosen: in an array, as V8 may box it. */
const span = /* @__PURE__ */ new Float64Array(1);

/**
 * Reduces the manifold to four points at most: one at the rim, of those that are about as deep as the
 * deepest; the one farthest from it; the one that spans the largest triangle with both; and the one that adds
 * most area on the other side of it. If none of them is the deepest, that takes the place of the nearest,
 * unless all points are level: a choice that depends on small differences of depth would change from frame to
 * frame. Returns the count. O(points).
 */
export function contactManifoldReduce(manifold: ContactManifold): number {
  const { count, pointsA: p, normal } = manifold;
  if (count <= 4) return count;
  const deepest = deepestOf(manifold);
  const first = outermostAlong(manifold, deepest);
  const farthest = farthestFrom(manifold, first);
  const ex = p[3 * farthest] - p[3 * first];
  const ey = p[3 * farthest + 1] - p[3 * first + 1];
  const ez = p[3 * farthest + 2] - p[3 * first + 2];
  span[0] = Math.sqrt(ex * ex + ey * ey + ez * ez);
  // Twice the signed areas over the edge first–farthest; the extremes lie on its two sides, if both sides
  // have points.
  let left = -1;
  let right = -1;
  let most = -Infinity;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if (i === first || i === farthest) continue;
    const x = p[3 * i] - p[3 * first];
    const y = p[3 * i + 1] - p[3 * first + 1];
    const z = p[3 * i + 2] - p[3 * first + 2];
    let area = normal[0] * (ey * z - ez * y) + normal[1] * (ez * x - ex * z) + normal[2] * (ex * y - ey * x);
    const height = heightWeight * (manifold.depths[deepest] - manifold.depths[i]);
    area -= area * (height < heightLoss * span[0] ? height / span[0] : heightLoss);
    if (area > most) {
      most = area;
      left = i;
    }
    if (area < least) {
      least = area;
      right = i;
    }
  }
  chosen[0] = first;
  chosen[1] = farthest;
  chosen[2] = most >= -least ? left : right;
  chosen[3] = most >= -least ? right : left;
  if (most <= 0 || least >= 0) chosen[3] = outermost(manifold);
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
 * The outermost along the diagonal of the tangents of those points that are about as deep as point `deepest`.
 */
function outermostAlong(manifold: ContactManifold, deepest: number): number {
  const { count, depths, pointsA: p } = manifold;
  setContactTangents(tangents, manifold.normal);
  const x = tangents[0] + tangents[3];
  const y = tangents[1] + tangents[4];
  const z = tangents[2] + tangents[5];
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    const along = p[3 * i] * x + p[3 * i + 1] * y + p[3 * i + 2] * z;
    if (along < low) low = along;
    if (along > high) high = along;
  }
  const level = depths[deepest] - levelSlope * (high - low);
  let answer = deepest;
  high = -Infinity;
  for (let i = 0; i < count; i++) {
    const along = p[3 * i] * x + p[3 * i + 1] * y + p[3 * i + 2] * z;
    if (depths[i] < level || along <= high) continue;
    high = along;
    answer = i;
  }
  return answer;
}

/** The point farthest from point `i`. */
function farthestFrom(manifold: ContactManifold, i: number): number {
  const { count, pointsA: p } = manifold;
  let answer = i;
  let farthest = -1;
  for (let j = 0; j < count; j++) {
    const x = p[3 * j] - p[3 * i];
    const y = p[3 * j + 1] - p[3 * i + 1];
    const z = p[3 * j + 2] - p[3 * i + 2];
    const squared = x * x + y * y + z * z;
    if (j === i || squared <= farthest) continue;
    farthest = squared;
    answer = j;
  }
  return answer;
}

/**
 * Puts the deepest point in the place of the nearest chosen one, unless one of those is as deep or all points
 * are level.
 */
function includeDeepest(manifold: ContactManifold, deepest: number): void {
  const { count, depths, pointsA: p } = manifold;
  let highest = depths[deepest];
  for (let i = 0; i < count; i++) if (depths[i] < highest) highest = depths[i];
  if (depths[deepest] - highest <= levelSlope * span[0]) return;
  const enough = depths[deepest] - depthSlack * span[0];
  let nearest = 0;
  let least = Infinity;
  for (let c = 0; c < 4; c++) {
    const i = chosen[c];
    if (depths[i] >= enough) return;
    const x = p[3 * i] - p[3 * deepest];
    const y = p[3 * i + 1] - p[3 * deepest + 1];
    const z = p[3 * i + 2] - p[3 * deepest + 2];
    const squared = x * x + y * y + z * z;
    if (squared >= least) continue;
    least = squared;
    nearest = c;
  }
  chosen[nearest] = deepest;
}

/**
 * All points lie on one side of the first edge: of the rest, the one that adds most area to the triangle of
 * the first three.
 */
function outermost(manifold: ContactManifold): number {
  const { count, pointsA: p, normal } = manifold;
  const a = chosen[0];
  const b = chosen[1];
  const c = chosen[2];
  let best = -Infinity;
  let answer = -1;
  for (let i = 0; i < count; i++) {
    if (i === a || i === b || i === c) continue;
    // Distance beyond the edges a c and c b, as area.
    let gain = -Infinity;
    for (let side = 0; side < 2; side++) {
      const from = 3 * (side ? c : a);
      const to = 3 * (side ? b : c);
      const ex = p[to] - p[from];
      const ey = p[to + 1] - p[from + 1];
      const ez = p[to + 2] - p[from + 2];
      const x = p[3 * i] - p[from];
      const y = p[3 * i + 1] - p[from + 1];
      const z = p[3 * i + 2] - p[from + 2];
      const third = 3 * (side ? a : b);
      const tx = p[third] - p[from];
      const ty = p[third + 1] - p[from + 1];
      const tz = p[third + 2] - p[from + 2];
      const area =
        normal[0] * (ey * z - ez * y) + normal[1] * (ez * x - ex * z) + normal[2] * (ex * y - ey * x);
      const inner =
        normal[0] * (ey * tz - ez * ty) + normal[1] * (ez * tx - ex * tz) + normal[2] * (ex * ty - ey * tx);
      gain = Math.max(gain, inner < 0 ? area : -area);
    }
    if (gain > best) {
      best = gain;
      answer = i;
    }
  }
  return answer;
}

/** Moves the chosen points to the front, in their present order. */
function keepChosen(manifold: ContactManifold): void {
  const { depths, ids, pointsA, pointsB } = manifold;
  chosen.sort();
  for (let to = 0; to < 4; to++) {
    const from = chosen[to];
    depths[to] = depths[from];
    ids[to] = ids[from];
    for (let k = 0; k < 3; k++) {
      pointsA[3 * to + k] = pointsA[3 * from + k];
      pointsB[3 * to + k] = pointsB[3 * from + k];
    }
  }
  manifold.count = 4;
}
