/**
 * Whether two triangles in space meet, exactly.
 *
 * Each triangle's vertices are put on sides of the other's plane. If neither plane separates, both triangles cut the
 * line in which the planes meet, and two more orientations tell whether the cuts overlap. Only signs of determinants are
 * used, each of them exact, so the answer is that of real arithmetic on the given numbers. Guigue & Devillers, "Fast and
 * robust triangle–triangle overlap test using orientation predicates", JGT 8(1), 2003.
 *
 * Triangles are closed: a shared vertex, edge or point counts. Triangles of one plane are compared in it. A degenerate
 * triangle is the segment or point that it covers. Constant cost, least when a plane separates; no
 * allocation. Coordinates beyond 1e100 overflow; NaN meets nothing.
 */
import { flatTrianglesMeet, isDegenerate, segmentMeetsTriangle } from './internal/flat-triangles.ts';
import { side3 } from './internal/orientation.ts';

/** The six vertices: 0 to 2 of A, 3 to 5 of B. */
const points = /* @__PURE__ */ new Float64Array(18);

/** Height of each vertex over the other triangle's plane, in units of its normal; then how far rounding may have moved A's, B's. */
const heights = /* @__PURE__ */ new Float64Array(8);

/** Whether triangles `a` and `b`, nine numbers each (x, y, z of three vertices), overlap or touch. */
export function triangleTriangle(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (planeSeparates(b, a, 0) || planeSeparates(a, b, 3)) return false;
  for (let i = 0; i < 9; i++) {
    points[i] = a[i]!;
    points[i + 9] = b[i]!;
  }
  const a0 = side(3, 0);
  const a1 = side(3, 1);
  const a2 = side(3, 2);
  if (a0 === a1 && a1 === a2 && a0 !== 0) return false;
  const b0 = side(0, 3);
  const b1 = side(0, 4);
  const b2 = side(0, 5);
  if (b0 === b1 && b1 === b2 && b0 !== 0) return false;
  if ((a0 === 0 && a1 === 0 && a2 === 0) || (b0 === 0 && b1 === 0 && b2 === 0)) return planar();
  // NaN compares with nothing, so its side is neither.
  if (!(a0 >= -1 && a1 >= -1 && a2 >= -1 && b0 >= -1 && b1 >= -1 && b2 >= -1)) return false;

  // Name the vertices so that p is alone on its side of the other's plane, and that side is the positive one.
  const p1 = loneVertex(a0, a1, a2);
  const p2 = loneVertex(b0, b1, b2);
  const flipB = loneSide(a0, a1, a2) < 0;
  const flipA = loneSide(b0, b1, b2) < 0;
  const next1 = (p1 + 1) % 3;
  const last1 = (p1 + 2) % 3;
  const q1 = flipA ? last1 : next1;
  const r1 = flipA ? next1 : last1;
  const next2 = 3 + ((p2 + 1) % 3);
  const last2 = 3 + ((p2 + 2) % 3);
  const q2 = flipB ? last2 : next2;
  const r2 = flipB ? next2 : last2;
  return side3(points, p1, q1, p2 + 3, q2) <= 0 && side3(points, p1, r1, r2, p2 + 3) <= 0;
}

/** Bounds the rounding of the height of a vertex over a plane, relative to the product of the lengths that enter. */
const doubt = 2e-15;

/**
 * Finds the heights of the vertices of `q`, numbered from `first` on, over the plane of triangle `p`. Returns whether they
 * all lie clearly on one side. One normal serves all three, and the smallest and largest height decide together:
 * the signs of single heights are a toss-up that would cost mispredicted branches.
 */
function planeSeparates(p: ArrayLike<number>, q: ArrayLike<number>, first: number): boolean {
  const x = p[0]!;
  const y = p[1]!;
  const z = p[2]!;
  const ux = p[3]! - x;
  const uy = p[4]! - y;
  const uz = p[5]! - z;
  const vx = p[6]! - x;
  const vy = p[7]! - y;
  const vz = p[8]! - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const ax = q[0]! - x;
  const ay = q[1]! - y;
  const az = q[2]! - z;
  const bx = q[3]! - x;
  const by = q[4]! - y;
  const bz = q[5]! - z;
  const cx = q[6]! - x;
  const cy = q[7]! - y;
  const cz = q[8]! - z;
  const a = nx * ax + ny * ay + nz * az;
  const b = nx * bx + ny * by + nz * bz;
  const c = nx * cx + ny * cy + nz * cz;
  const reach = Math.max(
    Math.abs(ax) + Math.abs(ay) + Math.abs(az),
    Math.abs(bx) + Math.abs(by) + Math.abs(bz),
    Math.abs(cx) + Math.abs(cy) + Math.abs(cz),
  );
  const bound =
    doubt *
    (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) *
    (Math.abs(vx) + Math.abs(vy) + Math.abs(vz)) *
    reach;
  heights[first] = a;
  heights[first + 1] = b;
  heights[first + 2] = c;
  heights[first === 0 ? 7 : 6] = bound;
  return Math.min(a, b, c) > bound || Math.max(a, b, c) < -bound;
}

/** The side of vertex `i` seen from the plane of the triangle from `base` on: 1, −1 or 0, exactly; NaN for NaN. */
function side(base: number, i: number): number {
  const height = heights[i]!;
  const bound = heights[6 + base / 3]!;
  return height > bound ? 1 : height < -bound ? -1 : side3(points, base, base + 1, base + 2, i);
}

/** The vertex that two others on one strict side leave alone, else the only one on the positive, else on the negative side. */
function loneVertex(s0: number, s1: number, s2: number): number {
  if (s0 * s1 > 0) return 2;
  if (s0 * s2 > 0) return 1;
  if (s1 * s2 > 0) return 0;
  if (s0 > 0 || s1 > 0 || s2 > 0) return s0 > 0 ? 0 : s1 > 0 ? 1 : 2;
  return s0 < 0 ? 0 : s1 < 0 ? 1 : 2;
}

/** The side on which {@link loneVertex} counts as lying: opposite to a pair, else its own. */
function loneSide(s0: number, s1: number, s2: number): number {
  if (s0 * s1 > 0) return -s0;
  if (s0 * s2 > 0) return -s0;
  if (s1 * s2 > 0) return -s1;
  return s0 > 0 || s1 > 0 || s2 > 0 ? 1 : -1;
}

/** The triangles lie in one plane, or one of them is degenerate. */
function planar(): boolean {
  const degenerateA = isDegenerate(points, 0);
  const degenerateB = isDegenerate(points, 3);
  if (degenerateA !== degenerateB) {
    const solid = degenerateA ? 3 : 0;
    const thin = 3 - solid;
    const side = [0, 1, 2].map(i => side3(points, solid, solid + 1, solid + 2, thin + i));
    if (side.some(s => s !== 0)) return segmentMeetsTriangle(points, thin, solid);
  }
  return flatTrianglesMeet(points);
}
