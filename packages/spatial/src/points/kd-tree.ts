/**
 * A k-d tree over points in space: nearest point, k nearest points, points in a ball or a box.
 *
 * The tree is balanced and implicit: points are arranged so that those of every node are a range of one
 * array, divided in the middle by a plane at the median of their widest axis; a node stores its axis and
 * plane, and its children follow from its number. The leaves are ranges of up to `leafCapacity` points. A
 * search descends to the leaf of the query, keeps the other sides on a stack with the distance of their
 * regions, updated axis by axis (Arya & Mount 1993), and skips those beyond the best found so far. Distances
 * of regions and of points are summed in the same order, so rounding never hides a point.
 *
 * Cost: O(n log n) to build, O(log n) expected for a nearest point in a low dimension; queries allocate
 * nothing. Limits: points do not move; `build` takes new ones into the same memory. Of points at the same
 * distance one is chosen, always the same.
 *
 * J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 18(9), 1975. J.
 * H. Friedman, J. L. Bentley, R. A. Finkel, "An algorithm for finding best matches in logarithmic expected
 * time", ACM TOMS 3(3), 1977. S. Arya, D. M. Mount, "Algorithms for fast vector quantization", DCC 1993.
 */
import {
  type IdList,
  type ReadonlyAabb,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireIdList,
  requireInteger,
  requireMultiple,
  requireNonNegative,
  tellUnknown,
} from '@colide/core';
import { readBoxQuery } from '../internal/box-tests.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { QueryCounters } from '../pairs/query-counters.ts';
import { buildKdNode } from './internal/kd-build.ts';
import { siftDown, siftUp, sortHeap } from './internal/nearest-heap.ts';
import { createNearestPoints, type NearestPoint, type NearestPoints } from './nearest-points.ts';

const tag = 'kdtr';
/** A tree of 2²⁶ points has 26 levels; each leaves one entry on the stack. */
const maxLevels = 32;
/** An entry still to be searched: node, first point, the point after the last. */
const entrySize = 3;
const nodeAt = 0;
const beginAt = 1;
const endAt = 2;
const stack = /* @__PURE__ */ new Int32Array(entrySize * maxLevels);
/** Squared distance of each, then its parts along the axes. */
const distanceSize = 4;
const partsAt = 1;
const stackDistances = /* @__PURE__ */ new Float64Array(distanceSize * maxLevels);
const box = /* @__PURE__ */ new Float64Array(6);
/** A heap of one. */
const single = /* @__PURE__ */ createNearestPoints(1);
/**
 * The query point, its squared distances from the box around all points along the axes, the squared limit.
 */
const outsideAt = 3;
const limitAt = 6;
const query = /* @__PURE__ */ new Float64Array(7);

/** Options of {@link KdTree}. */
export interface KdTreeOptions {
  /** The largest number of points per leaf. Default 10. */
  readonly leafCapacity?: number;
}

/** A k-d tree over points. */
export class KdTree {
  /** The points in the order of the tree, three numbers each. */
  points: Float64Array = new Float64Array(0);
  /** The number that each of {@link points} had when it was given. */
  ids: Uint32Array = new Uint32Array(0);
  /**
   * The coordinate of the plane of each node, by heap number: the root is 1, the children of i are 2i and 2i
   * + 1.
   */
  planes: Float64Array = new Float64Array(0);
  /** The axis to which the plane of each node is perpendicular. */
  axes: Uint8Array = new Uint8Array(0);
  /** How many points there are. */
  count = 0;
  /** Work done by queries: nodes visited; points count as boxes tested. */
  readonly counters = new QueryCounters();

