/**
 * Separating axes as the search of a narrow phase. The cores of the sets decide how:
 *
 * | cores | axes |
 * | --- | --- |
 * | boxes and solid hulls | normals of faces, cross products of edges (`satHullHull`) |
 * | points and segments, against each other and boxes: balls, capsules, rounded boxes | those of small cores (`internal/core-pair.ts`) |
 *
 * For two hulls less than the margin apart, the nearest features may be corners, whose distance separating
 * axes do not give: GJK measures it. Cylinders, cones and ellipsoids have infinitely many axes; they are left
 * to GJK and EPA as well, as in engines with this test.
 */
import type { Convex } from '@colide/core';
import { HullShape, Posed } from '@colide/geometry';
import { CorePair } from '../internal/core-pair.ts';
import { innermostCore } from '../internal/innermost-core.ts';
import { satPoints } from '../internal/sat-points.ts';
import { satHullHull } from '../sat/sat-hull-hull.ts';
import { createSatResult } from '../sat/sat-result.ts';
import { gjkEpaSearch } from './gjk-epa-search.ts';
import type { PairQuery } from './pair-search.ts';

type PosedHull = Posed<HullShape>;

const axis = /* @__PURE__ */ createSatResult();
const cores = /* @__PURE__ */ new CorePair();
const corner = /* @__PURE__ */ new Float64Array(3);
/** Boxes as hulls, one per side of a pair. */
const boxHulls = /* @__PURE__ */ new WeakMap<Convex, readonly [PosedHull, PosedHull]>();

/** A `PairSearch` by separating axes. */
export function satSearch(query: PairQuery): boolean {
  const a = innermostCore(query.a);
  const b = innermostCore(query.b);
  const isSmall = sizeOf(a) > 0 && sizeOf(b) > 0 && sizeOf(a) + sizeOf(b) < 16;
  if (isSmall) return smallSearch(query, a, b);
  const hullA = asHull(a, 0);
  const hullB = asHull(b, 1);
  if (hullA === undefined || hullB === undefined) return gjkEpaSearch(query);
  const { result, margin, counters } = query;
  const rounding = marginOf(query.a) + marginOf(query.b);
  if (!satHullHull(axis, hullA, hullB)) {
    if (-axis.depth <= rounding + margin[0]) return gjkEpaSearch(query);
    counters.sat++;
    return false;
  }
  counters.sat++;
  satPoints(result, axis, hullA, hullB);
  result.distance = -result.depth - rounding;
  result.converged = true;
  growPoints(query, marginOf(query.a), marginOf(query.b));
  return true;
}

/** Points, segments and boxes with radii: those of the sets, plus half the margin each. */
function smallSearch(query: PairQuery, a: Posed, b: Posed): boolean {
  const { result, margin } = query;
  const half = 0.5 * margin[0];
  query.counters.sat++;
  cores.sat.countA = loadCore(cores.sat.pointsA, a);
  cores.sat.countB = loadCore(cores.sat.pointsB, b);
  cores.radii[0] = marginOf(query.a) + half;
  cores.radii[1] = marginOf(query.b) + half;
  if (!cores.solve(result)) return false;
  result.distance = margin[0] - result.depth;
  result.converged = true;
  growPoints(query, -half, -half);
  return true;
}

/** Moves the points outwards by the radii around the cores. */
function growPoints({ result }: PairQuery, byA: number, byB: number): void {
  for (let k = 0; k < 3; k++) {
    result.pointA[k] += byA * result.normal[k];
    result.pointB[k] -= byB * result.normal[k];
  }
}

/** The sum of the margins around the innermost core. */
function marginOf(posed: Posed): number {
  let sum = 0;
  for (let at = posed; at.core !== undefined; at = at.core) sum += at.margin;
  return sum;
}

/** Corners of a core that is a point, a segment or a box; 0 for others. */
function sizeOf({ shape }: Posed): number {
  switch (shape.kind) {
    case 'point':
      return 1;
    case 'segment':
      return 2;
    case 'box':
      return 8;
    default:
      return 0;
  }
}

/** Writes the corners of a small core; returns their number. */
function loadCore(out: Float64Array, core: Posed): number {
  const count = sizeOf(core);
  for (let i = 0; i < count; i++) {
    core.vertex!(corner, i);
    for (let k = 0; k < 3; k++) out[3 * i + k] = corner[k];
  }
  return count;
}

/** A core as a solid hull at its pose, if it is one. */
function asHull(core: Posed, side: 0 | 1): PosedHull | undefined {
  const { shape } = core;
  if (shape.kind === 'hull') return (shape as HullShape).dimension === 3 ? (core as PosedHull) : undefined;
  if (shape.kind !== 'box') return undefined;
  let pair = boxHulls.get(shape);
  if (pair === undefined) {
    const hull = HullShape.fromPoints(boxCorners(shape));
    pair = [new Posed(hull), new Posed(hull)];
    boxHulls.set(shape, pair);
  }
  const hull = pair[side];
  for (let k = 0; k < 12; k++) hull.pose[k] = core.pose[k];
  return hull.shape.dimension === 3 ? hull : undefined;
}

function boxCorners(box: Convex): Float64Array {
  const points = new Float64Array(24);
  for (let i = 0; i < 8; i++) points.set(box.vertex!(corner, i), 3 * i);
  return points;
}
