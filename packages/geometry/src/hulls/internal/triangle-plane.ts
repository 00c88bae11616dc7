/**
 * The plane of a triangle, accurate for slivers as well. The cross product of two edges loses digits in
 * proportion to how thin the triangle is; if it would lose more than two digits, it is computed again with
 * twice the precision (error-free products after Dekker 1971, differences after Knuth).
 */

import { offsetAt } from './hull-layout.ts';

/** Below this squared sine of the corner the plain cross product is not good enough. */
const plainSineSquared = 2.5e-3;
/** Below this sine even doubled precision cannot tell the direction. */
const hopelessSine = 1e-17;

/**
 * Writes the plane through points `a`, `b`, `c` of `p` (three numbers each) to `out` at `at`: unit normal
 * (counter-clockwise side) and offset d, so that the signed distance of x is `n · x − d`. A triangle without
 * direction gives four zeros.
 */
export function writeTrianglePlane(
  out: Float64Array,
  at: number,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const ax = p[3 * a];
  const ay = p[3 * a + 1];
  const az = p[3 * a + 2];
  const ux = p[3 * b] - ax;
  const uy = p[3 * b + 1] - ay;
  const uz = p[3 * b + 2] - az;
  const vx = p[3 * c] - ax;
  const vy = p[3 * c + 1] - ay;
  const vz = p[3 * c + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const squared = nx * nx + ny * ny + nz * nz;
  const edgesSquared = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (squared < plainSineSquared * edgesSquared) {
    writeSliverPlane(out, at, p, a, b, c);
    return;
  }
  const inverse = 1 / Math.sqrt(squared);
  const x = nx * inverse;
  const y = ny * inverse;
  const z = nz * inverse;
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + offsetAt] = x * ax + y * ay + z * az;
}

/** {@link writeTrianglePlane} with twice the precision. */
function writeSliverPlane(
  out: Float64Array,
  at: number,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const nx = preciseCross(p, a, b, c, 1, 2);
  const ny = preciseCross(p, a, b, c, 2, 0);
  const nz = preciseCross(p, a, b, c, 0, 1);
  const squared = nx * nx + ny * ny + nz * nz;
  const leastSquared = hopelessSine * hopelessSine * (edgeSquared(p, a, b) * edgeSquared(p, a, c));
  if (!(squared > leastSquared)) {
    out[at] = out[at + 1] = out[at + 2] = out[at + offsetAt] = 0;
    return;
  }
  const inverse = 1 / Math.sqrt(squared);
  const x = nx * inverse;
  const y = ny * inverse;
  const z = nz * inverse;
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + offsetAt] = x * p[3 * a] + y * p[3 * a + 1] + z * p[3 * a + 2];
}

/** The squared distance of points `a` and `b`, three numbers each. */
export function edgeSquared(p: Float64Array, a: number, b: number): number {
  const x = p[3 * b] - p[3 * a];
  const y = p[3 * b + 1] - p[3 * a + 1];
  const z = p[3 * b + 2] - p[3 * a + 2];
  return x * x + y * y + z * z;
}

/**
 * One component of (b − a) × (c − a), from the other two axes `j` and `k`, with about 100 significant bits in
 * between.
 */
function preciseCross(p: Float64Array, a: number, b: number, c: number, j: number, k: number): number {
  const aj = p[3 * a + j];
  const ak = p[3 * a + k];
  const bj = p[3 * b + j];
  const bk = p[3 * b + k];
  const cj = p[3 * c + j];
  const ck = p[3 * c + k];
  const uj = bj - aj;
  const uk = bk - ak;
  const vj = cj - aj;
  const vk = ck - ak;
  const first = uj * vk;
  const second = uk * vj;
  const tails =
    productTail(uj, vk, first) +
    uj * differenceTail(ck, ak, vk) +
    vk * differenceTail(bj, aj, uj) -
    (productTail(uk, vj, second) + uk * differenceTail(cj, aj, vj) + vj * differenceTail(bk, ak, uk));
  const high = first - second;
  return high + (differenceTail(first, second, high) + tails);
}

/** The rounding error of `difference = a − b`. */
function differenceTail(a: number, b: number, difference: number): number {
  const virtual = a - difference;
  return a - (difference + virtual) + (virtual - b);
}

/** The rounding error of `product = a · b`. */
function productTail(a: number, b: number, product: number): number {
  const bigA = 134217729 * a;
  const highA = bigA - (bigA - a);
  const lowA = a - highA;
  const bigB = 134217729 * b;
  const highB = bigB - (bigB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}
