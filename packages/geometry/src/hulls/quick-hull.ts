/**
 * The convex hull of points in space.
 *
 * Idea: QuickHull. Start from a large tetrahedron; every point outside waits at a triangle it sees. Take the
 * farthest point that waits at some triangle, remove all triangles it sees, join it to the horizon that is
 * left, and hand the waiting points of the removed triangles to the new ones; points that see none of them
 * are inside and are discarded.
 *
 * Where we depart: the tetrahedron first grows to the hull of the points that are extreme along the axes and
 * diagonals of their box, and a grid discards most of the points inside it. "Sees" is decided by exact
 * predicates behind a floating-point filter instead of thick faces and repairs, on coordinates that were
 * moved and scaled without rounding. So the triangulated surface is an exactly convex closed manifold
 * whatever the input, and coplanar triangles are joined afterwards.
 *
 * Cost: O(n log h) expected for h vertices, in flat arrays; 28 bytes per point and 90 per triangle. Limits:
 * points closer to the hull than 4e-14 of its size do not become vertices. The planes of hulls far from the
 * origin carry the rounding error of their offsets.
 *
 * C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The quickhull algorithm for convex hulls", ACM TOMS 22(4), 1996.
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997.
 */
import { requireNonNegative, tellUnknown } from '@colide/core';
import { HullBuilder } from './internal/hull-builder.ts';
import { offsetAt, planeSize } from './internal/hull-layout.ts';
import { borrowPlanes, type HullFaces, hullTriangles, mergeHullFaces } from './internal/hull-merge.ts';
import { type HullPoints, hullNoise, prepareHullPoints, reusedPointCount } from './internal/hull-points.ts';
import { findHullSimplex, type HullSimplex } from './internal/hull-simplex.ts';
import { quickHull2d } from './quick-hull-2d.ts';

/** A convex hull in space: compact vertices and polygonal faces on flat arrays. */
export interface Hull {
  /**
   * 0: all points coincide (one vertex, no faces). 1: they lie on a line (its two ends, no faces). 2: they
   * lie in a plane; the faces are the polygon seen from one side and from the other, so that the surface is
   * closed. 3: solid.
   */
  dimension: 0 | 1 | 2 | 3;
  /** Vertices, `x, y, z` each: exact copies of input points. */
  vertices: Float64Array;
  /** For each vertex its index in the input. */
  vertexIds: Uint32Array;
  /** Offset of the corners of each face in {@link faceVertices}; one number more than there are faces. */
  faceOffsets: Uint32Array;
  /** Corners of all faces as indices of vertices, counter-clockwise seen from outside. */
  faceVertices: Uint32Array;
  /** Four numbers per face: unit outward normal n and offset d; points inside have n · x ≤ d. */
  planes: Float64Array;
}

/** Settings of {@link quickHull}. */
export interface QuickHullOptions {
  /** Keep the triangles instead of joining coplanar ones. Default false. */
  triangles?: boolean;
  /**
   * Triangles are joined to a face while their vertices are within this distance of its plane. Default: 4e-14
   * of the size of the point set, so that only rounding noise is levelled. With a larger value, faces are
   * flat only up to that distance, and points may lie outside their planes by as much.
   */
  mergeDistance?: number;
}

/** Builds all small hulls, one after the other, in the same memory. */
let smallHulls: HullBuilder | undefined;

/**
 * The convex hull of `points` (`x, y, z` each). Duplicates and points inside, on faces and on edges are left
 * out. Throws if `points` is empty, not triples or not finite; points without volume give a hull of lower
 * dimension.
 */
export function quickHull(points: ArrayLike<number>, options: QuickHullOptions = {}): Hull {
  tellUnknown('options', options, ['triangles', 'mergeDistance']);
  const { triangles = false, mergeDistance = 0 } = options;
  requireNonNegative('mergeDistance', mergeDistance);
  const prepared = prepareHullPoints(points);
  const simplex = findHullSimplex(prepared, prepared.resolution);
  if (simplex.dimension < 3) return flatHull(points, prepared, simplex, triangles);
  const [a, b, c, d] = simplex.ids;
  const builder = prepared.count > reusedPointCount ? new HullBuilder() : (smallHulls ??= new HullBuilder());
  builder.build(prepared, a, b, c, d);
  const tolerance = Math.max(hullNoise, mergeDistance / prepared.unit);
  const faces = triangles ? hullTriangles(builder) : mergeHullFaces(builder, prepared.coords, tolerance);
  borrowPlanes(builder);
  return assemble(3, points, faces, builder.next.fill(-1, 0, prepared.count), builder.planes);
}

/**
 * Numbers the vertices that faces use, copies them and converts the planes to the input's coordinates.
 * `compact` starts with −1 for each point.
 */
