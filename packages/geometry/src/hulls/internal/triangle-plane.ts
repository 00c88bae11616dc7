/**
 * The plane of a triangle, accurate for slivers as well. The cross product of two edges loses digits in
 * proportion to how thin the triangle is; where it would lose more than two digits the product is taken again
 * with twice the precision (error-free products after Dekker 1971, differences after Knuth).
 */

import { offsetAt } from './hull-layout.ts';

/** Below this squared sine of the corner the plain cross product is not good enough. */
const plainSineSquared = 2.5e-3;
/** Below this sine even doubled precision cannot tell the direction. */
const hopelessSine = 1e-17;

/**
 * Writes the plane through points `a`, `b`, `c` of `p` (three numbers each) to `out` at `at`: unit normal
 * (counter- clockwise side) and offset d, so that the signed distance of x is `n · x − d`. A triangle without
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
  const edgesSquared = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (nx * nx + ny * ny + nz * nz < plainSineSquared * edgesSquared)
    writeSliverPlane(out, at, p, a, b, c, edgesSquared);
  else writePlane(out, at, nx, ny, nz, ax, ay, az);
}

/** The same with twice the precision; `edgesSquared` is the product of the squared lengths of two edges. */
function writeSliverPlane(
  out: Float64Array,
  at: number,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  edgesSquared: number,
): void {
  const ax = p[3 * a];
  const ay = p[3 * a + 1];
  const az = p[3 * a + 2];
  const bx = p[3 * b];
  const by = p[3 * b + 1];
  const bz = p[3 * b + 2];
  const cx = p[3 * c];
  const cy = p[3 * c + 1];
  const cz = p[3 * c + 2];
  const nx = determinant(by, ay, cz, az, bz, az, cy, ay);
  const ny = determinant(bz, az, cx, ax, bx, ax, cz, az);
  const nz = determinant(bx, ax, cy, ay, by, ay, cx, ax);
  if (nx * nx + ny * ny + nz * nz > hopelessSine * hopelessSine * edgesSquared)
    writePlane(out, at, nx, ny, nz, ax, ay, az);
  else out[at] = out[at + 1] = out[at + 2] = out[at + offsetAt] = 0;
}

/** Writes the plane with normal n, of any length, through a. */
function writePlane(
  out: Float64Array,
  at: number,
  nx: number,
  ny: number,
  nz: number,
  ax: number,
  ay: number,
  az: number,
): void {
  const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  const x = nx * inverse;
  const y = ny * inverse;
  const z = nz * inverse;
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + offsetAt] = x * ax + y * ay + z * az;
}

/** (a − b)(c − d) − (e − f)(g − h) with about 100 significant bits in between. */
function determinant(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  const p = a - b;
  const q = c - d;
  const r = e - f;
  const s = g - h;
  const first = p * q;
  const second = r * s;
  const tails =
    productTail(p, q, first) +
    p * differenceTail(c, d, q) +
    q * differenceTail(a, b, p) -
    (productTail(r, s, second) + r * differenceTail(g, h, s) + s * differenceTail(e, f, r));
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