  private levels = 0;
  /** The points of the leaf that a search has reached. */
  private leafBegin = 0;
  private leafEnd = 0;
  private leafCapacity: number;
  /** The box around all points. */
  private readonly bounds = new Float64Array(6);

  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): KdTree {
    const [head, bounds, points, ids, planes, axes] = unpackArrays<
      [Float64Array, Float64Array, Float64Array, Uint32Array, Float64Array, Uint8Array]
    >(tag, buffer);
    const tree = new KdTree([], { leafCapacity: head[2] });
    tree.count = head[0];
    tree.levels = head[1];
    tree.bounds.set(bounds);
    tree.points = points;
    tree.ids = ids;
    tree.planes = planes;
    tree.axes = axes;
    return tree;
  }

  /** @param points x, y, z of the points, all finite; copied */
  constructor(points: ArrayLike<number> = [], options: KdTreeOptions = {}) {
    tellUnknown('options', options, ['leafCapacity']);
    const { leafCapacity = 10 } = options;
    requireInteger('leafCapacity', leafCapacity, 1, 2 ** 26);
    this.leafCapacity = leafCapacity;
    this.build(points);
  }

  /** Memory in bytes that the tree's arrays take. */
  get byteLength(): number {
    const { points, ids, planes, axes } = this;
    return points.byteLength + ids.byteLength + planes.byteLength + axes.byteLength;
  }

  /** Replaces the points, reusing memory if it is large enough. */
  build(points: ArrayLike<number>): this {
    requireMultiple('points', points, 3);
    requireFiniteArray('points', points);
    const count = points.length / 3;
    requireInteger('points.length / 3', count, 0, 2 ** 26);
    let levels = 0;
    while (Math.ceil(count / 2 ** levels) > this.leafCapacity) levels++;
    if (this.points.length < points.length) {
      this.points = new Float64Array(points.length);
      this.ids = new Uint32Array(count);
    }
    if (this.planes.length < 1 << levels) {
      this.planes = new Float64Array(1 << levels);
      this.axes = new Uint8Array(1 << levels);
    }
    this.count = count;
    this.levels = levels;
    const { bounds, ids } = this;
    bounds.fill(Infinity, 0, 3);
    bounds.fill(-Infinity, 3);
    for (let i = 0; i < count; i++) {
      ids[i] = i;
      for (let axis = 0; axis < 3; axis++) {
        const x = points[3 * i + axis];
        this.points[3 * i + axis] = x;
        if (x < bounds[axis]) bounds[axis] = x;
        if (x > bounds[axis + 3]) bounds[axis + 3] = x;
      }
    }
    buildKdNode(this, 1, 0, count, levels);
    return this;
  }

  /**
   * Fills `out` with the point nearest to `point` and returns its distance; `Infinity` when there is none
   * within `maxDistance`.
   */
  nearest(out: NearestPoint, point: ReadonlyVec3, maxDistance = Infinity): number {
    if (typeof out?.distance !== 'number') refuse('out', 'be a NearestPoint', out);
    this.readPoint(point, maxDistance);
    this.search(single);
    const isFound = single.count > 0;
    if (isFound) out.id = this.ids[single.ids[0]];
    out.distance = isFound ? Math.sqrt(single.distances[0]) : Infinity;
    return out.distance;
  }

  /**
   * Fills `out` with the points nearest to `point`, as many as it has room for, and returns how many there
   * are within `maxDistance`.
   */
  nearestMany(out: NearestPoints, point: ReadonlyVec3, maxDistance = Infinity): number {
    if (typeof out?.distances !== 'object') refuse('out', 'be a record of nearest points', out);
    this.readPoint(point, maxDistance);
    this.search(out);
    sortHeap(out, this.ids);
    return out.count;
  }

  /** Appends the points at most `radius` away from `center`; returns how many. */
  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    const { points, ids } = this;
    requireIdList('out', out);
    requireNonNegative('radius', radius);
    this.readPoint(center, radius, 'center');
    const qx = query[0];
    const qy = query[1];
    const qz = query[2];
    const limit = query[limitAt];
    const before = out.count;
    let tested = 0;
    for (let top = this.pushRoot(); top > 0; ) {
      top = this.descend(top - 1);
      const { leafEnd } = this;
      tested += leafEnd - this.leafBegin;
      for (let i = this.leafBegin; i < leafEnd; i++) {
        const dx = points[3 * i] - qx;
        const dy = points[3 * i + 1] - qy;
        const dz = points[3 * i + 2] - qz;
        if (dx * dx + dy * dy + dz * dz <= limit) out.push(ids[i]);
      }
    }
    this.counters.add(0, tested);
    return out.count - before;
  }

  /** Appends the points in the box, its border included; returns how many. */
  queryBox(out: IdList, queryBox: ReadonlyAabb): number {
    requireIdList('out', out);
    readBoxQuery(box, queryBox);
    const { points, ids, planes, axes } = this;
    const before = out.count;
    const firstLeaf = 1 << this.levels;
    let visited = 0;
    let tested = 0;
    stack[nodeAt] = 1;
    stack[beginAt] = 0;
    stack[endAt] = this.count;
    for (let top = 1; top > 0; ) {
      top--;
      const node = stack[entrySize * top + nodeAt];
      const begin = stack[entrySize * top + beginAt];
      const end = stack[entrySize * top + endAt];
      if (node < firstLeaf) {
        visited++;
        const axis = axes[node];
        const middle = (begin + end) >> 1;
        if (box[axis + 3] >= planes[node]) {
          stack[entrySize * top + nodeAt] = 2 * node + 1;
          stack[entrySize * top + beginAt] = middle;
          stack[entrySize * top + endAt] = end;
          top++;
        }
        if (box[axis] <= planes[node]) {
          stack[entrySize * top + nodeAt] = 2 * node;
          stack[entrySize * top + beginAt] = begin;
          stack[entrySize * top + endAt] = middle;
          top++;
        }
        continue;
      }
      tested += end - begin;
      for (let i = begin; i < end; i++) {
        const x = points[3 * i];
        const y = points[3 * i + 1];
        const z = points[3 * i + 2];
        if (x >= box[0] && x <= box[3] && y >= box[1] && y <= box[4] && z >= box[2] && z <= box[5])
          out.push(ids[i]);
      }
    }
    this.counters.add(visited, tested);
    return out.count - before;
  }

  /** The whole tree in one buffer, which can be transferred. */
  serialize(): ArrayBuffer {
    const head = Uint32Array.of(this.count, this.levels, this.leafCapacity);
    return packArrays(tag, [head, this.bounds, this.points, this.ids, this.planes, this.axes]);
  }

  /**
   * Fills a heap, the farthest on top, with the slots and squared distances of the points nearest to the
   * query, as many as it has room for, and counts those within the limit.
   */
  private search(out: NearestPoints): void {
    const { points } = this;
    const { ids: heap, distances } = out;
    const room = heap.length;
    const qx = query[0];
    const qy = query[1];
    const qz = query[2];
    let worst = query[limitAt];
    let count = 0;
    let tested = 0;
    for (let top = this.pushRoot(); top > 0; ) {
      top--;
      if (stackDistances[distanceSize * top] > worst) continue;
      top = this.descend(top);
      const { leafEnd } = this;
      tested += leafEnd - this.leafBegin;
      for (let i = this.leafBegin; i < leafEnd; i++) {
        const dx = points[3 * i] - qx;
        const dy = points[3 * i + 1] - qy;
        const dz = points[3 * i + 2] - qz;
        const d = dx * dx + dy * dy + dz * dz;
        if (d > worst || (d === worst && count === room)) continue;
        if (count < room) siftUp(heap, distances, count++, i, d);
        else siftDown(heap, distances, room, i, d);
        if (count === room) worst = distances[0];
      }
      query[limitAt] = worst;
    }
    this.counters.add(0, tested);
    out.count = count;
  }

  /**
   * Begins a search at the root: returns the number of entries on the stack, 1, or 0 if all points are beyond
   * the limit.
   */
  private pushRoot(): number {
    stack[nodeAt] = 1;
    stack[beginAt] = 0;
    stack[endAt] = this.count;
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      stackDistances[partsAt + axis] = query[outsideAt + axis];
      sum += query[outsideAt + axis];
    }
    stackDistances[0] = sum;
    return sum <= query[limitAt] ? 1 : 0;
  }

  /**
   * Descends from the top entry of the stack to the leaf on the query's side, whose points are then those
   * from `leafBegin` to `leafEnd`, and replaces the entry by the other sides within the limit; returns the
   * new top.
   */
  private descend(from: number): number {
    const { planes, axes } = this;
    const limit = query[limitAt];
    const firstLeaf = 1 << this.levels;
    let top = from;
    let node = stack[entrySize * top + nodeAt];
    let begin = stack[entrySize * top + beginAt];
    let end = stack[entrySize * top + endAt];
    const ox = stackDistances[distanceSize * top + partsAt];
    const oy = stackDistances[distanceSize * top + partsAt + 1];
    const oz = stackDistances[distanceSize * top + partsAt + 2];
    let visited = 0;
    while (node < firstLeaf) {
      visited++;
      const axis = axes[node];
      const middle = (begin + end) >> 1;
      const height = query[axis] - planes[node];
      const squared = height * height;
      const nx = axis === 0 ? squared : ox;
      const ny = axis === 1 ? squared : oy;
      const nz = axis === 2 ? squared : oz;
      const distance = nx + ny + nz;
      const low = height < 0;
      node = low ? 2 * node : 2 * node + 1;
      if (distance <= limit) {
        stack[entrySize * top + nodeAt] = node ^ 1;
        stack[entrySize * top + beginAt] = low ? middle : begin;
        stack[entrySize * top + endAt] = low ? end : middle;
        stackDistances[distanceSize * top] = distance;
        stackDistances[distanceSize * top + partsAt] = nx;
        stackDistances[distanceSize * top + partsAt + 1] = ny;
        stackDistances[distanceSize * top + partsAt + 2] = nz;
        top++;
      }
      if (low) end = middle;
      else begin = middle;
    }
    this.leafBegin = begin;
    this.leafEnd = end;
    this.counters.add(visited, 0);
    return top;
  }

  private readPoint(point: ReadonlyVec3, maxDistance: number, name = 'point'): void {
    requireFiniteArray(name, point, 3);
    if (!(typeof maxDistance === 'number' && maxDistance >= 0))
      refuse('maxDistance', 'not be negative', maxDistance);
    const { bounds } = this;
    for (let axis = 0; axis < 3; axis++) {
      const x = point[axis];
      const outside = this.count === 0 ? 0 : Math.max(bounds[axis] - x, x - bounds[axis + 3], 0);
      query[axis] = x;
      query[axis + outsideAt] = outside * outside;
    }
    query[limitAt] = maxDistance * maxDistance;
  }
}
