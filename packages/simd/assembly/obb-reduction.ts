/**
 * Reduction of a manifold of five to eight points to four: `contactManifoldReduce` of `@colide/narrowphase`,
 * whose comments say what the steps are for, with the same operations in the same order.
 */
import { chosenAt, depthAt, normalAt, onBAt, pointSize, pointsAt, polygonAt } from './obb-layout';

const levelSlope = 1e-3;
const deepenSlope = 1e-2;
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

/** Reduces the points up to `end`, more than four; returns how many are left. */
export function reducePoints(end: usize): i32 {
  let deepest = pointsAt;
  for (let p = pointsAt; p < end; p += pointSize) if (depthOf(p) > depthOf(deepest)) deepest = p;
  const first = outermostAlong(end, deepest);
  const farthest = farthestFrom(end, first);
  const span = sqrt(squaredBetween(first, farthest));
  let left: usize = 0;
  let right: usize = 0;
  let most = -Infinity;
  let least = Infinity;
  for (let p = pointsAt; p < end; p += pointSize) {
    if (p === first || p === farthest) continue;
    const height = (heightWeight * (depthOf(deepest) - depthOf(p))) / span;
    const gain = areaOf(first, farthest, p) * (weightOf(p) - min(height, heightLoss));
    if (gain > most) {
      most = gain;
      left = p;
    }
    if (gain < least) {
      least = gain;
      right = p;
    }
  }
  const isLeft = most >= -least;
  choose(0, first);
  choose(1, farthest);
  choose(2, isLeft ? left : right);
  choose(3, isLeft ? right : left);
  const enough = leastArea * max(most, -least);
  if (min(most, -least) < enough) choose(3, outermost(end, enough));
  includeDeepest(end, deepest, span);
  return keepChosen(end);
}

/** Chosen point `c` of four. */
function chosen(c: i32): usize {
  return load<u32>(chosenAt + ((<usize>c) << 2));
}

function choose(c: i32, point: usize): void {
  store<u32>(chosenAt + ((<usize>c) << 2), <u32>point);
}

function depthOf(p: usize): f64 {
  return load<f64>(p, depthAt);
}

/** How much a point counts: the numbers stand where the polygon was, which is not needed any more. */
function weightOf(p: usize): f64 {
  return load<f64>(p, polygonAt - pointsAt);
}

/** Sets how much all points count by the linear function with this gradient and this value at the origin. */
function setWeights(end: usize, x: f64, y: f64, z: f64, base: f64): void {
  for (let p = pointsAt; p < end; p += pointSize)
    store<f64>(p, load<f64>(p) * x + load<f64>(p, 8) * y + load<f64>(p, 16) * z + base, polygonAt - pointsAt);
}

/** The squared distance of two points. */
function squaredBetween(p: usize, q: usize): f64 {
  const x = load<f64>(q) - load<f64>(p);
  const y = load<f64>(q, 8) - load<f64>(p, 8);
  const z = load<f64>(q, 16) - load<f64>(p, 16);
  return x * x + y * y + z * z;
}

