/**
 * Exact answers by integers of any length. Every finite double is an integer times a power of two, so signs
 * of polynomials in doubles can be had without rounding.
 */
import type { PredicateName } from './data-linalg.ts';

const double = /* @__PURE__ */ new Float64Array(1);
const bits = /* @__PURE__ */ new BigUint64Array(double.buffer);

/** A finite double as `mantissa` · 2^`exponent`. */
function decompose(x: number): { mantissa: bigint; exponent: number } {
  double[0] = Math.abs(x);
  const biased = Number(bits[0] >> 52n);
  const fraction = bits[0] & (2n ** 52n - 1n);
  const magnitude = biased > 0 ? fraction + 2n ** 52n : fraction;
  return { mantissa: x < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1075 };
}

/** Finite doubles, all multiplied by the same power of two so that they are integers. */
export function exactIntegers(numbers: ArrayLike<number>): bigint[] {
  const parts = Array.from(numbers, decompose);
  const least = Math.min(...parts.filter(({ mantissa }) => mantissa !== 0n).map(({ exponent }) => exponent));
  return parts.map(({ mantissa, exponent }) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - least)));
}

/** −1, 0 or 1. */
export function exactSign(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

/** The determinant of a square matrix given by rows, by Laplace's expansion. */
export function exactDeterminant(rows: readonly (readonly bigint[])[]): bigint {
  if (rows.length === 1) return rows[0][0];
  let sum = 0n;
  rows.forEach((row, i) => {
    const minor = exactDeterminant(rows.filter((_, k) => k !== i).map(other => other.slice(1)));
    sum += (i % 2 === 0 ? 1n : -1n) * row[0] * minor;
  });
  return sum;
}

const minus = (p: readonly bigint[], q: readonly bigint[]) => p.map((x, i) => x - q[i]);
const lifted = (v: readonly bigint[]) => [...v, exactDot(v, v)];

function exactDot(p: readonly bigint[], q: readonly bigint[]): bigint {
  return p.reduce((sum, x, i) => sum + x * q[i], 0n);
}

/**
 * The sign of a predicate at points given one after the other: positive for triples that turn left,
 * right-handed tetrahedra, and points inside the circle or sphere of such.
 */
export function exactPredicate(name: PredicateName, coordinates: ArrayLike<number>): number {
  const dimension = name === 'orient2d' || name === 'incircle' ? 2 : 3;
  const numbers = exactIntegers(coordinates);
  const points = Array.from({ length: numbers.length / dimension }, (_, i) =>
    numbers.slice(dimension * i, dimension * i + dimension),
  );
  if (name === 'orient2d' || name === 'orient3d')
    return exactSign(exactDeterminant(points.slice(1).map(point => minus(point, points[0]))));
  const last = points[points.length - 1];
  const sign = exactSign(exactDeterminant(points.slice(0, -1).map(point => lifted(minus(point, last)))));
  // The lifted determinant of space is negative inside for right-handed tetrahedra.
  return name === 'insphere' ? 0 - sign : sign;
}

function exactCross(p: readonly bigint[], q: readonly bigint[]): bigint[] {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/**
 * Whether two triangles, nine numbers each, have a point in common; degenerate ones are the segment or point
 * they cover.
 *
 * They have none if and only if the origin is outside of the hull of all differences of corners. Then the
 * point of the hull nearest to the origin separates them, and it is the point nearest to the origin on the
 * point, line or plane through one, two or three of the differences. All of these are tried.
 */
export function exactTrianglesMeet(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const numbers = exactIntegers([...Array.from(a), ...Array.from(b)]);
  const corner = (i: number) => numbers.slice(3 * i, 3 * i + 3);
  const differences = [0, 1, 2].flatMap(i => [3, 4, 5].map(j => minus(corner(i), corner(j))));
  const separates = (axis: readonly bigint[]) => differences.every(point => exactDot(axis, point) > 0n);
  for (let i = 0; i < 9; i++) {
    const p = differences[i];
    if (separates(p)) return false;
    for (let j = i + 1; j < 9; j++) {
      const d = minus(differences[j], p);
      const [squared, along] = [exactDot(d, d), exactDot(p, d)];
      if (separates(p.map((x, k) => x * squared - d[k] * along))) return false;
      for (let k = j + 1; k < 9; k++) {
        const normal = exactCross(d, minus(differences[k], p));
        if (separates(normal) || separates(normal.map(x => -x))) return false;
      }
    }
  }
  return true;
}
