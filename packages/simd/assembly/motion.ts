/**
 * Moves and rotates bodies by a substep, two at a time: `moveStates` and `rotateBody` of `@colide/solvers`,
 * whose comments explain the method, with the same operations in the same order. For bodies that are free to
 * move and not round.
 *
 * A record of two bodies, in vectors:
 *
 * | vector | vectors | what                                                             |
 * | ------ | ------- | ---------------------------------------------------------------- |
 * | 0      | 1       | addresses of their states, four bytes each                       |
 * | 1      | 3 + 4   | positions, rotations                                             |
 * | 8      | 3       | inverse principal moments                                        |
 */
import { add, choose, cross, div, dot, gather, get, mul, put, scatter, splat, sub } from './lanes';
import {
  angularVelocityAt,
  displacementAt,
  inverseInertiaAt,
  offDiagonalAt,
  rotationAt,
  substepAt,
  yAt,
  zAt,
} from './layout';

const position = 1;
const rotation = 4;
const moments = 8;
const motionSize: usize = 11 * 16;

/** Highest speed in m/s, and largest rotation in radians per substep. */
const speedLimit = 1e6;
const rotationLimit = 100;

/** Moves the bodies of the records from `records` to `end`; those from `uneven` on have unequal moments. */
export function moveBodies(records: usize, uneven: usize, end: usize, step: usize): void {
  const h = load<f64>(step + substepAt);
  for (let p = records; p < end; p += motionSize) {
    const a = <usize>load<u32>(p);
    const b = <usize>load<u32>(p + 4);
    const most = rotationLimit / h;
    if (isFast(a, b, 0, speedLimit)) limitBoth(a, b, speedLimit);
    if (isFast(a, b, angularVelocityAt, most)) limitBoth(a + angularVelocityAt, b + angularVelocityAt, most);
    const time = splat(h);
    for (let k: usize = 0; k < 3; k++) {
      const displacement = mul(time, gather(a + 8 * k, b + 8 * k));
      const spin = gather(a + angularVelocityAt + 8 * k, b + angularVelocityAt + 8 * k);
      put(p, position + k, add(get(p, position + k), displacement));
      scatter(a + displacementAt + 8 * k, b + displacementAt + 8 * k, displacement);
      scatter(a + rotationAt + 8 * k, b + rotationAt + 8 * k, mul(time, spin));
    }
    const x = gather(a + angularVelocityAt, b + angularVelocityAt);
    const y = gather(a + angularVelocityAt + yAt, b + angularVelocityAt + yAt);
    const z = gather(a + angularVelocityAt + zAt, b + angularVelocityAt + zAt);
    const zero = splat(0);
    const turns = v128.or(v128.or(f64x2.ne(x, zero), f64x2.ne(y, zero)), f64x2.ne(z, zero));
    if (!v128.any_true(turns)) continue;
    if (p < uneven) rotate(p, x, y, z, splat(0.5 * h), turns);
    else rotateFreely(p, a, b, 0.5 * h, turns);
  }
}

function isFast(a: usize, b: usize, to: usize, limit: f64): bool {
  const x = gather(a + to, b + to);
  const y = gather(a + to + yAt, b + to + yAt);
  const z = gather(a + to + zAt, b + to + zAt);
  return v128.any_true(f64x2.gt(dot(x, x, y, y, z, z), splat(limit * limit)));
}

function limitBoth(a: usize, b: usize, limit: f64): void {
  limitSpeed(a, limit);
  limitSpeed(b, limit);
}

/** Shortens the vector at `p` to `limit`, unless it is not finite. */
function limitSpeed(p: usize, limit: f64): void {
  const x = load<f64>(p);
  const y = load<f64>(p + yAt);
  const z = load<f64>(p + zAt);
  const square = x * x + y * y + z * z;
  if (!(square > limit * limit)) return;
  const length = square < Infinity ? sqrt(square) : max(max(abs(x), abs(y)), abs(z));
  if (length === Infinity) return;
  store<f64>(p, x * (limit / length));
  store<f64>(p + yAt, y * (limit / length));
  store<f64>(p + zAt, z * (limit / length));
}

