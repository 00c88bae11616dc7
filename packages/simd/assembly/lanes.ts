/** Two numbers side by side: lane 0 belongs to one manifold, lane 1 to another. */
import { at } from './layout';

/** Vector `k` of a slot. */
export function get(slot: usize, k: usize): v128 {
  return v128.load(slot + at(k));
}

export function put(slot: usize, k: usize, value: v128): void {
  v128.store(slot + at(k), value);
}

/** Writes only the lanes of `mask`. */
export function putWhere(mask: v128, slot: usize, k: usize, value: v128): void {
  v128.store(slot + at(k), v128.bitselect(value, v128.load(slot + at(k)), mask));
}

/** One number at `a`, one at `b`. */
export function gather(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** Writes lane 0 to `a` and lane 1 to `b`. */
export function scatter(a: usize, b: usize, value: v128): void {
  v128.store64_lane(a, value, 0);
  v128.store64_lane(b, value, 1);
}

export function splat(x: f64): v128 {
  return f64x2.splat(x);
}

export function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

export function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}

export function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}

export function div(a: v128, b: v128): v128 {
  return f64x2.div(a, b);
}

/** `x u + y v + z w`, from left to right. */
export function dot(x: v128, u: v128, y: v128, v: v128, z: v128, w: v128): v128 {
  return add(add(mul(x, u), mul(y, v)), mul(z, w));
}

/** `x u − y v`. */
export function cross(x: v128, u: v128, y: v128, v: v128): v128 {
  return sub(mul(x, u), mul(y, v));
}

/** Where `mask` is set `a`, otherwise `b`. */
export function choose(mask: v128, a: v128, b: v128): v128 {
  return v128.bitselect(a, b, mask);
}
