/**
 * A BSP tree of a closed polyhedron, concave or not, whose leaves are labelled inside or outside: point in
 * solid, ray and segment against the solid.
 *
 * Planes through the faces divide space, and faces that cross a plane are cut; if no face is left in front of
 * a face's plane, that region is outside; if none is left behind it, inside (Thibault & Naylor, "Set
 * operations on polyhedra using binary space partitioning trees", SIGGRAPH 1987). Among the faces, it takes
 * one that cuts few others and divides evenly. With `planes: 'directions'`, the default, cells with many
 * faces are first divided at medians along nine fixed directions (discrete-orientation BSP), which keeps the
 * tree of a large or round mesh shallow; with face planes alone, the tree of a convex body degenerates to a
 * list.
 *
 * Which side of a face's plane a point is on is decided by an error bound and, in doubt, by the exact
 * predicate `orient3d` on the corners of the face. Vertices nearer to a plane than `tolerance` count as on it
 * while building; within that distance of the surface the label may be wrong.
 *
 * Cost: O(n log n) to build in practice; O(log n) for a point. Limits: the mesh must be closed and its
 * triangles must be oriented alike, all outward or all inward, and must not cross each other: if parts of the
 * surface overlap, labels are meaningless. Then every plane cuts many faces, so the pieces are counted and
 * `maxFragments` ends the build with an error.
 */

import {
  type RayHit,
  type ReadonlyVec3,
  refuse,
  requireBetween,
  requireFiniteArray,
  requireInteger,
  requireMultiple,
  tellUnknown,
} from '@colide/core';
import { orient3d } from '@colide/math';
import { offsetAt, planeSize, triangleSize } from '../internal/mesh-layout.ts';

import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { farAt, nearAt, stretchSize } from '../internal/stretch-layout.ts';
import { QueryCounters } from '../pairs/query-counters.ts';
import { chooseDirection, chooseFace, planeOf, requireClosed, signedVolume } from './internal/bsp-planes.ts';
import { type BspPolygon, splitPolygons } from './internal/bsp-polygons.ts';

const tag = 'bspt';
const outside = -1;
const inside = -2;
/** Cells with more faces than this are divided along fixed directions. */
const fewFaces = 24;
const a = /* @__PURE__ */ new Float64Array(3);
const b = /* @__PURE__ */ new Float64Array(3);
const c = /* @__PURE__ */ new Float64Array(3);
const p = /* @__PURE__ */ new Float64Array(3);
/** A node: the child behind its plane and the child in front of it. */
const nodeSize = 2;
const backAt = 0;
const frontAt = 1;
/** A plane: normal, then offset. */
/** An entry of the stack: a node, and the node whose plane was crossed to get there. */
const entrySize = 2;
const nodeAt = 0;
const crossedAt = 1;
/** The current ray: origin, direction, largest parameter. */
const directionAt = 3;
const maxTAt = 6;
const ray = /* @__PURE__ */ new Float64Array(7);

/** Options of {@link BspTree}. */
export interface BspTreeOptions {
  /**
   * Whether all planes are those of faces, or large cells are divided along nine fixed directions. Default
   * `'directions'`.
   */
  readonly planes?: 'faces' | 'directions';
  /**
   * How near to a plane a vertex counts as lying on it, as a fraction of the size of the mesh, at most 1.
   * Default 1e-11.
   */
  readonly tolerance?: number;
  /**
   * The total number of pieces into which planes may cut the triangles before the constructor throws a
   * `RangeError`. Closed meshes that do not cross themselves stay below 3 per triangle; others may exhaust
   * memory. Default 1024 plus 16 per triangle.
   */
  readonly maxFragments?: number;
}

/** Inside and outside of a closed polyhedron. */
export class BspTree {
  /** Number of nodes; node 0 is the root. */
  nodeCount = 0;
  /** Levels below the root. */
  depth = 0;
  /** Two numbers per node, for the back and the front: another node, or −1 for outside, −2 for inside. */
  nodes: Int32Array = new Int32Array(0);
  /** Unit normal n and offset d of each node's plane, n · x = d: n · x is less than d behind it. */
  planes: Float64Array = new Float64Array(0);
  /** The triangle whose plane it is, −1 for a fixed direction. */
  triangles: Int32Array = new Int32Array(0);
  /** Work done by queries. */
  readonly counters = new QueryCounters();

