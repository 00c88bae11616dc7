/**
 * The segment in which two triangles intersect.
 *
 * Whether they intersect is decided exactly, as by `triangleTriangle`; this file only adds the location. Each
 * triangle cuts the line in which the planes intersect in an interval; the segment is the intersection of the
 * two intervals. After Möller, "A fast triangle–triangle intersection test", JGT 2(2), 1997. The signs that
 * decide also give the order of the cuts along the line, so two comparisons find the ends. If a sign is in
 * doubt, the sides of the planes come from exact predicates, and a vertex on a plane is used unchanged. The
 * ends are correct up to rounding, which grows as the planes become parallel.
 *
 * Coplanar triangles share a polygon, and a degenerate one is a segment or point: then `coplanar` is set and
 * the ends are the two vertices of the shared part that lie farthest apart. No allocation.
 */
import {
  candidatesClear,
  createClosestCandidates,
  offerEdgeEdge,
  offerFaceVertex,
  offerVertexFace,
  pointAAt,
  pointBAt,
  squaredAt,
} from '../internal/closest-features.ts';
import {
  firstOfB,
  sideOfPlane,
  triangleBAt,
  trianglePairSize,
  vertex1At,
  vertex2At,
} from './internal/orientation.ts';
import {
  cutOrder,
  cutsOverlap,
  heightsBAt,
  heightsSize,
  lastOfA,
  lastOfB,
  loneOfA,
  loneOfB,
  nextOfA,
  nextOfB,
  orderedVertex,
  planeSides,
} from './internal/triangle-planes.ts';
import { triangleTriangle } from './triangle-triangle.ts';

/** The segment in which two triangles meet. */
export interface TriangleSegment {
  /** Whether the triangles lie in one plane, or one of them is degenerate. */
  coplanar: boolean;
  /** One end of what they share. */
  readonly start: Float64Array;
  /** The other end; the same point if they only touch. */
  readonly end: Float64Array;
}

/** An empty result for {@link triangleTriangleSegment}, to be reused. */
export function createTriangleSegment(): TriangleSegment {
  return { coplanar: false, start: new Float64Array(3), end: new Float64Array(3) };
}

const heights = /* @__PURE__ */ new Float64Array(heightsSize);
/** The six vertices, as `orientation` draws them. */
const points = /* @__PURE__ */ new Float64Array(trianglePairSize);
/** The side of the other triangle's plane on which each of them lies. */
const sides = /* @__PURE__ */ new Int8Array(6);
/** Direction of the line in which the planes meet. */
const line = /* @__PURE__ */ new Float64Array(3);
/**
 * The intervals in which the triangles cut that line.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | start of A's interval: parameter along the line, then its point x, y, z |
 * | 4 | end of A's interval |
 * | 8 | start of B's interval |
 * | 12 | end of B's interval |
 */
const intervals = /* @__PURE__ */ new Float64Array(16);
const cutPointAt = 1;
const endAt = 4;
const intervalBAt = 8;
const candidates = /* @__PURE__ */ createClosestCandidates();
/** Pairs of features that can share a point: three vertices and a face, twice, and nine pairs of edges. */
const maxShared = 15;
/** Points that coplanar triangles share. */
const shared = /* @__PURE__ */ new Float64Array(3 * maxShared);

/**
 * Whether triangles `a` and `b`, nine numbers each, overlap or touch; fills `out` with the segment in which
 * they do.
 */
export function triangleTriangleSegment(
  out: TriangleSegment,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): boolean {
  const cuts = planeSides(heights, a, b);
  if (cuts === 0) return false;
  if (cuts > 0) {
    const order = cutOrder(cuts);
    const verdict = cutsOverlap(a, b, order);
    if (verdict === 0) return false;
    if (verdict > 0) {
      out.coplanar = false;
      shareCuts(out, a, b, order);
      return true;
    }
  }
  if (!triangleTriangle(a, b)) return false;
  for (let i = 0; i < triangleBAt; i++) {
    points[i] = a[i];
    points[i + triangleBAt] = b[i];
  }
  let onPlaneA = true;
  let onPlaneB = true;
  for (let i = 0; i < 3; i++) {
    sides[i] = sideOfPlane(points, firstOfB, firstOfB + 1, firstOfB + 2, i);
    sides[firstOfB + i] = sideOfPlane(points, 0, 1, 2, firstOfB + i);
    if (sides[i] !== 0) onPlaneA = false;
    if (sides[firstOfB + i] !== 0) onPlaneB = false;
  }
  out.coplanar = onPlaneA || onPlaneB;
  if (onPlaneA && onPlaneB) farthestShared(out);
  else if (out.coplanar) pierce(out, onPlaneA ? firstOfB : 0);
  else shareIntervals(out);
  return true;
}

