/**
 * Penetration depth of two convex sets in the plane whose cores overlap: EPA grows a polygon inside A ⊖ B
 * around the origin, splitting the edge nearest the origin at the support point along its normal until none
 * lies farther out.
 *
 * van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", GDC 2001. As in
 * three dimensions (`epa.ts`) the smallest upper bound seen is the answer, so depth and normal always
 * separate the sets. Polygons take about as many steps as they have edges near the contact. The nearest edge
 * is found by a scan, as the polygon stays small. No allocation.
 */
import { type GjkResult2d, type GjkSimplex2d, gjkSupport2d } from '../gjk/gjk-2d.ts';

const maxVertices = 128;
/** New points must leave the simplex by this part of its extent to count. */
const thickness = 1e-10;

/** The polygon that EPA grows; counter-clockwise, two numbers per vertex. */
export interface EpaPolygon2d {
  /** How many vertices there are. */
  count: number;
  /** The vertices, points of A ⊖ B. */
  readonly w: Float64Array;
  /** The points of A they come from. */
  readonly a: Float64Array;
  /** The points of B they come from. */
  readonly b: Float64Array;
  /** 1 for edges, from a vertex to the next, that cannot be improved. */
  readonly settled: Uint8Array;
}

/** The state of the expansion, and its answer. */
export interface EpaState2d {
  /** Length of the shortest translation that separates the sets; 0 when they do not overlap. */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the sets. */
  readonly normal: Float64Array;
  /** The point of A deepest inside B, or nearest B when they are disjoint. */
  readonly pointA: Float64Array;
  /** The point of B deepest inside A, or nearest A when they are disjoint. */
  readonly pointB: Float64Array;
  /** Support points EPA asked for. */
  steps: number;
  /** Whether the search ended with an answer to its tolerance. */
  converged: boolean;
  /** The search for overlap that the expansion goes on from. */
  readonly gjk: GjkResult2d;
  /** The expansion; its arrays show every step. */
  readonly polygon: EpaPolygon2d;
}

/** An empty polygon, to be reused. */
export function createEpaPolygon2d(): EpaPolygon2d {
  return {
    count: 0,
    w: new Float64Array(2 * maxVertices),
    a: new Float64Array(2 * maxVertices),
    b: new Float64Array(2 * maxVertices),
    settled: new Uint8Array(maxVertices),
  };
}

/** A direction for support mappings: a vector in the plane. */
const axis = /* @__PURE__ */ new Float64Array(2);
/** Directions in which a second point is sought: along the axes and against them, x and y each. */
const tries = /* @__PURE__ */ Float64Array.of(1, 0, -1, 0, 0, 1, 0, -1);

/** Makes a triangle of GJK's simplex. Returns false when A ⊖ B is flat; the depth is then zero. */
export function epaStart2d(out: EpaState2d): boolean {
  const { gjk, polygon, pointA, pointB } = out;
  const { simplex } = gjk;
  out.depth = Infinity;
  for (let k = 0; k < 2; k++) {
    pointA[k] = gjk.pointA[k];
    pointB[k] = gjk.pointB[k];
  }
  if (!completeSimplex(out)) {
    out.depth = 0;
    out.converged = true;
    return false;
  }
  const { w } = simplex;
  const area = (w[2] - w[0]) * (w[5] - w[1]) - (w[3] - w[1]) * (w[4] - w[0]);
  polygon.count = 0;
  for (let i = 0; i < 3; i++) insert(out, i, area > 0 ? i : 2 - i);
  simplex.count = 0;
  return true;
}

/**
 * Fills GJK's simplex up to three points that span an area. Returns false when there are none; `normal` is
 * then perpendicular to the set.
 */
function completeSimplex({ gjk, normal }: EpaState2d): boolean {
  const { simplex } = gjk;
  const { w } = simplex;
  for (let i = 0; i < 4 && simplex.count === 1; i++) {
    axis[0] = tries[2 * i];
    axis[1] = tries[2 * i + 1];
    gjkSupport2d(gjk, axis);
    if (spansLength(simplex)) simplex.count = 2;
  }
  normal[0] = 0;
  normal[1] = 1;
  if (simplex.count > 1) {
    const x = w[3] - w[1];
    const y = w[0] - w[2];
    const length = Math.sqrt(x * x + y * y);
    normal[0] = x / length;
    normal[1] = y / length;
  }
  for (let i = 0; i < 2 && simplex.count === 2; i++) {
    axis[0] = i === 0 ? normal[0] : -normal[0];
    axis[1] = i === 0 ? normal[1] : -normal[1];
    gjkSupport2d(gjk, axis);
    if (spansArea(simplex, normal)) simplex.count = 3;
  }
  return simplex.count === 3;
}

