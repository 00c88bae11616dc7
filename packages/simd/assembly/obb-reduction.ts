/**
 * Reduction of a manifold of five to eight points to four: `contactManifoldReduce` of `@colide/narrowphase`,
 * whose comments say what the steps are for, with the same operations in the same order.
 */
import {
  chosenAt,
  countAt,
  depthsAt,
  idsAt,
  normalAt,
  numberOf,
  pointsAAt,
  pointsBAt,
  rowOf,
} from './obb-layout';

const levelSlope = 1e-3;
const depthSlack = 5e-7;
const heightWeight = 10;
const heightLoss = 0.2;
const endWeight = 0.05;
const leastArea = 0.01;

/** The pole of contact normals and two axes across it, see `contact-tangents` of `@colide/narrowphase`. */
const poleX = 0.5263157894736842;
const poleY = 0.7894736842105263;
const poleZ = 0.3157894736842105;
const firstX = 0.8320502943378437;
const firstY = -0.5547001962252291;
const secondX = 0.17516848301849341;
const secondY = 0.2627527245277401;
const secondZ = -0.9488292830168393;

/** The linear function that weights points by position: its gradient, and its value at the origin. */
let weightX: f64 = 0;
let weightY: f64 = 0;
let weightZ: f64 = 0;
let weightBase: f64 = 0;

/** Reduces the points of the manifold, more than four. */
export function reducePoints(): void {
  const count = load<i32>(countAt);
  let deepest = 0;
  for (let i = 1; i < count; i++) if (depthOf(i) > depthOf(deepest)) deepest = i;
  const first = outermostAlong(count, deepest);
  const farthest = farthestFrom(count, first);
  const span = sqrt(squaredBetween(first, farthest));
  let left = -1;
  let right = -1;
  let most = -Infinity;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if (i === first || i === farthest) continue;
    const height = (heightWeight * (depthOf(deepest) - depthOf(i))) / span;
    const gain = areaOf(first, farthest, i) * (weightOf(i) - min(height, heightLoss));
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
  choose(0, first);
  choose(1, farthest);
  choose(2, isLeft ? left : right);
  choose(3, isLeft ? right : left);
  const enough = leastArea * max(most, -least);
  if (min(most, -least) < enough) choose(3, outermost(count, enough));
  includeDeepest(count, deepest, span);
  keepChosen(count);
}

/** Chosen point `c` of four. */
function chosen(c: i32): i32 {
  return load<i32>(chosenAt + ((<usize>c) << 2));
}

function choose(c: i32, point: i32): void {
  store<i32>(chosenAt + ((<usize>c) << 2), point);
}

function depthOf(i: i32): f64 {
  return numberOf(depthsAt, i);
}

/** How much point `i` counts. */
function weightOf(i: i32): f64 {
  const p = rowOf(pointsAAt, i);
  return load<f64>(p) * weightX + load<f64>(p, 8) * weightY + load<f64>(p, 16) * weightZ + weightBase;
}

/** The squared distance of two points. */
function squaredBetween(i: i32, j: i32): f64 {
  const p = rowOf(pointsAAt, i);
  const q = rowOf(pointsAAt, j);
  const x = load<f64>(q) - load<f64>(p);
  const y = load<f64>(q, 8) - load<f64>(p, 8);
  const z = load<f64>(q, 16) - load<f64>(p, 16);
  return x * x + y * y + z * z;
}

/** Twice the area of the triangle of three points, positive if that is counter-clockwise. */
function areaOf(i: i32, j: i32, k: i32): f64 {
  const p = rowOf(pointsAAt, i);
  const q = rowOf(pointsAAt, j);
  const o = rowOf(pointsAAt, k);
  const ex = load<f64>(q) - load<f64>(p);
  const ey = load<f64>(q, 8) - load<f64>(p, 8);
  const ez = load<f64>(q, 16) - load<f64>(p, 16);
  const x = load<f64>(o) - load<f64>(p);
  const y = load<f64>(o, 8) - load<f64>(p, 8);
  const z = load<f64>(o, 16) - load<f64>(p, 16);
  return (
    load<f64>(normalAt) * (ey * z - ez * y) +
    load<f64>(normalAt, 8) * (ez * x - ex * z) +
    load<f64>(normalAt, 16) * (ex * y - ey * x)
  );
}