/**
 * The segment when all vertices are clear of the planes. In the order of `cutOrder` the cuts of A run along
 * the line from its next to its last edge, those of B from its last to its next.
 */
function shareCuts(out: TriangleSegment, a: ArrayLike<number>, b: ArrayLike<number>, order: number): void {
  const { start, end } = out;
  const i0 = orderedVertex(order, loneOfA);
  const i1 = orderedVertex(order, nextOfA);
  const i2 = orderedVertex(order, lastOfA);
  const k0 = orderedVertex(order, loneOfB);
  const k1 = orderedVertex(order, nextOfB);
  const k2 = orderedVertex(order, lastOfB);
  const heightA = heights[i0];
  const heightB = heights[heightsBAt + k0];
  const p = heightA / (heightA - heights[i1]);
  const q = heightA / (heightA - heights[i2]);
  const r = heightB / (heightB - heights[heightsBAt + k2]);
  const s = heightB / (heightB - heights[heightsBAt + k1]);
  const ax = a[3 * i0];
  const ay = a[3 * i0 + 1];
  const az = a[3 * i0 + 2];
  const px = ax + p * (a[3 * i1] - ax);
  const py = ay + p * (a[3 * i1 + 1] - ay);
  const pz = az + p * (a[3 * i1 + 2] - az);
  const qx = ax + q * (a[3 * i2] - ax);
  const qy = ay + q * (a[3 * i2 + 1] - ay);
  const qz = az + q * (a[3 * i2 + 2] - az);
  const bx = b[3 * k0];
  const by = b[3 * k0 + 1];
  const bz = b[3 * k0 + 2];
  const rx = bx + r * (b[3 * k2] - bx);
  const ry = by + r * (b[3 * k2 + 1] - by);
  const rz = bz + r * (b[3 * k2 + 2] - bz);
  const sx = bx + s * (b[3 * k1] - bx);
  const sy = by + s * (b[3 * k1 + 1] - by);
  const sz = bz + s * (b[3 * k1 + 2] - bz);
  // Along the line from p to q and from r to s: the later start and the earlier end.
  const x = qx - px + (sx - rx);
  const y = qy - py + (sy - ry);
  const z = qz - pz + (sz - rz);
  const startsWithB = (rx - px) * x + (ry - py) * y + (rz - pz) * z > 0;
  start[0] = startsWithB ? rx : px;
  start[1] = startsWithB ? ry : py;
  start[2] = startsWithB ? rz : pz;
  const endsWithB = (sx - qx) * x + (sy - qy) * y + (sz - qz) * z < 0;
  end[0] = endsWithB ? sx : qx;
  end[1] = endsWithB ? sy : qy;
  end[2] = endsWithB ? sz : qz;
}

/** The degenerate triangle from vertex `thin` on crosses the plane of the other in a point. */
function pierce(out: TriangleSegment, thin: number): void {
  line[0] = line[1] = line[2] = 0;
  cutInterval(thin, 0, firstOfB - thin);
  for (let i = 0; i < 3; i++) out.start[i] = out.end[i] = intervals[cutPointAt + i];
}

/** The segment from the intervals of both triangles, with the sides of the vertices exact. */
function shareIntervals(out: TriangleSegment): void {
  crossNormals();
  cutInterval(0, 0, firstOfB);
  cutInterval(firstOfB, intervalBAt, 0);
  // The later of the starts and the earlier of the ends; if rounding has swapped them, both are the point of
  // contact.
  const from = intervals[0] > intervals[intervalBAt] ? 0 : intervalBAt;
  const to = endAt + (intervals[endAt] < intervals[intervalBAt + endAt] ? 0 : intervalBAt);
  const touching = intervals[from] > intervals[to];
  for (let i = 0; i < 3; i++) {
    const start = intervals[from + cutPointAt + i];
    const end = intervals[to + cutPointAt + i];
    out.start[i] = touching ? 0.5 * (start + end) : start;
    out.end[i] = touching ? 0.5 * (start + end) : end;
  }
}

/** Writes the direction of the line in which the planes meet. */
function crossNormals(): void {
  const p = points;
  const ax = p[vertex1At] - p[0];
  const ay = p[vertex1At + 1] - p[1];
  const az = p[vertex1At + 2] - p[2];
  const bx = p[vertex2At] - p[0];
  const by = p[vertex2At + 1] - p[1];
  const bz = p[vertex2At + 2] - p[2];
  const cx = p[triangleBAt + vertex1At] - p[triangleBAt];
  const cy = p[triangleBAt + vertex1At + 1] - p[triangleBAt + 1];
  const cz = p[triangleBAt + vertex1At + 2] - p[triangleBAt + 2];
  const dx = p[triangleBAt + vertex2At] - p[triangleBAt];
  const dy = p[triangleBAt + vertex2At + 1] - p[triangleBAt + 1];
  const dz = p[triangleBAt + vertex2At + 2] - p[triangleBAt + 2];
  const mx = ay * bz - az * by;
  const my = az * bx - ax * bz;
  const mz = ax * by - ay * bx;
  const nx = cy * dz - cz * dy;
  const ny = cz * dx - cx * dz;
  const nz = cx * dy - cy * dx;
  line[0] = my * nz - mz * ny;
  line[1] = mz * nx - mx * nz;
  line[2] = mx * ny - my * nx;
}

