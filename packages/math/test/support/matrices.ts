/**
 * Matrices that decompositions stumble over, and plain arithmetic to check them with. Column-major
 * throughout.
 */
import type { Random } from '@colide/math';
import { exactDeterminant, exactIntegers, exactSign } from '@colide/testing';

/** The product a · b of n×n matrices. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, n = 3): Float64Array {
  const out = new Float64Array(n * n);
  for (let column = 0; column < n; column++)
    for (let row = 0; row < n; row++)
      for (let k = 0; k < n; k++) out[n * column + row] += a[n * k + row] * b[n * column + k];
  return out;
}

export function transpose(a: ArrayLike<number>, n = 3): Float64Array {
  return Float64Array.from({ length: n * n }, (_, i) => a[n * (i % n) + Math.floor(i / n)]);
}

export function diagonal(values: ArrayLike<number>): Float64Array {
  const n = values.length;
  return Float64Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? values[i / (n + 1)] : 0));
}

/** Largest magnitude of an element. */
export function magnitude(a: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]));
  return largest;
}

/** Largest magnitude of an element of a − b; NaN where there is one. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const d = Math.abs(a[i] - b[i]);
    if (!(d <= largest)) largest = d;
  }
  return largest;
}

/** How far the columns of `r` are from orthonormal. */
export function orthonormalError(r: ArrayLike<number>, n = 3): number {
  return difference(multiply(transpose(r, n), r, n), diagonal(new Float64Array(n).fill(1)));
}

export function determinant3(m: ArrayLike<number>): number {
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[3] * (m[1] * m[8] - m[2] * m[7]) +
    m[6] * (m[1] * m[5] - m[2] * m[4])
  );
}

/** The inverse by cofactors. */
export function inverse3(m: ArrayLike<number>): Float64Array {
  const d = determinant3(m);
  const minor = (a: number, b: number, c: number, e: number) => (m[a] * m[b] - m[c] * m[e]) / d;
  return Float64Array.of(
    minor(4, 8, 5, 7),
    minor(2, 7, 1, 8),
    minor(1, 5, 2, 4),
    minor(5, 6, 3, 8),
    minor(0, 8, 2, 6),
    minor(2, 3, 0, 5),
    minor(3, 7, 4, 6),
    minor(1, 6, 0, 7),
    minor(0, 4, 1, 3),
  );
}

/** A small positive number, down to 1e-20, evenly spread in its exponent. */
function tiny(random: Random): number {
  return 10 ** random.uniform(-20, 0);
}

/** Singular values of the families below, signed: a negative last one makes a reflection. */
const spectra: ((random: Random) => [number, number, number])[] = [
  () => [1, 1, 1],
  random => [1, tiny(random), tiny(random) * 1e-3],
  random => [1, 1, -1 + tiny(random)],
  random => [1, tiny(random), 0],
  random => {
    const t = tiny(random);
    return [1, t, -t * (1 - tiny(random))];
  },
  random => [1, 1 - tiny(random), -1 + tiny(random)],
  random => [1, tiny(random), -tiny(random)],
];

const left = new Float64Array(9);
const right = new Float64Array(9);

/**
 * Fills `out` with a random matrix: uniform, of small integers (often singular), or U Σ Vᵀ with equal, nearly
 * equal, vanishing and reflecting singular values; one in five scaled by up to 1e±300.
 */
export function adversarialMatrix(out: Float64Array, random: Random): Float64Array {
  const family = random.integer(spectra.length + 3);
  if (family >= spectra.length) {
    const integers = family === spectra.length;
    for (let i = 0; i < 9; i++) out[i] = integers ? random.integer(3) - 1 : random.uniform(-1, 1);
  } else {
    random.rotationMatrix(left);
    random.rotationMatrix(right);
    const sigma = spectra[family](random);
    for (let column = 0; column < 3; column++)
      for (let row = 0; row < 3; row++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += left[3 * k + row] * sigma[k] * right[3 * k + column];
        out[3 * column + row] = sum;
      }
  }
  if (random.integer(5) === 0) {
    const scale = 10 ** random.uniform(-300, 300);
    for (let i = 0; i < 9; i++) out[i] *= scale;
  }
  return out;
}

/**
 * The same matrix in every kind of array the functions accept; the last one is rounded to single precision.
 */
export function arrayKinds(m: ArrayLike<number>): (number[] | Float64Array | Float32Array)[] {
  return [Array.from(m), Float64Array.from(m), Float32Array.from(m)];
}

/** The sign of det(M − x I), exactly, for a symmetric matrix of doubles. */
export function characteristicSign(m: ArrayLike<number>, x: number): number {
  const numbers = exactIntegers([...Array.from(m), x]);
  const e = numbers.slice(0, 9).map((value, i) => (i % 4 === 0 ? value - numbers[9] : value));
  return exactSign(exactDeterminant([e.slice(0, 3), e.slice(3, 6), e.slice(6, 9)]));
}

/**
 * Throws unless `condition` holds: a plain assertion for loops of many thousand cases, where `expect` is
 * slow.
 */
export function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}
