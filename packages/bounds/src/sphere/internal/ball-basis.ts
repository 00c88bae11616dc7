/**
 * The combinatorial core of smallest enclosing balls: the smallest ball around at most five balls.
 *
 * The smallest ball around n balls in space is determined by at most four of them, its basis, all of which
 * touch it from inside. Pivoting algorithms keep a basis, encounter a ball that sticks out, and need the
 * basis of these balls, at most five. With so few, every subset that contains the newcomer is tried: its
 * touching ball has its centre x = e + R f in the affine hull of the centres, linear in the radius R, and R
 * solves a quadratic equation (Fischer & Gärtner, "The smallest enclosing ball of balls", 2003). It is the
 * smallest ball of its subset only if its centre lies in the convex hull of the subset's centres. Among
 * those, the centre from which all five are covered with the least radius is kept. No tolerance on the radius
 * is needed: a nearly singular system yields a useless centre, which loses.
 *
 * Points are balls of radius 0.
 */
import { radiusAt, sphereSize } from '../../internal/layouts.ts';

/** At most five balls, the newcomer last, and the smallest ball found around them. */
export interface BallBasis {
  /** x, y, z, radius of each ball. */
  readonly balls: Float64Array;
  /** The caller's indices of these balls. */
  readonly ids: Int32Array;
  /** How many balls the basis has. */
  count: number;
  /** The smallest ball around them: centre and radius. */
  readonly ball: Float64Array;
}

/** An empty basis. */
export function createBallBasis(): BallBasis {
  return {
    balls: new Float64Array(5 * sphereSize),
    ids: new Int32Array(5),
    count: 0,
    ball: new Float64Array(sphereSize),
  };
}

/** Weights above minus this count as non-negative. */
const rounding = 1e-9;

const member = /* @__PURE__ */ new Int32Array(4);
/** Centre and radius of the ball that {@link touchingBall} found. */
const touching = /* @__PURE__ */ new Float64Array(sphereSize);
/**
 * One equation u · x = p + R q for each of up to three balls: the offset u of its centre from that of the
 * first ball, then the constant p and the factor q of the right-hand side.
 */
const rows = /* @__PURE__ */ new Float64Array(15);
const rowSize = 5;
const constantAt = 3;
const factorAt = 4;
/** The centre of the touching ball relative to that of the first ball is e + R f. */
const e = /* @__PURE__ */ new Float64Array(3);
const f = /* @__PURE__ */ new Float64Array(3);

/** Makes a basis of the single ball x y z r at `at` of `source`. */
export function startBasis(basis: BallBasis, source: Float64Array, at: number, id: number): void {
  basis.count = 0;
  push(basis, source, at, id);
  for (let i = 0; i < sphereSize; i++) basis.ball[i] = source[at + i];
}

function push(basis: BallBasis, source: Float64Array, at: number, id: number): void {
  for (let i = 0; i < sphereSize; i++) basis.balls[sphereSize * basis.count + i] = source[at + i];
  basis.ids[basis.count++] = id;
}

/**
 * Adds the ball x y z r at `at` of `source`, which sticks out; the basis becomes that of the smallest ball
 * around the old basis and the newcomer.
 */
export function extendBasis(basis: BallBasis, source: Float64Array, at: number, id: number): void {
  push(basis, source, at, id);
  const { balls, ball, ids } = basis;
  const newcomer = basis.count - 1;
  let best = Infinity;
  let bestSubset = 0;
  // Bit i of the subset: whether ball i of the old basis belongs to it. The newcomer always does.
  for (let subset = 0; subset < 1 << newcomer; subset++) {
    let size = 0;
    member[size++] = newcomer;
    for (let i = 0; i < newcomer && size < 4; i++) if (subset & (1 << i)) member[size++] = i;
    if (!touchingBall(balls, size)) continue;
    if (size > 1 && !centerInHull(size - 1)) continue;
    // How far the balls extend from the centre.
    let extent = 0;
    for (let i = 0; i <= newcomer; i++) {
      const at = sphereSize * i;
      const dx = balls[at] - touching[0];
      const dy = balls[at + 1] - touching[1];
      const dz = balls[at + 2] - touching[2];
      extent = Math.max(extent, Math.sqrt(dx * dx + dy * dy + dz * dz) + balls[at + radiusAt]);
    }
    // A tie goes to the smaller subset, which comes first.
    if (extent < best) {
      best = extent;
      bestSubset = subset;
      ball.set(touching);
      ball[radiusAt] = extent;
    }
  }
  let kept = 0;
  for (let i = 0; i <= newcomer; i++) {
    if (i < newcomer && !(bestSubset & (1 << i))) continue;
    if (kept === 4) break;
    balls.copyWithin(sphereSize * kept, sphereSize * i, sphereSize * (i + 1));
    ids[kept++] = ids[i];
  }
  basis.count = kept;
}

/**
 * Writes to `touching` the ball that the `size` balls in `member` touch from inside; false if there is none.
 */
