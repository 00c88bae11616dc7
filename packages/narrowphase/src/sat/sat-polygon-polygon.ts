/**
 * Overlap of two convex polygons by separating axes, with the minimum translation vector.
 *
 * Two convex polygons are disjoint exactly when the normal of some edge separates them. Along the outward
 * normal of an edge of A, A ends at that edge, so only B has to be projected: its lowest vertex gives the
 * gap. The axis with the largest gap, that is with the least overlap, is the direction of the shortest
 * translation. Gottschalk, Lin & Manocha 1996; Eberly, "Intersection of convex objects: the method of
 * separating axes", 2001.
 *
 * O(n · m), and no allocation for polygons of up to 64 vertices together (larger ones grow the scratch once).
 * The test ends at the first axis that separates. Touching counts as overlap. A polygon of two vertices is a
 * segment, of one a point. Also as start and step, one axis per step.
 */
import { grown, refuse } from '@colide/core';
import type { BoxShape2d, PolygonShape2d, Posed2d } from '@colide/geometry';
import { satAxis } from './sat-result.ts';

/**
 * A convex polygon: vertices x, y counter-clockwise, a `PolygonShape2d` or `BoxShape2d`, or such a shape
 * posed by `Posed2d`.
 */
export type SatPolygon2d =
  | ArrayLike<number>
  | PolygonShape2d
  | BoxShape2d
  | Posed2d<PolygonShape2d>
  | Posed2d<BoxShape2d>;

/**
 * The axis of least overlap of two polygons, or the axis that separates them, and the state of the search.
 */
export interface SatResult2d {
  /**
   * Length of the shortest translation that separates; negative, minus the gap along the axis, when disjoint.
   */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the polygons. */
  readonly normal: Float64Array;
  /** `satAxis.faceA` or `satAxis.faceB`: the polygon whose edge has the axis as its normal. */
  kind: number;
  /** Index of that edge: from this vertex to the next. */
  edge: number;
  /** The number of axes tried; −1 for two points, which need none. */
  steps: number;
  /** The axis tried last and the gap along it (x, y, gap), for step-by-step use. */
  readonly tried: Float64Array;
  /** Vertices of A, then of B, two numbers each, in world space. */
  points: Float64Array;
  countA: number;
  countB: number;
}

/** Offset of the gap in {@link SatResult2d.tried}. */
const gapAt = 2;

/** The corners of a box, counter-clockwise. */
const boxVertices = /* @__PURE__ */ new Float64Array(8);

