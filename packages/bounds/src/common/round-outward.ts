/**
 * Rounding to 32-bit floats in a chosen direction. `Math.fround` rounds to nearest, which moves half of all
 * lower bounds up and half of all upper bounds down: a box stored that way no longer contains its points, and
 * a broad phase on it loses pairs. These two functions round a bound outward instead, by at most one float.
 *
 * All functions of this package that write bounds use them, so an `out` array may be a `Float32Array`
 * anywhere.
 */

const float = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ viewBits(float);

function viewBits(array: Float32Array): Int32Array {
  return new Int32Array(array.buffer);
}

/** The largest 32-bit float that is not above `value`. NaN stays NaN. */
export function roundDownF32(value: number): number {
  const nearest = Math.fround(value);
  if (!(nearest > value)) return nearest;
  float[0] = nearest;
  if (nearest > 0) bits[0]--;
  else if (nearest < 0) bits[0]++;
  else return -1.401298464324817e-45;
  return float[0];
}

/** The smallest 32-bit float that is not below `value`. NaN stays NaN. */
export function roundUpF32(value: number): number {
  return -roundDownF32(-value);
}
