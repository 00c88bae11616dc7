/**
 * Overlap of two convex polyhedra by separating axes, with depth, normal and the features that touch.
 *
 * The axes are the face normals of both and the cross products of their edges, but of the |E_A| · |E_B| pairs of edges only
 * those matter that make a face of A ⊖ B: the arcs of the two edges must cross on the Gauss map (`gauss-map.ts` in
 * @colide/geometry). The arcs' ends are face normals and their great circles lie across the edges, so the test is
 * four signs of edge against normal. The products of one edge of A with all normals of B are made once, and most
 * pairs fall after two comparisons. Gregorius, "The separating axis test between convex polyhedra", GDC 2013.
 *
 * Before that, most edges fall alone. Along any axis between the normals of its two faces, an edge of A has the ball inside
 * B at least as deep below it as the lesser of the depths below the two faces. If that is deeper than the best axis so
 * far, no edge of B can make a better one with it; and the same the other way round.
 *
 * Cost O(F + E_A' · E_B') with the edges that are left, no allocation once the scratch has grown. A cache makes disjoint pairs that stay
 * disjoint cost one axis. Hulls must be solid (`dimension` 3); flat ones are for GJK. Touching counts, up to rounding. The depth
 * is exact to rounding, also across edges that are nearly parallel: a doubtful axis is projected in full before it counts.
 */
import type { HullShape } from '@colide/geometry';
import { hullMatrix, hullOf, SatFrame, type SatHull } from '../internal/sat-frame.ts';
import { type SatCache, type SatResult, satAxis } from './sat-result.ts';

export type { SatHull } from '../internal/sat-frame.ts';

const frame = /* @__PURE__ */ new SatFrame();
const direction = /* @__PURE__ */ new Float64Array(3);
const center = /* @__PURE__ */ new Float64Array(3);
/** The best gap so far, its axis in A's frame, and the slack within which shapes touch. */
const best = /* @__PURE__ */ new Float64Array(5);

/** Hulls with at most this many vertices are projected vertex by vertex; larger ones are climbed. */
const scanLimit = 16;

/**
 * Whether hulls `a` and `b`, solid and perhaps placed by `Posed`, overlap or touch; fills `out`. `featureA` and `featureB` are
 * numbers of faces or edges. Throws for flat hulls.
 *
 * @param cache memory of this pair: the axis that separated it last is tried first
 */
export function satHullHull(out: SatResult, a: SatHull, b: SatHull, cache?: SatCache): boolean {
  const shapeA = hullOf(a);
  const shapeB = hullOf(b);
  if (shapeA.dimension !== 3) throw new RangeError('a must be a solid hull (dimension 3)');
  if (shapeB.dimension !== 3) throw new RangeError('b must be a solid hull (dimension 3)');
  frame.set(a, b);
  out.steps = 0;
  out.kind = satAxis.none;
  best[0] = -Infinity;
  const t = frame.translation;
  const offset = Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]);
  best[4] = 2 ** -46 * (shapeA.boundingRadius + shapeB.boundingRadius + offset);
  shapeA.centerOfMass(center);
  const apart =
    (cache !== undefined && tryCached(out, shapeA, shapeB, cache)) ||
    (shapeB.vertexCount <= scanLimit
      ? scanFacesOfA(out, shapeA, shapeB)
      : tryFacesOfA(out, shapeA, shapeB)) ||
    (shapeA.vertexCount <= scanLimit
      ? scanFacesOfB(out, shapeA, shapeB)
      : tryFacesOfB(out, shapeA, shapeB)) ||
    tryEdges(out, shapeA, shapeB);
  if (cache !== undefined) {
    cache.kind = out.kind;
    cache.featureA = out.featureA;
    cache.featureB = out.featureB;
  }
  finish(out, hullMatrix(a), !apart);
  return !apart;
}

/** Turns the best axis into depth and normal of the world. */
function finish(out: SatResult, m: Float64Array, overlap: boolean): void {
  const x = best[1];
  const y = best[2];
  const z = best[3];
  out.depth = overlap ? Math.max(0, -best[0]) : -best[0];
  out.normal[0] = m[0] * x + m[3] * y + m[6] * z;
  out.normal[1] = m[1] * x + m[4] * y + m[7] * z;
  out.normal[2] = m[2] * x + m[5] * y + m[8] * z;
}

