/**
 * A convex polytope as a shape. Vertices, faces, planes, edges and adjacency are public flat arrays, for SAT,
 * clipping and the Gauss map.
 *
 * Support: directions are sorted into cells, and each cell lists the few vertices that can be farthest along
 * them (`support-cells.ts`), so a query costs the same few comparisons at 8 and at 10 000 vertices. That
 * departs from climbing from the last answer (van den Bergen, "Collision Detection in Interactive 3D
 * Environments", 2003, §4.3.4): nothing changes between calls, results do not depend on their order, and one
 * shape can serve many bodies. The cells are made when they are first needed.
 *
 * Memory: 24 bytes per vertex, about 12 per edge for the adjacency and 16 for the edge list, and 100 to 500
 * per vertex for the cells.
 */
import { type Aabb, type Convex, type Mat3, type ReadonlyVec3, refuse, type Vec3 } from '@colide/core';
import { type Hull, quickHull } from '../hulls/quick-hull.ts';
import { directionScale } from '../internal/direction.ts';
import { positionAt } from '../internal/pose-layout.ts';
import { solidIntegrals, solidMass } from '../internal/solid-integrals.ts';
import type { ConvexShape } from './convex-shape.ts';
import { createHullSeparation, type HullSeparation, hullSeparation } from './hull-separation.ts';
import { HullFeatures } from './internal/hull-features.ts';
import { type PlacedHull, placeHulls, type SupportPair, supportHulls } from './internal/hull-support.ts';
import { buildHullTopology } from './internal/hull-topology.ts';
import { supportCellsBuild, supportCellsFind } from './support-cells.ts';

/** Up to this many vertices, a box is found by looking at all of them. */
const fewVertices = 32;

/** The part of a `Posed` box or hull that is read. */
export interface PosedSolid {
  /** The box or hull. */
  readonly shape: Convex;
  /** Rotation matrix, column-major, and position. */
  readonly pose: Float64Array;
  /** The hull of a box, once it is known. */
  hull: Convex | undefined;
}

/** A point as an object. */
export interface HullPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A convex hull with support mapping, bounds and mass properties. */
export class HullShape implements ConvexShape, Hull {
  readonly kind = 'hull';
  readonly dimension: 0 | 1 | 2 | 3;
  readonly vertices: Float64Array;
  readonly vertexIds: Uint32Array;
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
  readonly planes: Float64Array;
  /**
   * Four numbers per edge: its two vertices, the face to its left (seen from outside, walking from first to
   * second), the face to its right.
   */
  readonly edges: Uint32Array;
  /** The neighbours of vertex `v` begin at `adjacencyOffsets[v]` in {@link adjacency}. */
  readonly adjacencyOffsets: Uint32Array;
  /** Neighbours of all vertices. (Signed: V8 keeps such numbers unboxed.) */
  readonly adjacency: Int32Array;
  readonly boundingRadius: number;
  readonly volume: number;
  private readonly center = new Float64Array(3);
  private readonly tensor = new Float64Array(9);
  private readonly box = new Float64Array(6);
  private lazyCells: Int32Array | undefined;
  private lazyFeatures: HullFeatures | undefined;
  private readonly count: number;