/** The outermost of those points that are about as deep as point `deepest`; also sets the weights. */
function outermostAlong(count: i32, deepest: i32): i32 {
  const x = load<f64>(normalAt);
  const y = load<f64>(normalAt, 8);
  const z = load<f64>(normalAt, 16);
  const away = 1 + poleX * x + poleY * y + poleZ * z;
  const inverse: f64 = away > 1e-9 ? 1 / away : 0;
  const f = (firstX * x + firstY * y) * inverse;
  const s = (secondX * x + secondY * y + secondZ * z) * inverse;
  const side: f64 = inverse > 0 ? 1 : -1;
  weightX = firstX - f * (poleX + x) + (side * secondX - s * (poleX + x));
  weightY = firstY - f * (poleY + y) + (side * secondY - s * (poleY + y));
  weightZ = -f * (poleZ + z) + (side * secondZ - s * (poleZ + z));
  weightBase = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    const weight = weightOf(i);
    low = min(low, weight);
    high = max(high, weight);
  }
  const level = depthOf(deepest) - levelSlope * (high - low);
  let answer = deepest;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const weight = weightOf(i);
    if (depthOf(i) < level || weight <= most) continue;
    most = weight;
    answer = i;
  }
  const scale = high > low ? endWeight / (high - low) : 0;
  weightX *= scale;
  weightY *= scale;
  weightZ *= scale;
  weightBase = 1 - scale * low;
  return answer;
}

/** The point farthest from point `i`. */
function farthestFrom(count: i32, i: i32): i32 {
  let answer = i;
  let farthest: f64 = -1;
  for (let j = 0; j < count; j++) {
    const weighted = squaredBetween(i, j) * weightOf(j);
    if (j === i || weighted <= farthest) continue;
    farthest = weighted;
    answer = j;
  }
  return answer;
}

/** Beyond the other edges of the first three, the point that adds most area, at least `enough`; else `count`. */
function outermost(count: i32, enough: f64): i32 {
  const side: f64 = areaOf(chosen(0), chosen(1), chosen(2)) < 0 ? -1 : 1;
  let best = enough;
  let answer = count;
  for (let i = 0; i < count; i++) {
    const beyond = side * areaOf(chosen(0), chosen(2), i);
    const gain = max(beyond, side * areaOf(chosen(2), chosen(1), i)) * weightOf(i);
    if (gain > best) {
      best = gain;
      answer = i;
    }
  }
  return answer;
}

/** Puts the deepest point in the place of the nearest chosen one, unless one is as deep or all are level. */
function includeDeepest(count: i32, deepest: i32, span: f64): void {
  let highest = depthOf(deepest);
  for (let i = 0; i < count; i++) if (depthOf(i) < highest) highest = depthOf(i);
  if (depthOf(deepest) - highest <= levelSlope * span) return;
  const enough = depthOf(deepest) - depthSlack * span;
  let nearest = 0;
  let least = Infinity;
  for (let c = 0; c < 4; c++) {
    const point = chosen(c);
    if (point >= count) break;
    if (depthOf(point) >= enough) return;
    const squared = squaredBetween(point, deepest);
    if (squared >= least) continue;
    least = squared;
    nearest = c;
  }
  choose(nearest, deepest);
}

/** Moves the chosen points to the front, in their present order; a fourth that is not there would come last. */
function keepChosen(count: i32): void {
  for (let c = 1; c < 4; c++) {
    const point = chosen(c);
    let at = c;
    for (; at > 0 && chosen(at - 1) > point; at--) choose(at, chosen(at - 1));
    choose(at, point);
  }
  const kept = chosen(3) < count ? 4 : 3;
  for (let to = 0; to < kept; to++) {
    const from = chosen(to);
    store<f64>(depthsAt + ((<usize>to) << 3), depthOf(from));
    store<i32>(idsAt + ((<usize>to) << 2), load<i32>(idsAt + ((<usize>from) << 2)));
    copyRow(pointsAAt, from, to);
    copyRow(pointsBAt, from, to);
  }
  store<i32>(countAt, kept);
}

function copyRow(at: usize, from: i32, to: i32): void {
  const p = rowOf(at, from);
  const q = rowOf(at, to);
  store<f64>(q, load<f64>(p));
  store<f64>(q, load<f64>(p, 8), 8);
  store<f64>(q, load<f64>(p, 16), 16);
}
