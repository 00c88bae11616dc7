/**
 * Overlap of two convex polyhedra by separating axes, with depth, normal and the features that touch.
 *
 * The axes are the face normals of both (`internal/hull-faces.ts`) and the cross products of those edges that
 * make a face of A ⊖ B (`internal/hull-edges.ts`). Gregorius, "The separating axis test between convex
 * polyhedra", GDC 2013.
 *
 * Cost O(F + E_A' · E_B') for the edges that are not ruled out; no allocation once the scratch has grown.
 * With a cache, disjoint pairs that stay disjoint cost one axis. Hulls must be solid (`dimension` 3); flat
 * ones are for GJK. Touching counts, up to rounding. The depth is exact up to rounding, even along the cross
 * product of nearly parallel edges: both hulls are projected on a doubtful axis in full before it counts.
 */
import type { HullShape } from '@colide/geometry';
import { axisAt, gapAt } from '../internal/axis-layout.ts';
import { edgeSize } from '../internal/hull-layout.ts';
import { hullMatrix, hullOf, type SatHull } from '../internal/sat-frame.ts';
import { tryEdgePair, tryEdges } from './internal/hull-edges.ts';
import {
  noVertex,
  separated,
  tryFaceOfA,
  tryFaceOfB,
  tryFacesOfA,
  tryFacesOfB,
} from './internal/hull-faces.ts';
import { HullTrial, slackAt } from './internal/hull-trial.ts';
import { type SatCache, type SatResult, satAxis } from './sat-result.ts';

export type { SatHull } from '../internal/sat-frame.ts';

const trial = /* @__PURE__ */ new HullTrial();

/**
 * Whether hulls `a` and `b`, solid and perhaps posed by `Posed`, overlap or touch; fills `out`. `featureA`
 * and `featureB` are indices of faces or edges. Throws for flat hulls.
 *
 * @param cache memory of this pair: the axis that separated it last is tried first
 */
export function satHullHull(out: SatResult, a: SatHull, b: SatHull, cache?: SatCache): boolean {
  const shapeA = hullOf(a);
  const shapeB = hullOf(b);
  if (shapeA.dimension !== 3) throw new RangeError('a must be a solid hull (dimension 3)');
  if (shapeB.dimension !== 3) throw new RangeError('b must be a solid hull (dimension 3)');
  const { frame, best, center } = trial;
  frame.set(a, b);
  out.steps = 0;
  out.kind = satAxis.none;
  best[gapAt] = -Infinity;
  const t = frame.translation;
  const offset = Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]);
  best[slackAt] = 2 ** -46 * (shapeA.boundingRadius + shapeB.boundingRadius + offset);
  shapeA.centerOfMass(center);
  const apart =
    (cache !== undefined && tryCached(out, shapeA, shapeB, cache)) ||
    tryFacesOfA(trial, out, shapeA, shapeB) ||
    tryFacesOfB(trial, out, shapeA, shapeB) ||
    tryEdges(trial, out, shapeA, shapeB);
  if (cache !== undefined) {
    cache.kind = out.kind;
    cache.featureA = out.featureA;
    cache.featureB = out.featureB;
  }
  finish(out, hullMatrix(a), !apart);
  return !apart;
}

/** Tries only the remembered axis. Returns whether it separates; otherwise nothing of it is kept. */
function tryCached(out: SatResult, a: HullShape, b: HullShape, cache: SatCache): boolean {
  const { kind, featureA, featureB } = cache;
  let apart = false;
  if (kind === satAxis.faceA && featureA < a.faceCount)
    apart = tryFaceOfA(trial, out, a, b, featureA, noVertex) === separated;
  else if (kind === satAxis.faceB && featureB < b.faceCount)
    apart = tryFaceOfB(trial, out, a, b, featureB, noVertex) === separated;
  else if (
    kind === satAxis.edges &&
    edgeSize * featureA < a.edges.length &&
    edgeSize * featureB < b.edges.length
  )
    apart = tryEdgePair(trial, out, a, b, featureA, featureB);
  if (!apart) {
    trial.best[gapAt] = -Infinity;
    out.kind = satAxis.none;
  }
  return apart;
}

/** Turns the best axis into depth and normal in world space. */
function finish(out: SatResult, m: Float64Array, overlap: boolean): void {
  const { best } = trial;
  const x = best[axisAt];
  const y = best[axisAt + 1];
  const z = best[axisAt + 2];
  out.depth = overlap ? Math.max(0, -best[gapAt]) : -best[gapAt];
  out.normal[0] = m[0] * x + m[3] * y + m[6] * z;
  out.normal[1] = m[1] * x + m[4] * y + m[7] * z;
  out.normal[2] = m[2] * x + m[5] * y + m[8] * z;
}
