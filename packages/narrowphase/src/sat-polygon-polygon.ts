/**
 * Overlap of two convex polygons by separating axes, with the minimum translation vector.
 *
 * Two convex polygons are disjoint exactly when the normal of some edge separates them. Along the outward normal of an edge
 * of A, A ends at that edge, so only B has to be projected: its lowest vertex tells the gap. The axis with the largest gap,
 * that is with the least overlap, is the direction of the shortest translation. Gottschalk, Lin & Manocha 1996; Eberly,
 * "Intersection of convex objects: the method of separating axes", 2001.
 *
 * O(n · m) and no allocation for polygons of up to 64 vertices (larger ones grow the scratch once). The test leaves at
 * the first axis that separates. Touching counts as overlap. A polygon of two vertices is a segment, of one a point. As
 * start, step and loop, one axis a step.
 */

import type { PolygonShape } from '@colide/geometry/polygon-shape-2';
import type { Posed2 } from '@colide/geometry/posed-2';
import { satAxis } from './sat-result.ts';

/** A convex polygon: vertices x, y counter-clockwise, a `PolygonShape`, or such a shape placed by `Posed2`. */
export type SatPolygon = ArrayLike<number> | PolygonShape | Posed2<PolygonShape>;

/** The axis of least overlap of two polygons, or the axis that separates them, and the state of the search. */
export interface SatResult2 {
  /** Length of the shortest translation that separates; negative, minus the gap along the axis, when disjoint. */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the polygons. */
  readonly normal: Float64Array;
  /** `satAxis.faceA` or `satAxis.faceB`: whose edge the axis is a normal of. */
  kind: number;
  /** Number of that edge: from this vertex to the next. */
  edge: number;
  /** How many axes were tried. */
  steps: number;
  /** The axis tried last and the gap along it (x, y, gap), for those who watch. */
  readonly tried: Float64Array;
  /** Vertices of A, then of B, x and y, in the world. */
  points: Float64Array;
  countA: number;
  countB: number;
}

/** An empty result, to be filled again and again. */
export function createSatResult2(): SatResult2 {
  return {
    depth: 0,
    normal: new Float64Array(2),
    kind: 0,
    edge: -1,
    steps: 0,
    tried: new Float64Array(3),
    points: new Float64Array(128),
    countA: 0,
    countB: 0,
  };
}

/** Whether polygons `a` and `b` overlap or touch; fills `out`. NaN overlaps nothing. */
export function satPolygonPolygon(out: SatResult2, a: SatPolygon, b: SatPolygon): boolean {
  satPolygonStart(out, a, b);
  while (!satPolygonStep(out));
  return out.depth >= 0;
}

/** Sets `out` up for the test of `a` and `b`. */
export function satPolygonStart(out: SatResult2, a: SatPolygon, b: SatPolygon): void {
  out.countA = load(out, 0, a);
  out.countB = load(out, 2 * out.countA, b);
  out.depth = Infinity;
  out.kind = satAxis.none;
  out.edge = -1;
  out.steps = 0;
  if (out.countA === 1 && out.countB === 1) comparePoints(out);
}

/** Tries one axis. Returns whether the test is over: an axis separates, or all have been tried. */
export function satPolygonStep(out: SatResult2): boolean {
  const { points, countA, countB, tried } = out;
  const axesA = countA < 3 ? 4 * (countA - 1) : countA;
  const axesB = countB < 3 ? 4 * (countB - 1) : countB;
  const step = out.steps;
  if (step >= axesA + axesB || out.depth < 0) return true;
  out.steps = step + 1;
  const ofA = step < axesA;
  const axis = ofA ? step : step - axesA;
  const base = ofA ? 0 : 2 * countA;
  const count = ofA ? countA : countB;
  const other = ofA ? 2 * countA : 0;
  const otherEnd = other + 2 * (ofA ? countB : countA);
  // A segment has two sides and two ends; the axis across an end runs along it.
  const edge = count === 2 ? axis & 1 : axis;
  const i = base + 2 * edge;
  const j = base + 2 * (edge + 1 === count ? 0 : edge + 1);
  const x = points[i]!;
  const y = points[i + 1]!;
  const ex = points[j]! - x;
  const ey = points[j + 1]! - y;
  const across = axis < 2 || count > 2;
  let nx = across ? ey : -ex;
  let ny = across ? -ex : -ey;
  const length = Math.sqrt(nx * nx + ny * ny);
  if (length === 0) return out.steps === axesA + axesB;
  nx /= length;
  ny /= length;
  let gap = Infinity;
  for (let k = other; k < otherEnd; k += 2) {
    const along = (points[k]! - x) * nx + (points[k + 1]! - y) * ny;
    if (!(along >= gap)) gap = along;
  }
  const sign = ofA ? 1 : -1;
  tried[0] = sign * nx;
  tried[1] = sign * ny;
  tried[2] = gap;
  if (!(-gap >= out.depth)) {
    out.depth = 0 - gap;
    out.normal[0] = sign * nx;
    out.normal[1] = sign * ny;
    out.kind = ofA ? satAxis.faceA : satAxis.faceB;
    out.edge = edge;
  }
  return out.steps === axesA + axesB || !(gap <= 0);
}

/** Two points overlap only where they coincide. */
function comparePoints(out: SatResult2): void {
  const x = out.points[2]! - out.points[0]!;
  const y = out.points[3]! - out.points[1]!;
  const length = Math.sqrt(x * x + y * y);
  out.depth = length === 0 ? 0 : -length;
  out.normal[0] = length > 0 ? x / length : 1;
  out.normal[1] = length > 0 ? y / length : 0;
}

/** Copies the vertices of a polygon behind position `at`, in the world. Returns how many there are. */
function load(out: SatResult2, at: number, polygon: SatPolygon): number {
  const posed = polygon as Posed2<PolygonShape>;
  const shape = posed.shape ?? (polygon as PolygonShape);
  const vertices = shape.vertices ?? (polygon as ArrayLike<number>);
  const { length } = vertices;
  if (at + length > out.points.length) {
    const larger = new Float64Array(2 * (at + length));
    larger.set(out.points);
    out.points = larger;
  }
  const { points } = out;
  if (posed.shape === undefined) {
    for (let i = 0; i < length; i++) points[at + i] = vertices[i]!;
  } else {
    const c = posed.rotation[0]!;
    const s = posed.rotation[1]!;
    const px = posed.position[0]!;
    const py = posed.position[1]!;
    for (let i = 0; i < length; i += 2) {
      const x = vertices[i]!;
      const y = vertices[i + 1]!;
      points[at + i] = c * x - s * y + px;
      points[at + i + 1] = s * x + c * y + py;
    }
  }
  return length >> 1;
}
