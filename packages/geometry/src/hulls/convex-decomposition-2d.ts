/**
 * A simple polygon cut into convex parts.
 *
 * Idea: triangulate by ear clipping, then remove every diagonal whose removal leaves a convex part (Hertel &
 * Mehlhorn), the longest first. With a concavity bound, parts may be joined as long as no corner is farther
 * than the bound from the edge of the part's hull in front of it; the hulls are the result. Decisions for
 * bound 0 are exact.
 *
 * Cost: O(n²) for most polygons. For bound 0, at most four times as many parts as necessary. Limits: the
 * polygon must not cross itself; with a bound above 0 the hulls overlap and extend beyond it by up to the
 * bound.
 *
 * S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", FCT 1983.
 */
import { requireFiniteArray, requireLength, requireMultiple, requireNonNegative } from '@colide/core';
import { clipEars, loopArea } from './internal/ear-clipping.ts';
import { orientationOf } from './internal/orientation-of.ts';
import { quickHull2d } from './quick-hull-2d.ts';

/** Convex polygons over the corners of the input. */
export interface ConvexParts2d {
  /** Offset of each part in {@link partVertices}; one number more than there are parts. */
  partOffsets: Uint32Array;
  /** Corners of all parts, counter-clockwise: indices of input points. */
  partVertices: Uint32Array;
  /**
   * The largest distance of a polygon corner from the edge of the hull, per part; 0 if the part itself is
   * convex.
   */
  concavities: Float64Array;
}

/**
 * Cuts the simple polygon `points` (`x, y` each, in either direction) into convex parts whose concavity is at
 * most `maxConcavity`. Throws if it crosses itself or has no area.
 */
export function convexDecomposition2d(points: ArrayLike<number>, maxConcavity = 0): ConvexParts2d {
  requireMultiple('points', points, 2);
  requireLength('points', points, 6);
  requireFiniteArray('points', points);
  requireNonNegative('maxConcavity', maxConcavity);
  const coords = new Float64Array(points);
  const outline = Array.from({ length: coords.length / 2 }, (_, i) => i);
  const area = loopArea(coords, outline);
  if (area < 0) outline.reverse();
  const triangles: number[] = [];
  const isDone = clipEars(triangles, coords, outline);
  let covered = 0;
  for (let t = 0; t < triangles.length; t += 3) covered += loopArea(coords, triangles.slice(t, t + 3));
  if (!isDone || !(covered > 0) || Math.abs(covered - Math.abs(area)) > 1e-9 * covered)
    throw new RangeError('points must be a simple polygon with area; it crosses itself or is flat');
  const parts = joinParts(coords, triangles, maxConcavity);
  const partOffsets = new Uint32Array(parts.length + 1);
  const partVertices: number[] = [];
  const concavities = new Float64Array(parts.length);
  parts.forEach((part, i) => {
    const hull = hullOf(coords, part);
    concavities[i] = concavityOf(coords, part, hull);
    partVertices.push(...hull);
    partOffsets[i + 1] = partVertices.length;
  });
  return { partOffsets, partVertices: Uint32Array.from(partVertices), concavities };
}

/** Removes diagonals, the longest first, wherever the joined part is allowed. */
function joinParts(coords: Float64Array, triangles: number[], maxConcavity: number): number[][] {
  const count = coords.length / 2;
  const parts: (number[] | undefined)[] = [];
  const partOf = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    const part = triangles.slice(t, t + 3);
    part.forEach((a, k) => {
      partOf.set(a * count + part[(k + 1) % 3], parts.length);
    });
    parts.push(part);
  }
  const diagonals: { a: number; b: number; length: number }[] = [];
  for (const key of partOf.keys()) {
    const a = Math.floor(key / count);
    const b = key % count;
    const length = (coords[2 * a] - coords[2 * b]) ** 2 + (coords[2 * a + 1] - coords[2 * b + 1]) ** 2;
    if (a < b && partOf.has(b * count + a)) diagonals.push({ a, b, length });
  }
  diagonals.sort((p, q) => q.length - p.length || p.a - q.a || p.b - q.b);
  for (const { a, b } of diagonals) {
    const left = partOf.get(a * count + b)!;
    const right = partOf.get(b * count + a)!;
    if (left === right) continue;
    const joined = joinLoops(parts[left]!, parts[right]!, a, b);
    const isAllowed =
      maxConcavity === 0
        ? isConvexAt(coords, joined, a) && isConvexAt(coords, joined, b)
        : concavityOf(coords, joined, hullOf(coords, joined)) <= maxConcavity;
    if (!isAllowed) continue;
    for (let k = 0; k < joined.length; k++)
      partOf.set(joined[k] * count + joined[(k + 1) % joined.length], left);
    parts[left] = joined;
    parts[right] = undefined;
  }
  return parts.filter(part => part !== undefined && hullOf(coords, part).length > 2) as number[][];
}

/** The union of two loops that share the edge a → b (in the first) and b → a (in the second). */
function joinLoops(first: number[], second: number[], a: number, b: number): number[] {
  const from = (loop: number[], start: number): number[] => {
    const at = loop.indexOf(start);
    return [...loop.slice(at), ...loop.slice(0, at)];
  };
  return [...from(first, b), ...from(second, a).slice(1, -1)];
}

function isConvexAt(coords: Float64Array, loop: number[], vertex: number): boolean {
  const n = loop.length;
  const i = loop.indexOf(vertex);
  return orientationOf(coords, loop[(i + n - 1) % n], vertex, loop[(i + 1) % n]) >= 0;
}

/** The corners of the loop that are on its hull, counter-clockwise. */
function hullOf(coords: Float64Array, loop: number[]): number[] {
  const flat = new Float64Array(2 * loop.length);
  loop.forEach((v, i) => {
    flat[2 * i] = coords[2 * v];
    flat[2 * i + 1] = coords[2 * v + 1];
  });
  return Array.from(quickHull2d(flat).vertexIds, i => loop[i]);
}

/** The largest distance of a corner of the loop from the hull edge in front of it. */
function concavityOf(coords: Float64Array, loop: number[], hull: number[]): number {
  let worst = 0;
  let edge = 0;
  const start = loop.indexOf(hull[0]);
  for (let k = 1; k < loop.length; k++) {
    const v = loop[(start + k) % loop.length];
    if (v === hull[edge + 1]) {
      edge++;
      continue;
    }
    worst = Math.max(worst, segmentDistance(coords, hull[edge], hull[(edge + 1) % hull.length], v));
  }
  return worst;
}

function segmentDistance(coords: Float64Array, a: number, b: number, p: number): number {
  const ux = coords[2 * b] - coords[2 * a];
  const uy = coords[2 * b + 1] - coords[2 * a + 1];
  const vx = coords[2 * p] - coords[2 * a];
  const vy = coords[2 * p + 1] - coords[2 * a + 1];
  const length2 = ux * ux + uy * uy;
  const t = length2 > 0 ? Math.min(1, Math.max(0, (ux * vx + uy * vy) / length2)) : 0;
  return Math.hypot(vx - t * ux, vy - t * uy);
}
