/**
 * Comparisons with a tolerance. Each is a plain function that throws an error with the numbers in it, so that
 * it works inside Vitest, inside fast-check properties and in plain scripts alike.
 */

/**
 * How far two numbers may lie apart: `absolute + relative · |expected|`. Without either, the relative
 * tolerance is 1e-12.
 */
export interface Tolerance {
  readonly relative?: number;
  readonly absolute?: number;
}

function allowance(tolerance: Tolerance, magnitude: number): number {
  const { absolute = 0, relative = tolerance.absolute === undefined ? 1e-12 : 0 } = tolerance;
  return absolute + relative * magnitude;
}

function list(values: ArrayLike<number>): string {
  return `[${Array.from(values).join(', ')}]`;
}

/**
 * Whether `actual` is within the tolerance of `expected`. Equal infinities are close; NaN is close to
 * nothing.
 */
export function isClose(actual: number, expected: number, tolerance: Tolerance = {}): boolean {
  if (actual === expected) return true;
  if (!Number.isFinite(expected)) return false;
  return Math.abs(actual - expected) <= allowance(tolerance, Math.abs(expected));
}

/** Asserts that `actual` is within the tolerance of `expected`. */
export function expectClose(
  actual: number,
  expected: number,
  tolerance: Tolerance = {},
  what = 'value',
): void {
  if (isClose(actual, expected, tolerance)) return;
  throw new Error(
    `${what}: expected ${expected}, got ${actual}; off by ${Math.abs(actual - expected)}, ` +
      `allowed ${allowance(tolerance, Math.abs(expected))}`,
  );
}

/**
 * Asserts that the Euclidean distance of two vectors, or any two arrays of numbers of one length, is within
 * the tolerance; the relative part refers to the length of `expected`, infinite components (which must be
 * equal) left out.
 */
export function expectVectorClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: Tolerance = {},
  what = 'vector',
): void {
  if (actual.length !== expected.length)
    throw new Error(`${what}: expected ${expected.length} components, got ${actual.length}`);
  let squaredError = 0;
  let squaredLength = 0;
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== expected[i]) squaredError += (actual[i] - expected[i]) ** 2;
    if (Number.isFinite(expected[i])) squaredLength += expected[i] ** 2;
  }
  const error = Math.sqrt(squaredError);
  const allowed = allowance(tolerance, Math.sqrt(squaredLength));
  if (!(error <= allowed))
    throw new Error(
      `${what}: expected ${list(expected)}, got ${list(actual)}; off by ${error}, allowed ${allowed}`,
    );
}

/**
 * Asserts that the column-major 3×3 matrix `m` is a rotation: |mᵀm − 1| ≤ `tolerance` elementwise and det >
 * 0.
 */
export function expectRotation3(m: ArrayLike<number>, tolerance = 1e-14, what = 'matrix'): void {
  for (let i = 0; i < 3; i++)
    for (let j = i; j < 3; j++) {
      const dot = m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1] + m[3 * i + 2] * m[3 * j + 2];
      if (!(Math.abs(dot - (i === j ? 1 : 0)) <= tolerance))
        throw new Error(
          `${what}: ${list(m)} is not orthonormal; columns ${i} and ${j} have dot product ${dot}`,
        );
    }
  const determinant =
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[3] * (m[1] * m[8] - m[2] * m[7]) +
    m[6] * (m[1] * m[5] - m[2] * m[4]);
  if (!(determinant > 0)) throw new Error(`${what}: ${list(m)} is a reflection, determinant ${determinant}`);
}

/** Asserts that every element is a number, not NaN; infinities pass. */
export function expectNoNaN(values: ArrayLike<number>, what = 'values'): void {
  for (let i = 0; i < values.length; i++)
    if (Number.isNaN(values[i])) throw new Error(`${what}[${i}] is NaN`);
}

/** Asserts that a test saw both answers often enough to mean something: `low` ≤ hits / cases ≤ `high`. */
export function expectHitRate(hits: number, cases: number, low = 0.2, high = 0.8): void {
  const rate = hits / cases;
  if (!(rate >= low && rate <= high))
    throw new Error(`hit rate ${rate.toFixed(3)} (${hits} of ${cases}) is outside ${low} to ${high}`);
}