/** Rotates by the angular velocity (x, y, z) for twice the time `h`, in the lanes of `mask`. */
function rotate(p: usize, wx: v128, wy: v128, wz: v128, h: v128, mask: v128): void {
  const square = mul(mul(h, h), dot(wx, wx, wy, wy, wz, wz));
  const t = mul(h, add(splat(1), mul(square, add(splat(1 / 3), mul(square, splat(2 / 15))))));
  const tx = mul(t, wx);
  const ty = mul(t, wy);
  const tz = mul(t, wz);
  const x = get(p, rotation);
  const y = get(p, rotation + 1);
  const z = get(p, rotation + 2);
  const w = get(p, rotation + 3);
  const qx = sub(add(add(x, mul(tx, w)), mul(ty, z)), mul(tz, y));
  const qy = sub(add(add(y, mul(ty, w)), mul(tz, x)), mul(tx, z));
  const qz = sub(add(add(z, mul(tz, w)), mul(tx, y)), mul(ty, x));
  const qw = sub(sub(sub(w, mul(tx, x)), mul(ty, y)), mul(tz, z));
  const s = div(splat(1), f64x2.sqrt(add(dot(qx, qx, qy, qy, qz, qz), mul(qw, qw))));
  put(p, rotation, choose(mask, mul(qx, s), x));
  put(p, rotation + 1, choose(mask, mul(qy, s), y));
  put(p, rotation + 2, choose(mask, mul(qz, s), z));
  put(p, rotation + 3, choose(mask, mul(qw, s), w));
}

/** Elements of a rotation matrix: 1 − 2 (a a + b b), 2 (a b + c d) and 2 (a b − c d). */
function diagonal(a: v128, b: v128): v128 {
  return sub(splat(1), mul(splat(2), add(mul(a, a), mul(b, b))));
}
function sum(a: v128, b: v128, c: v128, d: v128): v128 {
  return mul(splat(2), add(mul(a, b), mul(c, d)));
}
function difference(a: v128, b: v128, c: v128, d: v128): v128 {
  return mul(splat(2), cross(a, b, c, d));
}

/**
 * The tangent of half the angle of a rotation, by three terms of its series.
 */
function halfTangent(half: v128): v128 {
  const square = mul(half, half);
  return mul(half, add(splat(1), mul(square, add(splat(1 / 3), mul(square, splat(2 / 15))))));
}