function touchingBall(balls: Float64Array, size: number): boolean {
  const first = sphereSize * member[0];
  const r0 = balls[first + radiusAt];
  if (size === 1) {
    for (let i = 0; i < sphereSize; i++) touching[i] = balls[first + i];
    return true;
  }
  let equal = true;
  for (let i = 1; i < size; i++) {
    const at = sphereSize * member[i];
    setRow(i - 1, balls, first, at);
    equal = equal && balls[at + radiusAt] === r0;
  }
  if (!solveInSpan(e, size - 1, constantAt)) return false;
  if (equal) {
    // Balls of equal radius, points above all: the centre does not depend on R.
    f.fill(0);
    touching[radiusAt] = r0 + Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    for (let i = 0; i < 3; i++) touching[i] = balls[first + i] + e[i];
    return true;
  }
  if (!solveInSpan(f, size - 1, factorAt)) return false;
  const r = tangentRadius(r0);
  if (!(r >= 0 && r < Infinity)) return false;
  touching[radiusAt] = r;
  for (let i = 0; i < 3; i++) touching[i] = balls[first + i] + e[i] + r * f[i];
  return true;
}

/**
 * Row `row`: u · x = (|u|² + r0² − r²)/2 + R (r − r0) for the ball at `at` with the offset u from the one at
 * `first`.
 */
function setRow(row: number, balls: Float64Array, first: number, at: number): void {
  const r0 = balls[first + radiusAt];
  const ux = balls[at] - balls[first];
  const uy = balls[at + 1] - balls[first + 1];
  const uz = balls[at + 2] - balls[first + 2];
  const r = balls[at + radiusAt];
  const to = rowSize * row;
  rows[to] = ux;
  rows[to + 1] = uy;
  rows[to + 2] = uz;
  rows[to + constantAt] = 0.5 * (ux * ux + uy * uy + uz * uz + (r0 - r) * (r0 + r));
  rows[to + factorAt] = r - r0;
}

/**
 * The radius R with |e + R f|² = (R − r0)²: the smaller root that is not below r0 belongs to the tangent
 * ball.
 */
function tangentRadius(r0: number): number {
  const a = f[0] * f[0] + f[1] * f[1] + f[2] * f[2] - 1;
  const b = e[0] * f[0] + e[1] * f[1] + e[2] * f[2] + r0;
  const c = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] - r0 * r0;
  if (a === 0) return -c / (2 * b);
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  const q = b >= 0 ? -(b + root) : root - b;
  const one = q / a;
  const two = q === 0 ? one : c / q;
  const low = Math.min(one, two);
  return low >= r0 ? low : Math.max(one, two);
}

/**
 * Whether the centre is a combination of the balls' centres with weights that are not negative, up to
 * rounding.
 */
function centerInHull(count: number): boolean {
  const x = e[0] + touching[radiusAt] * f[0];
  const y = e[1] + touching[radiusAt] * f[1];
  const z = e[2] + touching[radiusAt] * f[2];
  const ux = rows[0];
  const uy = rows[1];
  const uz = rows[2];
  if (count === 1) {
    const t = (x * ux + y * uy + z * uz) / (ux * ux + uy * uy + uz * uz);
    return t >= -rounding && 1 - t >= -rounding;
  }
  const vx = rows[rowSize];
  const vy = rows[rowSize + 1];
  const vz = rows[rowSize + 2];
  const flat = count === 2;
  const wx = flat ? uy * vz - uz * vy : rows[2 * rowSize];
  const wy = flat ? uz * vx - ux * vz : rows[2 * rowSize + 1];
  const wz = flat ? ux * vy - uy * vx : rows[2 * rowSize + 2];
  const det = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  const p = (x * (vy * wz - vz * wy) + y * (vz * wx - vx * wz) + z * (vx * wy - vy * wx)) / det;
  const q = (x * (wy * uz - wz * uy) + y * (wz * ux - wx * uz) + z * (wx * uy - wy * ux)) / det;
  const r = flat ? 0 : (x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx)) / det;
  return p >= -rounding && q >= -rounding && r >= -rounding && 1 - p - q - r >= -rounding;
}

/** Solves uᵢ · x = rowᵢ[`column`] for x in the span of one, two or three offsets uᵢ. */
function solveInSpan(out: Float64Array, count: number, column: number): boolean {
  const ux = rows[0];
  const uy = rows[1];
  const uz = rows[2];
  const p = rows[column];
  const uu = ux * ux + uy * uy + uz * uz;
  if (!(uu > 0)) return false;
  if (count === 1) {
    const s = p / uu;
    out[0] = s * ux;
    out[1] = s * uy;
    out[2] = s * uz;
    return true;
  }
  const vx = rows[rowSize];
  const vy = rows[rowSize + 1];
  const vz = rows[rowSize + 2];
  const q = rows[rowSize + column];
  let wx = uy * vz - uz * vy;
  let wy = uz * vx - ux * vz;
  let wz = ux * vy - uy * vx;
  let s = 0;
  let det = wx * wx + wy * wy + wz * wz;
  if (count === 3) {
    wx = rows[2 * rowSize];
    wy = rows[2 * rowSize + 1];
    wz = rows[2 * rowSize + 2];
    s = rows[2 * rowSize + column];
    det = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  }
  if (det === 0) return false;
  out[0] = (p * (vy * wz - vz * wy) + q * (wy * uz - wz * uy) + s * (uy * vz - uz * vy)) / det;
  out[1] = (p * (vz * wx - vx * wz) + q * (wz * ux - wx * uz) + s * (uz * vx - ux * vz)) / det;
  out[2] = (p * (vx * wy - vy * wx) + q * (wx * uy - wy * ux) + s * (ux * vy - uy * vx)) / det;
  return true;
}
