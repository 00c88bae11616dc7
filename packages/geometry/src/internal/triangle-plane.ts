/**
 * The plane of a triangle, accurate for slivers as well. The cross product of two edges loses digits in proportion to
 * how thin the triangle is; where it would lose more than two digits the product is taken again with twice the
 * precision (error-free products after Dekker 1971, differences after Knuth).
 */

/** Below this squared sine of the corner the plain cross product is not good enough. */
const plainSine2 = 2.5e-3;
/** Below this sine even doubled precision says nothing about the direction. */
const hopelessSine = 1e-17;

/**
 * Writes the plane through points `a`, `b`, `c` of `p` (three numbers each) to `out` at `at`: unit normal (counter-
 * clockwise side) and offset, so that the signed distance of x is `n · x + offset`. A triangle without direction
 * gives four zeros.
 */
export function writeTrianglePlane(
  out: Float64Array,
  at: number,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const ax = p[3 * a]!;
  const ay = p[3 * a + 1]!;
  const az = p[3 * a + 2]!;
  const ux = p[3 * b]! - ax;
  const uy = p[3 * b + 1]! - ay;
  const uz = p[3 * b + 2]! - az;
  const vx = p[3 * c]! - ax;
  const vy = p[3 * c + 1]! - ay;
  const vz = p[3 * c + 2]! - az;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  let length2 = nx * nx + ny * ny + nz * nz;
  const edges2 = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (length2 < plainSine2 * edges2) {
    const bx = p[3 * b]!;
    const by = p[3 * b + 1]!;
    const bz = p[3 * b + 2]!;
    const cx = p[3 * c]!;
    const cy = p[3 * c + 1]!;
    const cz = p[3 * c + 2]!;
    nx = determinant(by, ay, cz, az, bz, az, cy, ay);
    ny = determinant(bz, az, cx, ax, bx, ax, cz, az);
    nz = determinant(bx, ax, cy, ay, by, ay, cx, ax);
    length2 = nx * nx + ny * ny + nz * nz;
    if (!(length2 > hopelessSine * hopelessSine * edges2)) {
      out[at] = out[at + 1] = out[at + 2] = out[at + 3] = 0;
      return;
    }
  }
  const inverse = 1 / Math.sqrt(length2);
  nx *= inverse;
  ny *= inverse;
  nz *= inverse;
  out[at] = nx;
  out[at + 1] = ny;
  out[at + 2] = nz;
  out[at + 3] = -(nx * ax + ny * ay + nz * az);
}

/** (a − b)(c − d) − (e − f)(g − h) with about 100 significant bits inside. */
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