function assemble(
  dimension: 2 | 3,
  points: ArrayLike<number>,
  faces: HullFaces,
  compact: Int32Array,
  trianglePlanes: Float64Array,
): Hull {
  const { offsets, corners: faceVertices, triangles } = faces;
  const ids = new Uint32Array(Math.min(compact.length, faceVertices.length));
  let vertexCount = 0;
  for (let i = 0; i < faceVertices.length; i++) {
    const id = faceVertices[i];
    if (compact[id] < 0) {
      ids[vertexCount] = id;
      compact[id] = vertexCount++;
    }
    faceVertices[i] = compact[id];
  }
  const vertexIds = ids.slice(0, vertexCount);
  const vertices = copyVertices(points, vertexIds);
  const planes = new Float64Array(planeSize * triangles.length);
  for (let face = 0; face < triangles.length; face++) {
    const from = planeSize * triangles[face];
    const nx = trianglePlanes[from];
    const ny = trianglePlanes[from + 1];
    const nz = trianglePlanes[from + 2];
    let offset = -Infinity;
    for (let i = offsets[face]; i < offsets[face + 1]; i++) {
      const v = 3 * faceVertices[i];
      const height = nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2];
      if (height > offset) offset = height;
    }
    planes[planeSize * face] = nx;
    planes[planeSize * face + 1] = ny;
    planes[planeSize * face + 2] = nz;
    planes[planeSize * face + offsetAt] = offset;
  }
  return { dimension, vertices, vertexIds, faceOffsets: offsets, faceVertices, planes };
}

function copyVertices(points: ArrayLike<number>, ids: Uint32Array): Float64Array {
  const vertices = new Float64Array(3 * ids.length);
  for (let i = 0; i < ids.length; i++) {
    const from = 3 * ids[i];
    vertices[3 * i] = points[from];
    vertices[3 * i + 1] = points[from + 1];
    vertices[3 * i + 2] = points[from + 2];
  }
  return vertices;
}

/** The hull of points without volume: a point, a segment or a polygon with two sides. */
function flatHull(
  points: ArrayLike<number>,
  prepared: HullPoints,
  simplex: HullSimplex,
  triangles: boolean,
): Hull {
  const { dimension, ids, plane } = simplex;
  if (dimension < 2) {
    const vertexIds = Uint32Array.from(dimension === 0 ? [ids[0]] : lineEnds(prepared, ids[0], ids[1]));
    return {
      dimension,
      vertices: copyVertices(points, vertexIds),
      vertexIds,
      faceOffsets: new Uint32Array(1),
      faceVertices: new Uint32Array(0),
      planes: new Float64Array(0),
    };
  }
  // Leaving out the coordinate along which the plane is steepest keeps the others exact.
  const nx = Math.abs(plane[0]);
  const ny = Math.abs(plane[1]);
  const nz = Math.abs(plane[2]);
  const axis = nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const flat = new Float64Array(2 * prepared.count);
  for (let i = 0; i < prepared.count; i++) {
    flat[2 * i] = prepared.coords[3 * i + u];
    flat[2 * i + 1] = prepared.coords[3 * i + v];
  }
  const loop = Array.from(quickHull2d(flat).vertexIds);
  if (plane[axis] < 0) loop.reverse();
  const front = triangles ? fanOf(loop) : [loop];
  // The back is cut along other diagonals than the front, so that no edge has more than two triangles.
  const reversed = [...loop].reverse();
  const back = triangles ? fanOf(reversed) : [reversed];
  const polygons = [...front, ...back];
  const offsets = new Uint32Array(polygons.length + 1);
  for (let i = 0; i < polygons.length; i++) offsets[i + 1] = offsets[i] + polygons[i].length;
  const faces: HullFaces = {
    offsets,
    corners: Uint32Array.from(polygons.flat()),
    triangles: Uint32Array.from(polygons, (_, i) => (i < front.length ? 0 : 1)),
  };
  const planes = Float64Array.from([...plane, ...plane.map(x => -x)]);
  return assemble(2, points, faces, new Int32Array(prepared.count).fill(-1), planes);
}

function fanOf(loop: number[]): number[][] {
  return loop.slice(2).map((_, i) => [loop[0], loop[i + 1], loop[i + 2]]);
}

/** The two extreme points along the line through a and b. */
function lineEnds(prepared: HullPoints, a: number, b: number): [number, number] {
  const { coords, count } = prepared;
  const ux = coords[3 * b] - coords[3 * a];
  const uy = coords[3 * b + 1] - coords[3 * a + 1];
  const uz = coords[3 * b + 2] - coords[3 * a + 2];
  let first = a;
  let last = b;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    const t = ux * coords[3 * i] + uy * coords[3 * i + 1] + uz * coords[3 * i + 2];
    if (t < low) {
      low = t;
      first = i;
    }
    if (t > high) {
      high = t;
      last = i;
    }
  }
  return [first, last];
}