/** An empty result, to be reused. */
export function createSatResult2d(): SatResult2d {
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
export function satPolygonPolygon2d(out: SatResult2d, a: SatPolygon2d, b: SatPolygon2d): boolean {
  satPolygonStart2d(out, a, b);
  if (out.steps < 0) return out.depth >= 0;
  return !tryAxes(out, true, 0, axisCount(out.countA)) && !tryAxes(out, false, 0, axisCount(out.countB));
}

/** Prepares `out` for the test of `a` and `b`. */
export function satPolygonStart2d(out: SatResult2d, a: SatPolygon2d, b: SatPolygon2d): void {
  out.countA = load(out, 0, 'a', a);
  out.countB = load(out, 2 * out.countA, 'b', b);
  out.depth = Infinity;
  out.kind = satAxis.none;
  out.edge = -1;
  out.steps = 0;
  if (out.countA === 1 && out.countB === 1) comparePoints(out);
}

/** Tries one axis. Returns whether the test is over: an axis separates, or all have been tried. */
export function satPolygonStep2d(out: SatResult2d): boolean {
  const axesA = axisCount(out.countA);
  const all = axesA + axisCount(out.countB);
  const step = out.steps;
  if (step < 0 || step >= all) return true;
  const ofA = step < axesA;
  const axis = ofA ? step : step - axesA;
  return tryAxes(out, ofA, axis, axis + 1) || out.steps === all;
}

/**
 * A polygon has one axis per edge; a segment has two perpendicular to it and two along it, for its sides and
 * ends; a point has none.
 */
function axisCount(vertices: number): number {
  return vertices < 3 ? 4 * (vertices - 1) : vertices;
}

/** Tries the axes of A or of B from index `from` to before `to`. Returns whether one of them separates. */
function tryAxes(out: SatResult2d, ofA: boolean, from: number, to: number): boolean {
  const { points, countA, countB, tried, normal } = out;
  const base = ofA ? 0 : 2 * countA;
  const count = ofA ? countA : countB;
  const other = ofA ? 2 * countA : 0;
  const otherEnd = other + 2 * (ofA ? countB : countA);
  const sign = ofA ? 1 : -1;
  let best = out.depth;
  for (let axis = from; axis < to; axis++) {
    const edge = count === 2 ? axis & 1 : axis;
    const i = base + 2 * edge;
    const j = base + 2 * (edge + 1 === count ? 0 : edge + 1);
    const x = points[i];
    const y = points[i + 1];
    const ex = points[j] - x;
    const ey = points[j + 1] - y;
    const across = axis < 2 || count > 2;
    const nx = across ? ey : -ex;
    const ny = across ? -ex : -ey;
    out.steps++;
    const length = Math.sqrt(nx * nx + ny * ny);
    if (length === 0) continue;
    let lowest = Infinity;
    for (let k = other; k < otherEnd; k += 2) {
      const along = (points[k] - x) * nx + (points[k + 1] - y) * ny;
      if (!(along >= lowest)) lowest = along;
    }
    const gap = lowest / length;
    const scale = sign / length;
    tried[0] = scale * nx;
    tried[1] = scale * ny;
    tried[gapAt] = gap;
    if (-gap >= best) continue;
    best = 0 - gap;
    normal[0] = scale * nx;
    normal[1] = scale * ny;
    out.kind = ofA ? satAxis.faceA : satAxis.faceB;
    out.edge = edge;
    if (!(gap <= 0)) break;
  }
  out.depth = best;
  return !(best >= 0);
}

/** Two points overlap only if they coincide; there is no axis to try. */
function comparePoints(out: SatResult2d): void {
  const x = out.points[2] - out.points[0];
  const y = out.points[3] - out.points[1];
  const length = Math.sqrt(x * x + y * y);
  out.depth = length === 0 ? 0 : -length;
  out.normal[0] = length > 0 ? x / length : 1;
  out.normal[1] = length > 0 ? y / length : 0;
  out.steps = -1;
}

/** Writes the vertices of a polygon, in world space, to `points[at..]`. Returns their number. */
function load(out: SatResult2d, at: number, name: string, polygon: SatPolygon2d): number {
  const posed = polygon as Posed2d<PolygonShape2d>;
  const shape = posed.shape ?? polygon;
  const vertices = verticesOf(shape) ?? (polygon as ArrayLike<number>);
  const { length } = vertices;
  if (length === undefined) refuse(name, 'be a polygon', polygon);
  if (at + length > out.points.length) out.points = grown(out.points, 2 * (at + length));
  const { points } = out;
  if (posed.shape === undefined) {
    for (let i = 0; i < length; i++) points[at + i] = vertices[i];
  } else {
    const c = posed.rotation[0];
    const s = posed.rotation[1];
    const px = posed.position[0];
    const py = posed.position[1];
    for (let i = 0; i < length; i += 2) {
      const x = vertices[i];
      const y = vertices[i + 1];
      points[at + i] = c * x - s * y + px;
      points[at + i + 1] = s * x + c * y + py;
    }
  }
  return length >> 1;
}

/** The vertices of a polygon or of a box, which has none of its own. */
function verticesOf(shape: PolygonShape2d | BoxShape2d): ArrayLike<number> | undefined {
  if (shape.kind !== 'box') return shape.vertices;
  const { halfX, halfY } = shape;
  for (let i = 0; i < 4; i++) {
    boxVertices[2 * i] = i === 0 || i === 3 ? -halfX : halfX;
    boxVertices[2 * i + 1] = i < 2 ? -halfY : halfY;
  }
  return boxVertices;
}