/** Euler's equations for twice the time `h`, in the lanes of `mask`. */
function rotateFreely(p: usize, a: usize, b: usize, h: f64, mask: v128): void {
  const i0 = get(p, moments);
  const i1 = get(p, moments + 1);
  const i2 = get(p, moments + 2);
  let x = get(p, rotation);
  let y = get(p, rotation + 1);
  let z = get(p, rotation + 2);
  let w = get(p, rotation + 3);
  const oldX = x;
  const oldY = y;
  const oldZ = z;
  const oldW = w;
  let f0 = diagonal(y, z);
  let f1 = sum(x, y, z, w);
  let f2 = difference(x, z, y, w);
  let f3 = difference(x, y, z, w);
  let f4 = diagonal(x, z);
  let f5 = sum(y, z, x, w);
  let f6 = sum(x, z, y, w);
  let f7 = difference(y, z, x, w);
  let f8 = diagonal(x, y);
  const to = angularVelocityAt;
  const wx = gather(a + to, b + to);
  const wy = gather(a + to + yAt, b + to + yAt);
  const wz = gather(a + to + zAt, b + to + zAt);
  let l0 = div(dot(f0, wx, f1, wy, f2, wz), i0);
  let l1 = div(dot(f3, wx, f4, wy, f5, wz), i1);
  let l2 = div(dot(f6, wx, f7, wy, f8, wz), i2);
  const lx = dot(f0, l0, f3, l1, f6, l2);
  const ly = dot(f1, l0, f4, l1, f7, l2);
  const lz = dot(f2, l0, f5, l1, f8, l2);
  const middle = f64x2.max(f64x2.min(i0, i1), f64x2.min(f64x2.max(i0, i1), i2));
  const halfTime = splat(h);
  for (let part = 0; part < 5; part++) {
    // Axes 0, 1, 2, 1 and 0 in turn: the axis is called u, the others v and q.
    const axis = part < 3 ? part : 4 - part;
    const moment = axis === 0 ? i0 : axis === 1 ? i1 : i2;
    const l = axis === 0 ? l0 : axis === 1 ? l1 : l2;
    const rate = mul(l, mul(halfTime, sub(moment, middle)));
    const t = halfTangent(axis === 2 ? rate : mul(splat(0.5), rate));
    const tt = mul(t, t);
    const s = div(splat(1), add(splat(1), tt));
    const cos = mul(sub(splat(1), tt), s);
    const sin = mul(mul(splat(2), t), s);
    const lv = axis === 0 ? l1 : axis === 1 ? l2 : l0;
    const lq = axis === 0 ? l2 : axis === 1 ? l0 : l1;
    const newV = add(mul(cos, lv), mul(sin, lq));
    const newQ = sub(mul(cos, lq), mul(sin, lv));
    const u = axis === 0 ? x : axis === 1 ? y : z;
    const v = axis === 0 ? y : axis === 1 ? z : x;
    const q = axis === 0 ? z : axis === 1 ? x : y;
    const turnedU = add(u, mul(t, w));
    const turnedV = add(v, mul(t, q));
    const turnedQ = sub(q, mul(t, v));
    w = sub(w, mul(t, u));
    if (axis === 0) {
      l1 = newV;
      l2 = newQ;
      x = turnedU;
      y = turnedV;
      z = turnedQ;
    } else if (axis === 1) {
      l2 = newV;
      l0 = newQ;
      y = turnedU;
      z = turnedV;
      x = turnedQ;
    } else {
      l0 = newV;
      l1 = newQ;
      z = turnedU;
      x = turnedV;
      y = turnedQ;
    }
  }
  put(p, rotation, x);
  put(p, rotation + 1, y);
  put(p, rotation + 2, z);
  put(p, rotation + 3, w);
  rotate(p, lx, ly, lz, mul(halfTime, middle), i64x2.splat(-1));
  x = choose(mask, get(p, rotation), oldX);
  y = choose(mask, get(p, rotation + 1), oldY);
  z = choose(mask, get(p, rotation + 2), oldZ);
  w = choose(mask, get(p, rotation + 3), oldW);
  put(p, rotation, x);
  put(p, rotation + 1, y);
  put(p, rotation + 2, z);
  put(p, rotation + 3, w);
  f0 = diagonal(y, z);
  f1 = sum(x, y, z, w);
  f2 = difference(x, z, y, w);
  f3 = difference(x, y, z, w);
  f4 = diagonal(x, z);
  f5 = sum(y, z, x, w);
  f6 = sum(x, z, y, w);
  f7 = difference(y, z, x, w);
  f8 = diagonal(x, y);
  const a0 = mul(i0, f0);
  const a1 = mul(i0, f1);
  const b0 = mul(i1, f3);
  const b1 = mul(i1, f4);
  const c0 = mul(i2, f6);
  const c1 = mul(i2, f7);
  const xx = dot(a0, f0, b0, f3, c0, f6);
  const yy = dot(a1, f1, b1, f4, c1, f7);
  const zz = dot(mul(i0, f2), f2, mul(i1, f5), f5, mul(i2, f8), f8);
  const xy = dot(a0, f1, b0, f4, c0, f7);
  const xz = dot(a0, f2, b0, f5, c0, f8);
  const yz = dot(a1, f2, b1, f5, c1, f8);
  const inertia = inverseInertiaAt;
  const across = inertia + offDiagonalAt;
  scatterWhere(mask, a + inertia, b + inertia, xx);
  scatterWhere(mask, a + inertia + yAt, b + inertia + yAt, yy);
  scatterWhere(mask, a + inertia + zAt, b + inertia + zAt, zz);
  scatterWhere(mask, a + across, b + across, xy);
  scatterWhere(mask, a + across + yAt, b + across + yAt, xz);
  scatterWhere(mask, a + across + zAt, b + across + zAt, yz);
  scatterWhere(mask, a + to, b + to, dot(xx, lx, xy, ly, xz, lz));
  scatterWhere(mask, a + to + yAt, b + to + yAt, dot(xy, lx, yy, ly, yz, lz));
  scatterWhere(mask, a + to + zAt, b + to + zAt, dot(xz, lx, yz, ly, zz, lz));
}

function scatterWhere(mask: v128, a: usize, b: usize, value: v128): void {
  scatter(a, b, choose(mask, value, gather(a, b)));
}