/** Whether the first two points are distinct. */
function spansLength({ w }: GjkSimplex2d): boolean {
  let extent = 0;
  for (let i = 0; i < 4; i++) extent = Math.max(extent, Math.abs(w[i]));
  return Math.abs(w[2] - w[0]) + Math.abs(w[3] - w[1]) > thickness * extent;
}

/** Whether the third point lies off the line of the first two, which has the unit normal `normal`. */
function spansArea({ w }: GjkSimplex2d, normal: Float64Array): boolean {
  let extent = 0;
  for (let i = 0; i < 6; i++) extent = Math.max(extent, Math.abs(w[i]));
  const height = normal[0] * (w[4] - w[0]) + normal[1] * (w[5] - w[1]);
  return Math.abs(height) > thickness * extent;
}

/** One expansion. Returns whether the search is over. */
export function epaStep2d(out: EpaState2d, tolerance = 1e-10): boolean {
  const { gjk, polygon } = out;
  const { w, settled, count } = polygon;
  let edge = -1;
  let bound = Infinity;
  let nx = 0;
  let ny = 0;
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    const x = w[2 * j + 1] - w[2 * i + 1];
    const y = w[2 * i] - w[2 * j];
    const length = Math.sqrt(x * x + y * y);
    const distance = (x * w[2 * i] + y * w[2 * i + 1]) / length;
    if (settled[i] === 1 || !(distance < bound)) continue;
    bound = distance;
    edge = i;
    nx = x / length;
    ny = y / length;
  }
  if (edge < 0 || bound >= out.depth) return (out.converged = out.depth < Infinity);
  axis[0] = -nx;
  axis[1] = -ny;
  gjk.simplex.count = 0;
  gjkSupport2d(gjk, axis);
  out.steps++;
  const x = gjk.simplex.w[0];
  const y = gjk.simplex.w[1];
  const height = nx * x + ny * y;
  if (height < out.depth) {
    out.depth = height;
    settle(out, edge);
  }
  if (height - bound <= tolerance * Math.max(height, 1e-4 * (Math.abs(x) + Math.abs(y)))) {
    // A line of an earlier edge may have had the same depth; the points to report are on this edge.
    settle(out, edge);
    return (out.converged = true);
  }
  settled[edge] = 1;
  for (let i = 0; i < count; i++) if (w[2 * i] === x && w[2 * i + 1] === y) return false;
  if (count === maxVertices) return !(out.converged = false);
  insert(out, edge + 1, 0);
  settled[edge] = settled[edge + 1] = 0;
  return false;
}

/** Makes an edge the answer; its inward normal is in `axis`. */
function settle(out: EpaState2d, edge: number): void {
  const { w, a, b, count } = out.polygon;
  const i = 2 * edge;
  const j = edge + 1 < count ? i + 2 : 0;
  const tx = w[j] - w[i];
  const ty = w[j + 1] - w[i + 1];
  const u = Math.min(1, Math.max(0, -(w[i] * tx + w[i + 1] * ty) / (tx * tx + ty * ty)));
  out.normal[0] = -axis[0];
  out.normal[1] = -axis[1];
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = (1 - u) * a[i + k] + u * a[j + k];
    out.pointB[k] = (1 - u) * b[i + k] + u * b[j + k];
  }
}

/** Inserts point `slot` of GJK's simplex as vertex `at`. */
function insert(out: EpaState2d, at: number, slot: number): void {
  const { w, a, b, settled, count } = out.polygon;
  const { simplex } = out.gjk;
  for (let i = 2 * count + 1; i >= 2 * at + 2; i--) {
    w[i] = w[i - 2];
    a[i] = a[i - 2];
    b[i] = b[i - 2];
  }
  for (let i = count; i > at; i--) settled[i] = settled[i - 1];
  for (let k = 0; k < 2; k++) {
    w[2 * at + k] = simplex.w[2 * slot + k];
    a[2 * at + k] = simplex.a[2 * slot + k];
    b[2 * at + k] = simplex.b[2 * slot + k];
  }
  settled[at] = 0;
  out.polygon.count++;
}