  /** Corners of the triangle whose plane it is. */
  private corners: Float64Array = new Float64Array(0);
  private stack: Int32Array = new Int32Array(0);
  private stretches: Float64Array = new Float64Array(0);
  /**
   * The parameter at which {@link traverse} ended; in an array of doubles, so that setting it never
   * allocates.
   */
  private readonly reached = new Float64Array(1);
  /** Whether the leaf at which {@link traverse} ended is inside. */
  private isInside = false;
  /** Heights below this are decided exactly. */
  private doubt = 0;
  /** Whether the triangles face outward: 1, or −1. */
  private orientation = 1;

  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): BspTree {
    const [head, nodes, planes, triangles, corners] = unpackArrays<
      [Float64Array, Int32Array, Float64Array, Int32Array, Float64Array]
    >(tag, buffer);
    const tree = new BspTree([], []);
    tree.depth = head[0];
    tree.doubt = head[1];
    tree.orientation = head[2];
    tree.nodes = nodes;
    tree.planes = planes;
    tree.triangles = triangles;
    tree.corners = corners;
    tree.nodeCount = tree.nodes.length / nodeSize;
    tree.reserveStack();
    return tree;
  }

  /**
   * @param positions x, y, z of the vertices, all finite
   * @param indices three vertices per triangle; they form a closed surface. Neither array is kept.
   */
  constructor(positions: ArrayLike<number>, indices: ArrayLike<number>, options: BspTreeOptions = {}) {
    tellUnknown('options', options, ['planes', 'tolerance', 'maxFragments']);
    requireMultiple('positions', positions, 3);
    requireFiniteArray('positions', positions);
    requireMultiple('indices', indices, 3);
    const { planes = 'directions', tolerance = 1e-11 } = options;
    const { maxFragments = 1024 + 16 * (indices.length / 3) } = options;
    if (planes !== 'faces' && planes !== 'directions')
      throw new RangeError(`planes must be 'faces' or 'directions', got ${String(planes)}`);
    requireBetween('tolerance', tolerance, Number.MIN_VALUE, 1);
    requireInteger('maxFragments', maxFragments, 1);
    for (let i = 0; i < indices.length; i++)
      requireInteger(`indices[${i}]`, indices[i], 0, positions.length / 3 - 1);
    requireClosed(indices);
    this.build(positions, indices, planes === 'faces', tolerance, maxFragments);
  }

  /** Memory in bytes that the tree's arrays take. */
  get byteLength(): number {
    return this.packed().reduce((bytes, array) => bytes + array.byteLength, 0);
  }

  /** Whether `point` is inside; on the surface, either answer is possible. */
  contains(point: ReadonlyVec3): boolean {
    requireFiniteArray('point', point, 3);
    for (let k = 0; k < 3; k++) p[k] = point[k];
    const { nodes } = this;
    let node = this.nodeCount > 0 ? 0 : outside;
    let visited = 0;
    while (node >= 0) {
      visited++;
      node = nodes[nodeSize * node + this.sideOf(node)];
    }
    this.counters.add(visited, 0);
    return node === inside;
  }

  /**
   * The least t in [0, `maxT`] at which the ray passes through the surface, from either side; `Infinity` when
   * it does not. On a hit, `hit` gets t, the outward normal and a triangle in whose plane the point lies,
   * which need not be the one it lies on; u and v are left unchanged.
   */
  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    if (typeof hit?.normal !== 'object') refuse('hit', 'be a RayHit', hit);
    readRay(origin, direction, maxT);
    const node = this.traverse(false);
    hit.t = Infinity;
    if (node < 0) return Infinity;
    hit.t = this.reached[0];
    hit.triangle = Math.max(0, this.triangles[node]);
    // The normal opposes the ray where it enters, and points along it where it leaves.
    const { planes } = this;
    const q = planeSize * node;
    const speed =
      planes[q] * ray[directionAt] +
      planes[q + 1] * ray[directionAt + 1] +
      planes[q + 2] * ray[directionAt + 2];
    const sign = speed < 0 === this.isInside ? 1 : -1;
    for (let k = 0; k < 3; k++) hit.normal[k] = sign * planes[q + k];
    return hit.t;
  }

  /** Whether any part of the segment is inside. */
  segmentMeets(from: ReadonlyVec3, to: ReadonlyVec3): boolean {
    requireFiniteArray('from', from, 3);
    requireFiniteArray('to', to, 3);
    for (let k = 0; k < 3; k++) {
      ray[k] = from[k];
      ray[k + directionAt] = to[k] - from[k];
    }
    ray[maxTAt] = 1;
    return this.traverse(true) >= 0;
  }

  /** The whole tree in one buffer, which can be transferred. */
  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  private packed(): PackedArray[] {
    const head = Float64Array.of(this.depth, this.doubt, this.orientation);
    return [head, this.nodes, this.planes, this.triangles, this.corners];
  }

  /** 1 when `p` is in front of a node's plane, 0 when it is behind or on it. */
  private sideOf(node: number): number {
    const { planes, corners } = this;
    const height =
      planes[planeSize * node] * p[0] +
      planes[planeSize * node + 1] * p[1] +
      planes[planeSize * node + 2] * p[2] -
      planes[planeSize * node + offsetAt];
    if (Math.abs(height) > this.doubt || this.triangles[node] < 0) return +(height > 0);
    for (let k = 0; k < 3; k++) {
      a[k] = corners[triangleSize * node + k];
      b[k] = corners[triangleSize * node + 3 + k];
      c[k] = corners[triangleSize * node + 6 + k];
    }
    return +(orient3d(a, b, c, p) > 0);
  }

  /**
   * Visits the leaves along the ray, nearest first, until the label changes, or, if `untilInside`, until one
   * is inside. Returns the node whose plane was crossed last (0 if none was), and sets {@link reached} and
   * {@link isInside} for that leaf; −1 if nothing is found.
   */
  private traverse(untilInside: boolean): number {
    if (this.nodeCount === 0) return -1;
    const { nodes, planes, stack, stretches } = this;
    let top = 1;
    stack[nodeAt] = 0;
    stack[crossedAt] = 0;
    stretches[nearAt] = 0;
    stretches[farAt] = ray[maxTAt];
    let label = 0;
    let visited = 0;
    while (top > 0) {
      top--;
      let node = stack[entrySize * top + nodeAt];
      const entered = stack[entrySize * top + crossedAt];
      const near = stretches[stretchSize * top + nearAt];
      let far = stretches[stretchSize * top + farAt];
      while (node >= 0) {
        visited++;
        const q = planeSize * node;
        const height =
          planes[q] * ray[0] + planes[q + 1] * ray[1] + planes[q + 2] * ray[2] - planes[q + offsetAt];
        const speed =
          planes[q] * ray[directionAt] +
          planes[q + 1] * ray[directionAt + 1] +
          planes[q + 2] * ray[directionAt + 2];
        const cross = -height / speed;
        const side = speed === 0 || cross > near ? +(height > 0) : +(speed > 0);
        if (cross > near && cross < far) {
          stack[entrySize * top + nodeAt] = nodes[nodeSize * node + frontAt - side];
          stack[entrySize * top + crossedAt] = node;
          stretches[stretchSize * top + nearAt] = cross;
          stretches[stretchSize * top + farAt] = far;
          top++;
          far = cross;
        }
        node = nodes[nodeSize * node + side];
      }
      if (untilInside ? node === inside : label !== 0 && node !== label) {
        this.reached[0] = near;
        this.isInside = node === inside;
        this.counters.add(visited, 0);
        return entered;
      }
      label = node;
    }
    this.counters.add(visited, 0);
    return -1;
  }

  private build(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    facesOnly: boolean,
    relativeTolerance: number,
    maxFragments: number,
  ): void {
    const size = this.measure(positions, indices);
    const polygons = readPolygons(positions, indices);
    const tolerance = relativeTolerance * size;
    const parts: Record<'nodes' | 'planes' | 'triangles' | 'corners', number[]> = {
      nodes: [],
      planes: [],
      triangles: [],
      corners: [],
    };
    const cornersOf = (triangle: number) =>
      [0, 1, 2].flatMap(j => [0, 1, 2].map(k => positions[3 * indices[3 * triangle + j] + k]));
    // Cells still to be divided, with the position at which the number of their node is to be stored.
    const work = polygons.length > 0 ? [{ polygons, link: -1, depth: 0 }] : [];
    let fragments = polygons.length;
    for (let cell = work.pop(); cell !== undefined; cell = work.pop()) {
      const node = parts.nodes.length / nodeSize;
      if (cell.link >= 0) parts.nodes[cell.link] = node;
      this.depth = Math.max(this.depth, cell.depth);
      const chosen =
        (facesOnly || cell.polygons.length <= fewFaces ? null : chooseDirection(cell.polygons, tolerance)) ??
        chooseFace(cell.polygons, tolerance, cornersOf);
      // A region without faces is outside in front of a face and inside behind it, or the other way round.
      parts.nodes.push(this.orientation > 0 ? inside : outside, this.orientation > 0 ? outside : inside);
      parts.planes.push(...chosen.plane);
      parts.triangles.push(chosen.triangle);
      parts.corners.push(
        ...(chosen.triangle < 0 ? new Array<number>(triangleSize).fill(0) : cornersOf(chosen.triangle)),
      );
      const { front, back, cuts } = splitPolygons(cell.polygons, chosen.plane, tolerance);
      fragments += cuts;
      if (fragments > maxFragments)
        throw new RangeError(
          `maxFragments: more than ${maxFragments} pieces of ${polygons.length} triangles; does the surface pass through itself?`,
        );
      if (back.length > 0)
        work.push({ polygons: back, link: nodeSize * node + backAt, depth: cell.depth + 1 });
      if (front.length > 0)
        work.push({ polygons: front, link: nodeSize * node + frontAt, depth: cell.depth + 1 });
    }
    this.nodes = Int32Array.from(parts.nodes);
    this.planes = Float64Array.from(parts.planes);
    this.triangles = Int32Array.from(parts.triangles);
    this.corners = Float64Array.from(parts.corners);
    this.nodeCount = this.nodes.length / nodeSize;
    this.reserveStack();
  }

  /**
   * Finds whether the triangles face outward and which heights are doubtful; returns the size of the mesh.
   */
  private measure(positions: ArrayLike<number>, indices: ArrayLike<number>): number {
    let size = 0;
    for (let i = 0; i < indices.length; i++)
      for (let k = 0; k < 3; k++)
        size = Math.max(size, Math.abs(positions[3 * indices[i] + k] - positions[3 * indices[0] + k]));
    let largest = 0;
    for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
    this.doubt = 1e-14 * (largest + size);
    let volume = 0;
    for (let i = 0; i < indices.length; i += 3)
      volume += signedVolume(trianglePoints(positions, indices, i), positions, 3 * indices[0]);
    this.orientation = volume < 0 ? -1 : 1;
    return size;
  }

  private reserveStack(): void {
    this.stack = new Int32Array(entrySize * (this.depth + 4));
    this.stretches = new Float64Array(stretchSize * (this.depth + 4));
  }
}

/** The corners of the triangle whose indices begin at `first`. */
function trianglePoints(positions: ArrayLike<number>, indices: ArrayLike<number>, first: number): number[] {
  const points: number[] = [];
  for (let j = first; j < first + 3; j++)
    for (let k = 0; k < 3; k++) points.push(positions[3 * indices[j] + k]);
  return points;
}

/** The triangles that have an area. */
function readPolygons(positions: ArrayLike<number>, indices: ArrayLike<number>): BspPolygon[] {
  const polygons: BspPolygon[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const points = trianglePoints(positions, indices, i);
    if (planeOf(points) !== null) polygons.push({ points, triangle: i / 3 });
  }
  return polygons;
}

function readRay(origin: ReadonlyVec3, direction: ReadonlyVec3, maxT: number): void {
  requireFiniteArray('origin', origin, 3);
  requireFiniteArray('direction', direction, 3);
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0)
    throw new RangeError('direction must not be zero');
  if (!(typeof maxT === 'number' && maxT >= 0)) refuse('maxT', 'not be negative', maxT);
  for (let k = 0; k < 3; k++) {
    ray[k] = origin[k];
    ray[k + directionAt] = direction[k];
  }
  ray[maxTAt] = maxT;
}