  /** @param hull what `quickHull` returned; its arrays are used, not copied */
  constructor(hull: Hull) {
    if (!(hull?.planes instanceof Object))
      refuse('hull', 'be what quickHull returns, as in new HullShape(quickHull(points))', hull);
    this.dimension = hull.dimension;
    this.vertices = hull.vertices;
    this.vertexIds = hull.vertexIds;
    this.faceOffsets = hull.faceOffsets;
    this.faceVertices = hull.faceVertices;
    this.planes = hull.planes;
    const topology = buildHullTopology(hull);
    this.edges = topology.edges;
    this.adjacencyOffsets = topology.adjacencyOffsets;
    this.adjacency = topology.adjacency;
    this.count = hull.vertices.length / 3;
    let radius = 0;
    this.box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let i = 0; i < this.count; i++) {
      radius = Math.max(
        radius,
        Math.hypot(this.vertices[3 * i], this.vertices[3 * i + 1], this.vertices[3 * i + 2]),
      );
      for (let axis = 0; axis < 3; axis++) {
        const value = this.vertices[3 * i + axis];
        this.box[axis] = Math.min(this.box[axis], value);
        this.box[axis + 3] = Math.max(this.box[axis + 3], value);
        this.center[axis] += value / this.count;
      }
    }
    this.boundingRadius = radius;
    this.volume = this.dimension === 3 ? this.computeMass(topology.triangles) : 0;
  }

  /**
   * The hull of `points`: numbers, x, y, z each, or vectors `{ x, y, z }`, such as those of three.js. Flat
   * sets are fine: a polygon, a segment or a point.
   */
  static fromPoints(points: ArrayLike<number> | readonly HullPoint[]): HullShape {
    const isFlat = typeof points?.[0] !== 'object';
    return new HullShape(
      quickHull(
        isFlat
          ? (points as ArrayLike<number>)
          : (points as readonly HullPoint[]).flatMap(({ x, y, z }) => [x, y, z]),
      ),
    );
  }

  /** Number of vertices. */
  get vertexCount(): number {
    return this.count;
  }

  /** Number of faces. */
  get faceCount(): number {
    return this.faceOffsets.length - 1;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    return this.vertex(out, this.supportVertex(direction, -1));
  }

  /**
   * Writes the points of hull `a` farthest along −`axis` and of `b` along `axis`. Narrow phases call it
   * through a hull, so that an application without hulls does not include it. @internal
   */
  supportPair(out: SupportPair, a: PlacedHull, b: PlacedHull, axis: Float64Array): void {
    supportHulls(out, a, b, axis);
  }

  /** Writes the vertices of `a` and `b` at these offsets among their points. @internal */
  placePair(out: SupportPair, a: PlacedHull, b: PlacedHull, fromA: number, fromB: number): void {
    placeHulls(out, a, b, fromA, fromB);
  }

  /** Cells of directions with the vertices that can be farthest along them; see `supportCellsBuild`. */
  get cells(): Int32Array {
    this.lazyCells ??= supportCellsBuild(this.vertices, this.adjacencyOffsets, this.adjacency);
    return this.lazyCells;
  }

  /**
   * The number of a vertex farthest along `direction`; `_start` is ignored, because the cells need no guess.
   */
  supportVertex(direction: ReadonlyVec3, _start: number): number {
    const size = Math.abs(direction[0]) + Math.abs(direction[1]) + Math.abs(direction[2]);
    const scale =
      size > 1e-100 && size < 1e100 ? 1 : directionScale(direction[0], direction[1], direction[2]);
    for (let i = 0; i < 3; i++) ordinary[i] = direction[i] * scale;
    return (supportCellsFind(this.cells, this.vertices, ordinary, 0) / 3) | 0;
  }

  /** Writes vertex `id`; unchecked. */
  vertex(out: Vec3, id: number): Vec3 {
    const at = 3 * id;
    const { vertices } = this;
    out[0] = vertices[at];
    out[1] = vertices[at + 1];
    out[2] = vertices[at + 2];
    return out;
  }

  aabb(out: Aabb): Aabb {
    for (let i = 0; i < 6; i++) out[i] = this.box[i];
    return out;
  }

  /**
   * Writes the box of the hull at a pose, rotation matrix and position, by looking at every vertex.
   * `undefined` if there are so many that six support mappings take less time.
   */
  aabbAt(out: Aabb, pose: Float64Array): Aabb | undefined {
    const { vertices, count } = this;
    if (count > fewVertices) return;
    for (let k = 0; k < 3; k++) {
      const x = pose[k];
      const y = pose[3 + k];
      const z = pose[6 + k];
      let low = Infinity;
      let high = -Infinity;
      for (let v = 0; v < vertices.length; v += 3) {
        const along = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
        if (along < low) low = along;
        if (along > high) high = along;
      }
      out[k] = low + pose[positionAt + k];
      out[3 + k] = high + pose[positionAt + k];
    }
    return out;
  }

  /** Writes the centre of mass; of flat hulls the mean of the vertices. */
  centerOfMass(out: Vec3): Vec3 {
    for (let i = 0; i < 3; i++) out[i] = this.center[i];
    return out;
  }

  inertia(out: Mat3): Mat3 {
    for (let i = 0; i < 9; i++) out[i] = this.tensor[i];
    return out;
  }

  /** The data of the hull that {@link hullSeparation} reads; made when it is first needed. @internal */
  get features(): HullFeatures {
    this.lazyFeatures ??= new HullFeatures(this);
    return this.lazyFeatures;
  }

  /**
   * {@link hullSeparation} of posed hulls and boxes; −1 for other shapes and for flat hulls. Narrow phases
   * call it through a hull, so that an application without hulls does not include it.
   *
   * @param i the number of `a` in a set of shapes, if there is one: the features that decided are stored
   * under it
   * @param j the number of `b`
   */
  separate(out: HullSeparation, a: PosedSolid, b: PosedSolid, margin: Float64Array, i = 0, j = 0): number {
    const first = solidOf(a);
    const second = solidOf(b);
    if (first === undefined || second === undefined) return -1;
    out.memory.read(out.features, i, j);
    const verdict = hullSeparation(out, first, a.pose, second, b.pose, margin);
    out.memory.store(out.features);
    return verdict;
  }

  /** A record for {@link separate}. */
  createSeparation(): HullSeparation {
    return createHullSeparation();
  }

  private computeMass(triangles: Uint32Array): number {
    const { vertices } = this;
    const mass = {
      volume: 0,
      center: this.center,
      inertia: this.tensor,
    };
    solidMass(mass, solidIntegrals(vertices, triangles), vertices[0], vertices[1], vertices[2]);
    return mass.volume;
  }
}

/** A direction, scaled so that nothing overflows or underflows. */
const ordinary = /* @__PURE__ */ new Float64Array(3);

/** The solid hull of a posed hull or box. */
function solidOf(posed: PosedSolid): HullShape | undefined {
  const { shape } = posed;
  if (shape.kind === 'box') posed.hull ??= boxHull(shape);
  else if (shape.kind !== 'hull') return undefined;
  const hull = (posed.hull ?? shape) as HullShape;
  return hull.dimension === 3 ? hull : undefined;
}

function boxHull(box: Convex): HullShape {
  let hull = boxHulls.get(box);
  if (hull === undefined) {
    const points = new Float64Array(24);
    for (let i = 0; i < 8; i++) points.set(box.vertex!(ordinary, i), 3 * i);
    hull = HullShape.fromPoints(points);
    boxHulls.set(box, hull);
  }
  return hull;
}

/** The hulls of boxes, one for all bodies that share a box. */
const boxHulls = /* @__PURE__ */ new WeakMap<Convex, HullShape>();