/** Tries the remembered axis alone. Returns whether it separates; otherwise nothing is kept of it. */
function tryCached(out: SatResult, a: HullShape, b: HullShape, cache: SatCache): boolean {
  let apart = false;
  if (cache.kind === satAxis.faceA && cache.featureA < a.faceCount)
    apart = tryFaceOfA(out, a, b, cache.featureA, -1) < -1;
  else if (cache.kind === satAxis.faceB && cache.featureB < b.faceCount)
    apart = tryFaceOfB(out, a, b, cache.featureB, -1) < -1;
  else if (
    cache.kind === satAxis.edges &&
    4 * cache.featureA < a.edges.length &&
    4 * cache.featureB < b.edges.length
  ) {
    edgeAt(0, a.edges, a.vertices, cache.featureA);
    edgeAt(3, b.edges, frame.vertices, cache.featureB);
    crossEdges();
    // The edges may no longer make a face of A ⊖ B, but a full projection is a fair test of any axis.
    apart = projectInFull(out, a, b, cache.featureA, cache.featureB);
  }
  if (!apart) {
    best[0] = -Infinity;
    out.kind = satAxis.none;
  }
  return apart;
}

function tryFacesOfA(out: SatResult, a: HullShape, b: HullShape): boolean {
  let vertex = -1;
  for (let face = 0; face < a.faceCount; face++) {
    vertex = tryFaceOfA(out, a, b, face, vertex);
    if (vertex < -1) return true;
  }
  return false;
}

function tryFacesOfB(out: SatResult, a: HullShape, b: HullShape): boolean {
  let vertex = -1;
  for (let face = 0; face < b.faceCount; face++) {
    vertex = tryFaceOfB(out, a, b, face, vertex);
    if (vertex < -1) return true;
  }
  return false;
}

/** As {@link tryFacesOfA} for a small B: all its vertices are projected on every normal. */
function scanFacesOfA(out: SatResult, a: HullShape, b: HullShape): boolean {
  const { planes } = a;
  const v = frame.vertices;
  const end = b.vertices.length;
  const limit = best[4];
  let most = best[0];
  for (let at = 0; at < planes.length; at += 4) {
    const x = planes[at];
    const y = planes[at + 1];
    const z = planes[at + 2];
    let gap = Infinity;
    for (let i = 0; i < end; i += 3) {
      const along = x * v[i] + y * v[i + 1] + z * v[i + 2];
      if (along < gap) gap = along;
    }
    gap -= planes[at + 3];
    out.steps++;
    if (!(gap > most)) continue;
    most = gap;
    best[0] = gap;
    best[1] = x;
    best[2] = y;
    best[3] = z;
    out.kind = satAxis.faceA;
    out.featureA = at >> 2;
    out.featureB = -1;
    if (gap > limit) return true;
  }
  return false;
}

/** As {@link tryFacesOfB} for a small A. */
function scanFacesOfB(out: SatResult, a: HullShape, b: HullShape): boolean {
  const { planes } = b;
  const v = a.vertices;
  const end = v.length;
  const m = frame.rotation;
  const t = frame.translation;
  const limit = best[4];
  let most = best[0];
  for (let at = 0; at < planes.length; at += 4) {
    const nx = planes[at];
    const ny = planes[at + 1];
    const nz = planes[at + 2];
    const x = m[0] * nx + m[3] * ny + m[6] * nz;
    const y = m[1] * nx + m[4] * ny + m[7] * nz;
    const z = m[2] * nx + m[5] * ny + m[8] * nz;
    let gap = Infinity;
    for (let i = 0; i < end; i += 3) {
      const along = x * v[i] + y * v[i + 1] + z * v[i + 2];
      if (along < gap) gap = along;
    }
    gap -= x * t[0] + y * t[1] + z * t[2] + planes[at + 3];
    out.steps++;
    if (!(gap > most)) continue;
    most = gap;
    best[0] = gap;
    best[1] = -x;
    best[2] = -y;
    best[3] = -z;
    out.kind = satAxis.faceB;
    out.featureA = -1;
    out.featureB = at >> 2;
    if (gap > limit) return true;
  }
  return false;
}

/** Projects B on the normal of a face of A. Returns B's support vertex, to climb from next, or −2 when the axis separates. */
function tryFaceOfA(out: SatResult, a: HullShape, b: HullShape, face: number, start: number): number {
  const { planes } = a;
  const x = planes[4 * face];
  const y = planes[4 * face + 1];
  const z = planes[4 * face + 2];
  const m = frame.rotation;
  direction[0] = -(m[0] * x + m[1] * y + m[2] * z);
  direction[1] = -(m[3] * x + m[4] * y + m[5] * z);
  direction[2] = -(m[6] * x + m[7] * y + m[8] * z);
  const vertex = b.supportVertex(direction, start);
  const v = frame.vertices;
  const gap = x * v[3 * vertex] + y * v[3 * vertex + 1] + z * v[3 * vertex + 2] - planes[4 * face + 3];
  out.steps++;
  if (gap > best[0]) {
    best[0] = gap;
    best[1] = x;
    best[2] = y;
    best[3] = z;
    out.kind = satAxis.faceA;
    out.featureA = face;
    out.featureB = -1;
  }
  return gap > best[4] ? -2 : vertex;
}

