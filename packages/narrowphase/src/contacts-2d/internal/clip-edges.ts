/**
 * The points of a manifold: the two nearest vertices, or an edge of one polygon clipped to an edge of the
 * other.
 */
import { plainDoubles } from '@colide/core';
import type { ContactManifold2d } from '../contact-manifold-2d.ts';
import type { PosedShape2d } from '../posed-shape-2d.ts';
import { idStride } from './contact-ids.ts';

/**
 * The gap between the vertices of {@link vertexContact}: in an array, since V8 would box an argument.
 */
const vertexGap = /* @__PURE__ */ plainDoubles(1);

/** Two points of the core of the incident shape: x, y, gap along the normal. */
const clipped = /* @__PURE__ */ plainDoubles(6);
/** Their parameters along the incident edge. */
const shares = /* @__PURE__ */ plainDoubles(2);

/** By how much an edge may end beside another one by rounding, as a share of the length of that. */
const rounding = 1e-12;

/** Number of the incident edge of `shape` at `vertex`: of its two edges, the one that faces `normal` most. */
export function incidentEdge(shape: PosedShape2d, vertex: number, normal: readonly number[]): number {
  const { normals, count } = shape;
  const nx = normal[0];
  const ny = normal[1];
  if (count < 2) return 0;
  const before = vertex === 0 ? count - 1 : vertex - 1;
  const ofBefore = nx * normals[2 * before] + ny * normals[2 * before + 1];
  const ofVertex = nx * normals[2 * vertex] + ny * normals[2 * vertex + 1];
  return ofBefore < ofVertex ? before : vertex;
}

/**
 * Number of the end of edge `edge` of `face` that together with `vertex` of `other` is the nearest pair of
 * points; −1 where a point of the edge is nearer, or the nearest point of the other polygon is on its edge.
 */
export function nearestEnd(face: PosedShape2d, edge: number, other: PosedShape2d, vertex: number): number {
  const p = face.points;
  const q = other.points;
  const next = edge + 1 === face.count ? 0 : edge + 1;
  const x = q[2 * vertex];
  const y = q[2 * vertex + 1];
  const tx = p[2 * next] - p[2 * edge];
  const ty = p[2 * next + 1] - p[2 * edge + 1];
  let end = -1;
  if ((x - p[2 * edge]) * tx + (y - p[2 * edge + 1]) * ty < 0) end = edge;
  else if ((x - p[2 * next]) * tx + (y - p[2 * next + 1]) * ty > 0) end = next;
  if (end < 0 || other.count < 2) return end;
  // Both edges of the vertex must lead away from the end.
  const dx = p[2 * end] - x;
  const dy = p[2 * end + 1] - y;
  const after = vertex + 1 === other.count ? 0 : vertex + 1;
  const before = vertex === 0 ? other.count - 1 : vertex - 1;
  const leadsThere =
    dx * (q[2 * after] - x) + dy * (q[2 * after + 1] - y) > 0 ||
    dx * (q[2 * before] - x) + dy * (q[2 * before + 1] - y) > 0;
  return leadsThere ? -1 : end;
}

/**
 * Appends a point to `out`: `at` on the core of the incident shape, with its gap. A is the shape with the
 * face.
 */
function addPoint(out: ContactManifold2d, at: number, vertexA: number, vertexB: number): void {
  const { count, normal, pointsA, pointsB, radii } = out;
  const x = clipped[at];
  const y = clipped[at + 1];
  const gap = clipped[at + 2];
  const reach = gap - radii[0];
  pointsA[2 * count] = x - normal[0] * reach;
  pointsA[2 * count + 1] = y - normal[1] * reach;
  pointsB[2 * count] = x - normal[0] * radii[1];
  pointsB[2 * count + 1] = y - normal[1] * radii[1];
  out.depths[count] = radii[0] + radii[1] - gap;
  out.ids[count] = vertexA * idStride + vertexB;
  out.count = count + 1;
}

/** Sets the gap that {@link vertexContact} reads. */
export function setVertexGap(gap: number): void {
  vertexGap[0] = gap;
}

/**
 * Writes the point between vertex `i` of A and vertex `j` of `b`, whose gap along the normal of `out` {@link
 * setVertexGap} has set; returns the count.
 */
export function vertexContact(out: ContactManifold2d, i: number, b: PosedShape2d, j: number): number {
  clipped[0] = b.points[2 * j];
  clipped[1] = b.points[2 * j + 1];
  clipped[2] = vertexGap[0];
  out.count = 0;
  addPoint(out, 0, i, j);
  return 1;
}

/**
 * Clips edge `other` of `b` to edge `edge` of `a`, whose normal is that of `out`, and writes the points that
 * are within `margin`; returns their number. If one edge ends before the other begins, it returns −1 and
 * writes the vertices that are nearest to `edges`.
 *
 * @param edges edge of `a`, edge of `b`
 */
export function clipEdges(
  out: ContactManifold2d,
  a: PosedShape2d,
  b: PosedShape2d,
  edges: Int32Array,
  margin: number,
): number {
  const { normal } = out;
  const p = a.points;
  const q = b.points;
  const a1 = edges[0];
  const a2 = a1 + 1 === a.count ? 0 : a1 + 1;
  // The edge of B runs the other way round: its end is near the beginning of A's edge.
  const b2 = edges[1];
  const b1 = b2 + 1 === b.count ? 0 : b2 + 1;
  const x = p[2 * a1];
  const y = p[2 * a1 + 1];
  const tx = -normal[1];
  const ty = normal[0];
  const length = (p[2 * a2] - x) * tx + (p[2 * a2 + 1] - y) * ty;
  const from = (q[2 * b1] - x) * tx + (q[2 * b1 + 1] - y) * ty;
  const to = (q[2 * b2] - x) * tx + (q[2 * b2 + 1] - y) * ty;
  out.count = 0;
  if (from > length || to < 0) {
    edges[0] = from > length ? a2 : a1;
    edges[1] = from > length ? b1 : b2;
    return -1;
  }
  const span = to - from;
  // An edge that is seen from its end, as short as rounding, is not cut in two.
  const slack = rounding * length;
  shares[0] = from < -slack && span > 0 ? -from / span : 0;
  shares[1] = to > length + slack && span > 0 ? (length - from) / span : 1;
  for (let k = 0; k < 2; k++) {
    const px = q[2 * b1] + shares[k] * (q[2 * b2] - q[2 * b1]);
    const py = q[2 * b1 + 1] + shares[k] * (q[2 * b2 + 1] - q[2 * b1 + 1]);
    clipped[3 * k] = px;
    clipped[3 * k + 1] = py;
    clipped[3 * k + 2] = normal[0] * (px - x) + normal[1] * (py - y);
  }
  const most = out.radii[0] + out.radii[1] + margin;
  if (clipped[2] <= most) addPoint(out, 0, a1, b1);
  // One vertex, or an edge along the normal: a single point.
  if (clipped[5] <= most && (clipped[0] !== clipped[3] || clipped[1] !== clipped[4]))
    addPoint(out, 3, a2, b2);
  return out.count;
}
