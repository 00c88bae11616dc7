/** Two numbers side by side: lane 0 belongs to one contact block, lane 1 to another. */

/** Lanes 0 of two vectors. */
export function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** Lanes 1 of two vectors. */
export function highs(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
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

/** `x u + y v + z w`, from left to right. */
export function dot(x: v128, u: v128, y: v128, v: v128, z: v128, w: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, u), f64x2.mul(y, v)), f64x2.mul(z, w));
}

/** Where `mask` is set `a`, otherwise `b`. */
export function choose(mask: v128, a: v128, b: v128): v128 {
  return v128.bitselect(a, b, mask);
}

/** Writes lane 0 to `a` and lane 1 to `b`. */
export function scatter(a: usize, b: usize, value: v128): void {
  store<f64>(a, f64x2.extract_lane(value, 0));
  store<f64>(b, f64x2.extract_lane(value, 1));
}