/** As {@link tryFaceOfA} with the roles swapped. */
function tryFaceOfB(out: SatResult, a: HullShape, b: HullShape, face: number, start: number): number {
  const { planes } = b;
  const nx = planes[4 * face];
  const ny = planes[4 * face + 1];
  const nz = planes[4 * face + 2];
  const m = frame.rotation;
  const t = frame.translation;
  const x = m[0] * nx + m[3] * ny + m[6] * nz;
  const y = m[1] * nx + m[4] * ny + m[7] * nz;
  const z = m[2] * nx + m[5] * ny + m[8] * nz;
  direction[0] = -x;
  direction[1] = -y;
  direction[2] = -z;
  const vertex = a.supportVertex(direction, start);
  const v = a.vertices;
  const gap =
    x * (v[3 * vertex] - t[0]) +
    y * (v[3 * vertex + 1] - t[1]) +
    z * (v[3 * vertex + 2] - t[2]) -
    planes[4 * face + 3];
  out.steps++;
  if (gap > best[0]) {
    best[0] = gap;
    best[1] = -x;
    best[2] = -y;
    best[3] = -z;
    out.kind = satAxis.faceB;
    out.featureA = -1;
    out.featureB = face;
  }
  return gap > best[4] ? -2 : vertex;
}

function tryEdges(out: SatResult, a: HullShape, b: HullShape): boolean {
  frame.setFeatures(a, b);
  const m = frame.rotation;
  const t = frame.translation;
  b.centerOfMass(point);
  measureRoom(b, point);
  const x = point[0];
  const y = point[1];
  const z = point[2];
  point[0] = m[0] * x + m[3] * y + m[6] * z + t[0];
  point[1] = m[1] * x + m[4] * y + m[7] * z + t[1];
  point[2] = m[2] * x + m[5] * y + m[8] * z + t[2];
  const countA = listEdges(frame.listA, a);
  measureRoom(a, center);
  const dx = center[0] - t[0];
  const dy = center[1] - t[1];
  const dz = center[2] - t[2];
  point[0] = m[0] * dx + m[1] * dy + m[2] * dz;
  point[1] = m[3] * dx + m[4] * dy + m[5] * dz;
  point[2] = m[6] * dx + m[7] * dy + m[8] * dz;
  const countB = listEdges(frame.listB, b);
  for (let i = 0; i < countA; i++) if (tryEdgesWith(out, a, b, frame.listA[i], countB)) return true;
  return false;
}

/** The middle of one hull in the frame of the other, and at 3 the radius of a ball around it inside that hull. */
const point = /* @__PURE__ */ new Float64Array(4);

/** Writes to `point[3]` how far `middle` is from the nearest face of the hull around it. */
function measureRoom({ planes }: HullShape, middle: Float64Array): void {
  let room = Infinity;
  for (let at = 0; at < planes.length; at += 4) {
    const depth =
      planes[at + 3] - planes[at] * middle[0] - planes[at + 1] * middle[1] - planes[at + 2] * middle[2];
    if (depth < room) room = depth;
  }
  point[3] = Math.max(room, 0);
}

/** Lists the edges of a hull that may make a better axis than the best so far with some edge around `point`. */
function listEdges(list: Int32Array, { planes, edges }: HullShape): number {
  const { heights } = frame;
  for (let at = 0; at < planes.length; at += 4)
    heights[at >> 2] =
      planes[at] * point[0] + planes[at + 1] * point[1] + planes[at + 2] * point[2] - planes[at + 3];
  const limit = Math.min(0, best[0] + point[3]);
  let count = 0;
  for (let e = 0; e < edges.length; e += 4)
    if (!(heights[edges[e + 2]] < limit && heights[edges[e + 3]] < limit)) list[count++] = e >> 2;
  return count;
}

