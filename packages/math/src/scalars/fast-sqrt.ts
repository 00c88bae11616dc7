/**
 * Approximate square roots for distance constraints.
 *
 * `sqrtAround`: Jakobsen keeps sticks between particles at a rest length d. The length |δ| is wanted only
 * near d, so he replaces √ by its tangent at d²: |δ| ≈ (δ² + d²) / 2d. By the binomial formula the result is
 * too large by exactly (|δ| − d)² / 2d: second order in the strain. At 10 % strain that is 0.5 % of d; the
 * result is never below |δ|.
 *
 * `reciprocalSqrt`: the logarithm of a float is nearly its bits, so halving and subtracting bits gives a
 * first guess with a relative error up to 3.5 %, and each Newton step squares it: 1.8e-3 after one, 4.8e-6
 * after two. The result is f32 arithmetic's guess refined in f64, always at or below the true value after the
 * first step.
 *
 * Cost: O(1), no allocation, no checks. `Math.sqrt` is one correctly rounded instruction today; these
 * functions exist to reproduce the source, and for shaders. Measure before preferring them.
 *
 * T. Jakobsen, "Advanced character physics", Game Developers Conference, 2001.
 * C. Lomont, "Fast inverse square root", 2003.
 */
const bytes = /* @__PURE__ */ new ArrayBuffer(4);
const asFloat = /* @__PURE__ */ new Float32Array(bytes);
const asWord = /* @__PURE__ */ new Uint32Array(bytes);

/** √`squared` by its tangent at `rest`²: (squared + rest²) / (2 rest), for lengths near `rest` > 0. */
export function sqrtAround(squared: number, rest: number): number {
  return (squared + rest * rest) / (2 * rest);
}

/**
 * Jakobsen's correction of a stick without root: rest² / (squared + rest²) − ½. Each of two equal particles
 * moves by this times the vector from the other to itself, so negative values pull them together. It vanishes
 * at rest; with r = length / rest it differs from the exact ½ (1/r − 1) by (r − 1)² / 2r(1 + r²), always
 * towards a shorter stick.
 */
export function stickCorrection(squared: number, rest: number): number {
  const restSquared = rest * rest;
  return restSquared / (squared + restSquared) - 0.5;
}

/**
 * 1 / √`value` with a relative error up to 1.8e-3 for one Newton step and 4.8e-6 for two. `value` must be a
 * normal positive f32 (1.2e-38 to 3.4e38); 0 gives a large finite number, other values give no usable result.
 */
export function reciprocalSqrt(value: number, steps = 1): number {
  asFloat[0] = value;
  asWord[0] = 0x5f3759df - (asWord[0] >>> 1);
  let guess = asFloat[0];
  for (let i = 0; i < steps; i++) guess *= 1.5 - 0.5 * value * guess * guess;
  return guess;
}

/** √`value` as value / √value, with the error of {@link reciprocalSqrt}; 0 gives 0. */
export function fastSqrt(value: number, steps = 1): number {
  return value * reciprocalSqrt(value, steps);
}