/** Twice the area of the triangle of three points, positive if that is counter-clockwise. */
function areaOf(p: usize, q: usize, o: usize): f64 {
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

/** The outermost of those points that are about as deep as the deepest; also sets the weights. */
function outermostAlong(end: usize, deepest: usize): usize {
  const x = load<f64>(normalAt);
  const y = load<f64>(normalAt, 8);
  const z = load<f64>(normalAt, 16);
  const away = 1 + poleX * x + poleY * y + poleZ * z;
  const inverse: f64 = away > 1e-9 ? 1 / away : 0;
  const f = (firstX * x + firstY * y) * inverse;
  const s = (secondX * x + secondY * y + secondZ * z) * inverse;
  const side: f64 = inverse > 0 ? 1 : -1;
  const wx = firstX - f * (poleX + x) + (side * secondX - s * (poleX + x));
  const wy = firstY - f * (poleY + y) + (side * secondY - s * (poleY + y));
  const wz = -f * (poleZ + z) + (side * secondZ - s * (poleZ + z));
  setWeights(end, wx, wy, wz, 0);
  let low = Infinity;
  let high = -Infinity;
  for (let p = pointsAt; p < end; p += pointSize) {
    low = min(low, weightOf(p));
    high = max(high, weightOf(p));
  }
  const level = depthOf(deepest) - levelSlope * (high - low);
  let answer = deepest;
  let most = -Infinity;
  for (let p = pointsAt; p < end; p += pointSize) {
    if (depthOf(p) < level || weightOf(p) <= most) continue;
    most = weightOf(p);
    answer = p;
  }
  const scale: f64 = high > low ? endWeight / (high - low) : 0;
  setWeights(end, wx * scale, wy * scale, wz * scale, 1 - scale * low);
  return answer;
}

/** The point farthest from `p`. */
function farthestFrom(end: usize, p: usize): usize {
  let answer = p;
  let farthest: f64 = -1;
  for (let q = pointsAt; q < end; q += pointSize) {
    const weighted = squaredBetween(p, q) * weightOf(q);
    if (q === p || weighted <= farthest) continue;
    farthest = weighted;
    answer = q;
  }
  return answer;
}

/** Beyond the other edges of the first three, the point that adds most area, if `enough`; else `end`. */
function outermost(end: usize, enough: f64): usize {
  const side: f64 = areaOf(chosen(0), chosen(1), chosen(2)) < 0 ? -1 : 1;
  let best = enough;
  let answer = end;
  for (let p = pointsAt; p < end; p += pointSize) {
    const beyond = side * areaOf(chosen(0), chosen(2), p);
    const gain = max(beyond, side * areaOf(chosen(2), chosen(1), p)) * weightOf(p);
    if (gain > best) {
      best = gain;
      answer = p;
    }
  }
  return answer;
}

/**
 * Puts the deepest point in the place of the nearest chosen one, unless one is as deep; if all are nearly
 * level, makes the chosen ones deeper instead.
 */
function includeDeepest(end: usize, deepest: usize, span: f64): void {
  let highest = depthOf(deepest);
  for (let p = pointsAt; p < end; p += pointSize) highest = min(highest, depthOf(p));
  let nearest = 0;
  let least = Infinity;
  let lack = Infinity;
  for (let c = 0; c < 4 && chosen(c) < end; c++) {
    lack = min(lack, depthOf(deepest) - depthOf(chosen(c)));
    const squared = squaredBetween(chosen(c), deepest);
    if (squared >= least) continue;
    least = squared;
    nearest = c;
  }
  if (lack <= depthSlack * span) return;
  if (depthOf(deepest) - highest > deepenSlope * span) choose(nearest, deepest);
  else for (let c = 0; c < 4 && chosen(c) < end; c++) deepen(chosen(c), lack);
}

/** Makes a point deeper: that of each body moves by half of it. */
function deepen(p: usize, lack: f64): void {
  store<f64>(p, load<f64>(p, depthAt) + lack, depthAt);
  for (let k: usize = 0; k < 24; k += 8) {
    const move = 0.5 * lack * load<f64>(normalAt + k);
    store<f64>(p + k, load<f64>(p + k) + move);
    store<f64>(p + k, load<f64>(p + k, onBAt) - move, onBAt);
  }
}

/** Moves the chosen points to the front, in their present order; returns how many there are. */
function keepChosen(end: usize): i32 {
  let to = pointsAt;
  for (let p = pointsAt; p < end; p += pointSize)
    for (let c = 0; c < 4; c++) {
      if (chosen(c) !== p) continue;
      for (let k: usize = 0; k < pointSize; k += 16) v128.store(to + k, v128.load(p + k));
      to += pointSize;
    }
  return <i32>((to - pointsAt) / pointSize);
}