/** Tries the listed edges of B with one of A. Returns whether an axis separates. */
function tryEdgesWith(out: SatResult, a: HullShape, b: HullShape, edge: number, countB: number): boolean {
  const { normals, dots, edges: vectorsB, edgesA, vertices, listB } = frame;
  const edgesB = b.edges;
  const faces = b.faceCount;
  const ux = edgesA[3 * edge];
  const uy = edgesA[3 * edge + 1];
  const uz = edgesA[3 * edge + 2];
  for (let f = 0; f < faces; f++)
    dots[f] = ux * normals[3 * f] + uy * normals[3 * f + 1] + uz * normals[3 * f + 2];
  const left = 4 * a.edges[4 * edge + 2];
  const right = 4 * a.edges[4 * edge + 3];
  const { planes } = a;
  const ax = planes[left];
  const ay = planes[left + 1];
  const az = planes[left + 2];
  const bx = planes[right];
  const by = planes[right + 1];
  const bz = planes[right + 2];
  const corner = 3 * a.edges[4 * edge];
  const px = a.vertices[corner];
  const py = a.vertices[corner + 1];
  const pz = a.vertices[corner + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  let most = best[0];
  for (let i = 0; i < countB; i++) {
    const k = 4 * listB[i];
    const at = 3 * listB[i];
    // The ends of B's arc, turned round, on different sides of the great circle of A's arc.
    const c = dots[edgesB[k + 2]];
    const d = dots[edgesB[k + 3]];
    if (!(c * d < 0)) continue;
    // The ends of A's arc on different sides of that of B, in the same hemisphere.
    const vx = vectorsB[at];
    const vy = vectorsB[at + 1];
    const vz = vectorsB[at + 2];
    const e = ax * vx + ay * vy + az * vz;
    if (!(e * c > 0)) continue;
    if (!((bx * vx + by * vy + bz * vz) * e < 0)) continue;
    let x = uy * vz - uz * vy;
    let y = uz * vx - ux * vz;
    let z = ux * vy - uy * vx;
    const squared = x * x + y * y + z * z;
    const lengths = uu * (vx * vx + vy * vy + vz * vz);
    if (!(squared > 1e-20 * lengths)) continue;
    out.steps++;
    // The axis points out of A: it lies between the normals of the faces at the edge.
    const outward = x * (ax + bx) + y * (ay + by) + z * (az + bz) < 0 ? -1 : 1;
    const q = 3 * edgesB[k];
    const raw = outward * (x * (vertices[q] - px) + y * (vertices[q + 1] - py) + z * (vertices[q + 2] - pz));
    // raw / √squared is the gap: overlaps are compared as squares, so only a better axis needs the root.
    if (raw <= 0 && raw * raw >= most * most * squared) continue;
    const scale = outward / Math.sqrt(squared);
    const gap = raw / Math.sqrt(squared);
    x *= scale;
    y *= scale;
    z *= scale;
    if (!(gap > most)) continue;
    if (squared < 1e-8 * lengths) {
      pair[6] = x;
      pair[7] = y;
      pair[8] = z;
      if (projectInFull(out, a, b, edge, k >> 2)) return true;
      most = best[0];
      continue;
    }
    most = gap;
    best[0] = gap;
    best[1] = x;
    best[2] = y;
    best[3] = z;
    out.kind = satAxis.edges;
    out.featureA = edge;
    out.featureB = k >> 2;
    if (gap > best[4]) return true;
  }
  return false;
}

/** Vectors of an edge of A and one of B, and a unit axis, in A's frame. */
const pair = /* @__PURE__ */ new Float64Array(9);

function edgeAt(at: number, edges: Uint32Array, vertices: Float64Array, edge: number): void {
  const i = 3 * edges[4 * edge];
  const j = 3 * edges[4 * edge + 1];
  for (let k = 0; k < 3; k++) pair[at + k] = vertices[j + k] - vertices[i + k];
}

/** Writes the unit axis across both edges of `pair`, from A's centre towards B's frame; zero for parallel ones. */
function crossEdges(): void {
  const x = pair[1] * pair[5] - pair[2] * pair[4];
  const y = pair[2] * pair[3] - pair[0] * pair[5];
  const z = pair[0] * pair[4] - pair[1] * pair[3];
  const length = Math.sqrt(x * x + y * y + z * z);
  const t = frame.translation;
  const side = x * (t[0] - center[0]) + y * (t[1] - center[1]) + z * (t[2] - center[2]);
  const scale = length > 0 ? (side < 0 ? -1 : 1) / length : 0;
  pair[6] = x * scale;
  pair[7] = y * scale;
  pair[8] = z * scale;
}

/** Projects both hulls on the axis of `pair`, whatever edges it came from. Returns whether it separates. */
function projectInFull(out: SatResult, a: HullShape, b: HullShape, edgeA: number, edgeB: number): boolean {
  const x = pair[6];
  const y = pair[7];
  const z = pair[8];
  if (x === 0 && y === 0 && z === 0) return false;
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  const i = 3 * a.supportVertex(direction, -1);
  const m = frame.rotation;
  direction[0] = -(m[0] * x + m[1] * y + m[2] * z);
  direction[1] = -(m[3] * x + m[4] * y + m[5] * z);
  direction[2] = -(m[6] * x + m[7] * y + m[8] * z);
  const j = 3 * b.supportVertex(direction, -1);
  const v = frame.vertices;
  const w = a.vertices;
  const gap = x * (v[j] - w[i]) + y * (v[j + 1] - w[i + 1]) + z * (v[j + 2] - w[i + 2]);
  out.steps++;
  if (gap > best[0]) {
    best[0] = gap;
    best[1] = x;
    best[2] = y;
    best[3] = z;
    out.kind = satAxis.edges;
    out.featureA = edgeA;
    out.featureB = edgeB;
  }
  return gap > best[4];
}
