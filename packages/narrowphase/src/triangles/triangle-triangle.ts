/**
 * Whether two triangles in space intersect, exactly.
 *
 * The vertices of each triangle are classified by the plane of the other. If neither plane separates, both
 * triangles cut the line in which the planes intersect, and two more orientations say whether the cuts
 * overlap. Only signs of determinants are used: plain arithmetic with error bounds nearly always decides
 * (`internal/triangle-planes.ts`), and if a sign is in doubt, all of them are computed exactly, so the answer
 * is that of real arithmetic on the given numbers. Guigue & Devillers, "Fast and robust triangle–triangle
 * overlap test using orientation predicates", JGT 8(1), 2003.
 *
 * Triangles are closed: a shared vertex, edge or point counts. Coplanar triangles are compared in their
 * plane. A degenerate triangle is treated as the segment or point that it covers. Constant cost, least when a
 * plane separates; no allocation. Coordinates beyond 1e100 overflow; NaN meets nothing.
 */

import { boxesApart, projectTriangles, shadow, shareVertex } from './internal/flat-shadows.ts';
import { flatTrianglesMeet, isDegenerate, isFlat, segmentMeetsTriangle } from './internal/flat-triangles.ts';
import { sideOfPlane } from './internal/orientation.ts';
import { cutOrder, cutsOverlap, heightsSize, planeSides } from './internal/triangle-planes.ts';

/** Whether triangles `a` and `b`, nine numbers each (x, y, z of three vertices), overlap or touch. */
export function triangleTriangle(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const sides = planeSides(heights, a, b);
  if (sides === 0) return false;
  const verdict = sides > 0 ? cutsOverlap(a, b, cutOrder(sides)) : -1;
  return verdict < 0 ? exactly(a, b) : verdict > 0;
}

const heights = /* @__PURE__ */ new Float64Array(heightsSize);
/** The six vertices: 0 to 2 of A, 3 to 5 of B. */
const points = /* @__PURE__ */ new Float64Array(18);

/**
 * The same test with every sign exact. The cheapest tests come first: boxes, a shared vertex, and the shadows
 * of the triangles in the plane of two axes. They settle neighbours in a mesh and most coplanar pairs, for
 * which exact orientations are slowest.
 */
function exactly(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < 9; i++) {
    points[i] = a[i];
    points[i + 9] = b[i];
  }
  if (boxesApart(points)) return false;
  if (shareVertex(points)) return true;
  const shadows = projectTriangles(points);
  if (shadows === shadow.apart) return false;
  if (shadows === shadow.meet) return true;
  const b0 = sideOfPlane(points, 0, 1, 2, 3);
  const b1 = sideOfPlane(points, 0, 1, 2, 4);
  const b2 = sideOfPlane(points, 0, 1, 2, 5);
  if (b0 === b1 && b1 === b2) {
    if (b0 !== 0) return false;
    // In one plane, the shadows overlap if and only if the triangles do.
    if (shadows === shadow.overlap) return true;
  }
  const a0 = sideOfPlane(points, 3, 4, 5, 0);
  const a1 = sideOfPlane(points, 3, 4, 5, 1);
  const a2 = sideOfPlane(points, 3, 4, 5, 2);
  if (a0 === a1 && a1 === a2 && a0 !== 0) return false;
  if ((a0 === 0 && a1 === 0 && a2 === 0) || (b0 === 0 && b1 === 0 && b2 === 0)) return planar();
  // NaN fails every comparison, so it has no side.
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
  return sideOfPlane(points, p1, q1, p2 + 3, q2) <= 0 && sideOfPlane(points, p1, r1, r2, p2 + 3) <= 0;
}

/**
 * The vertex that two others strictly on one side leave alone; else the only one on the positive side, or on
 * the negative.
 */
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
    for (let i = thin; i < thin + 3; i++)
      if (sideOfPlane(points, solid, solid + 1, solid + 2, i) !== 0)
        return segmentMeetsTriangle(points, thin, solid);
  } else if (degenerateA && !isFlat(points)) return false;
  return flatTrianglesMeet(points);
}