/**
 * Writes to `intervals[at..]` where the triangle from vertex `first` on cuts the plane of that from `other`
 * on.
 */
function cutInterval(first: number, at: number, other: number): void {
  intervals[at] = Infinity;
  intervals[at + endAt] = -Infinity;
  const p = points;
  const o = 3 * other;
  const ux = p[o + vertex1At] - p[o];
  const uy = p[o + vertex1At + 1] - p[o + 1];
  const uz = p[o + vertex1At + 2] - p[o + 2];
  const vx = p[o + vertex2At] - p[o];
  const vy = p[o + vertex2At + 1] - p[o + 1];
  const vz = p[o + vertex2At + 2] - p[o + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  for (let k = 0; k < 3; k++) {
    const i = 3 * (first + k);
    const j = 3 * (first + ((k + 1) % 3));
    const sideI = sides[first + k];
    const sideJ = sides[first + ((k + 1) % 3)];
    let s = 0;
    if (sideI * sideJ < 0) {
      const heightI = Math.abs((p[i] - p[o]) * nx + (p[i + 1] - p[o + 1]) * ny + (p[i + 2] - p[o + 2]) * nz);
      const heightJ = Math.abs((p[j] - p[o]) * nx + (p[j + 1] - p[o + 1]) * ny + (p[j + 2] - p[o + 2]) * nz);
      const sum = heightI + heightJ;
      s = sum > 0 ? heightI / sum : 0.5;
    } else if (sideI !== 0) continue;
    const x = p[i] + s * (p[j] - p[i]);
    const y = p[i + 1] + s * (p[j + 1] - p[i + 1]);
    const z = p[i + 2] + s * (p[j + 2] - p[i + 2]);
    const along = (x - p[0]) * line[0] + (y - p[1]) * line[1] + (z - p[2]) * line[2];
    for (let end = 0; end < 2; end++) {
      const slot = at + endAt * end;
      if (end === 0 ? along < intervals[slot] : along > intervals[slot]) {
        intervals[slot] = along;
        intervals[slot + cutPointAt] = x;
        intervals[slot + cutPointAt + 1] = y;
        intervals[slot + cutPointAt + 2] = z;
      }
    }
  }
}

/** Vertices inside the other triangle and crossings of edges span what coplanar triangles share. */
function farthestShared(out: TriangleSegment): void {
  let nearest = Infinity;
  let size = 0;
  for (let i = 0; i < trianglePairSize; i++) size = Math.max(size, Math.abs(points[i] - points[i % 3]));
  const tolerance = (1e-10 * size) ** 2;
  let count = 0;
  for (let pair = 0; pair < maxShared; pair++) {
    candidatesClear(candidates);
    if (pair < 3) offerVertexFace(candidates, points, pair, firstOfB, firstOfB + 1, firstOfB + 2);
    else if (pair < 6) offerFaceVertex(candidates, points, pair, 0, 1, 2);
    else {
      const i = (pair - 6) % 3;
      const j = ((pair - 6) / 3) | 0;
      offerEdgeEdge(candidates, points, i, (i + 1) % 3, firstOfB + j, firstOfB + ((j + 1) % 3));
    }
    const { best } = candidates;
    const squared = best[squaredAt];
    // The exact test found that they intersect: if no candidate is near enough, the nearest is the common
    // point.
    const first = count === 0 && squared < nearest;
    if (squared <= tolerance || first) {
      if (first) nearest = squared;
      for (let k = 0; k < 3; k++) shared[3 * count + k] = 0.5 * (best[pointAAt + k] + best[pointBAt + k]);
      if (squared <= tolerance) count++;
    }
  }
  let widest = -1;
  for (let i = 0; i < Math.max(count, 1); i++)
    for (let j = i; j < Math.max(count, 1); j++) {
      const x = shared[3 * j] - shared[3 * i];
      const y = shared[3 * j + 1] - shared[3 * i + 1];
      const z = shared[3 * j + 2] - shared[3 * i + 2];
      const squared = x * x + y * y + z * z;
      if (!(squared > widest)) continue;
      widest = squared;
      for (let k = 0; k < 3; k++) {
        out.start[k] = shared[3 * i + k];
        out.end[k] = shared[3 * j + k];
      }
    }
}
