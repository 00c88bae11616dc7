/**
 * A bounding volume hierarchy over the triangles of a mesh: the structure of choice for ray casts. Needs no
 * tuning.
 *
 * Triangles lie in leaf order in one array, nodes in another (`nodes`, layout in `internal/bvh-layout.ts`),
 * both flat, so that they can be uploaded as they are. The tree is built over cells of a Morton curve by the
 * surface area heuristic in about O(n log n) with a small constant (`internal/triangle-tree.ts`). A ray
 * visits the nearer child first and skips nodes that begin beyond the nearest hit so far. After vertices have
 * moved, make a new one or call `triangleBvhRefit`.
 *
 * Building in a worker: build there, `serialize`, transfer the buffer, `TriangleBvh.deserialize` here.
 *
 * Memory: 36 bytes per triangle (72 for vertices in doubles) and about 17 for nodes and order.
 *
 * Kay & Kajiya 1986 (slabs); Wald 2007 (binned builds); Pantaleoni & Luebke 2010 (Morton clusters).
 */

import type { IdList } from '@colide/core';
import { countAt, firstAt, maxDepth, nodeSize } from '../internal/bvh-layout.ts';
import { knownTriangleOptions } from '../internal/known-options.ts';
import { offsetAt, planeSize, triangleSize } from '../internal/mesh-layout.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { farFactor, inverseAt, limitAt } from '../internal/ray-state.ts';
import { TriangleStructure } from '../internal/triangle-structure.ts';
import type { RefitLists } from './internal/refit-lists.ts';
import { triangleCurve } from './internal/triangle-curve.ts';
import { buildTriangleTree } from './internal/triangle-tree.ts';
import type { SlotVisitor, TriangleQueryOptions } from './triangle-queries.ts';

export type { Corners } from '../internal/ray-state.ts';

/** Options of {@link TriangleBvh}. */
export interface TriangleBvhOptions extends TriangleQueryOptions {}

const tag = 'tbvh';

/** What is packed: the number of triangles and the kind of ray test come first. */
type TreeArrays = NonNullable<ConstructorParameters<typeof TriangleBvh>[3]>;
/** The arrays of a buffer: counts, order, nodes and, unless it is compact, corners. */
const partsWithCorners = 4;
/** How many triangles are compared with the mesh. */
const sampleSize = 64;
const sample = /* @__PURE__ */ new Float64Array(triangleSize);

const stack = /* @__PURE__ */ new Uint32Array(maxDepth);
/** The parameter at which the ray enters each node on the stack, or the distance of the node. */
const entries = /* @__PURE__ */ new Float64Array(maxDepth);

/** A triangle mesh with a bounding volume hierarchy. */
export class TriangleBvh extends TriangleStructure {
  /** Eight words per node: minimum, maximum, first child or first slot, 0 or number of slots. */
  declare nodes: Float32Array;
  /** The memory of {@link nodes} as integers. */
  declare words: Uint32Array;
  /** How many times the tree was refitted. @internal */
  revision = 0;
  /** Made by the first refit. @internal */
  refitLists: RefitLists | undefined;

  /**
   * Restores a structure from the buffer of {@link serialize}, and the mesh it was made for. The buffer is
   * used, not copied. A sample of the triangles is compared with the mesh, and all links are checked, so that
   * no traversal leaves the tree; this takes most of the time, 1.5 ms for a million triangles. Buffers that
   * this program has made itself, as in a worker, may be `trusted`. A compact buffer takes 60 ms.
   */
  static deserialize(
    buffer: ArrayBufferLike,
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    trusted = false,
  ): TriangleBvh {
    const built = unpackArrays<TreeArrays>(tag, buffer);
    const options = { watertight: built[0]?.[1] === 1 };
    requireTree(built, indices?.length / 3);
    if (!trusted) requireLinks(built);
    return new TriangleBvh(positions, indices, options, built);
  }

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param built arrays that `deserialize` passes, checked, so that nothing is built
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: TriangleBvhOptions = {},
    built?: readonly [
      counts: Uint32Array,
      order: Uint32Array,
      nodes: Float32Array,
      corners?: Float32Array | Float64Array,
    ],
  ) {
    super(positions, indices, knownTriangleOptions(options), built?.length === partsWithCorners);
    const count = this.triangleCount;
    this.refitLists = undefined;
    if (built) {
      const [, order, nodes, corners] = built;
      this.nodes = nodes;
      if (corners === undefined) this.arrange(order);
      else {
        this.order = order;
        this.corners = corners;
        this.requireSameMesh();
      }
    } else {
      const corners = this.makeCorners(count);
      const curve = triangleCurve(positions, indices, corners);
      this.nodes = buildTriangleTree(curve, this);
      this.arrange(curve.order, corners);
    }
    this.words = new Uint32Array(this.nodes.buffer, this.nodes.byteOffset, this.nodes.length);
  }

  /**
   * The structure in one buffer, which can be transferred, without vertices and indices. A `compact` buffer,
   * for files, is a third of the size, but takes longer to restore, because it does not hold the corners of
   * the triangles.
   */
  serialize(compact = false): ArrayBuffer {
    return packArrays(tag, compact ? this.packed() : [...this.packed(), this.corners]);
  }

  protected packed(): PackedArray[] {
    return [Uint32Array.of(this.triangleCount, +this.watertight), this.order, this.nodes];
  }

  /** Compares some of the corners, spread over all slots, with the mesh. */
  private requireSameMesh(): void {
    const { corners, order, triangleCount: count } = this;
    for (let i = 0; i < Math.min(count, sampleSize); i++) {
      const slot = Math.floor((i * count) / Math.min(count, sampleSize));
      this.triangle(sample, order[slot]);
      for (let k = 0; k < triangleSize; k++)
        if (sample[k] !== corners[triangleSize * slot + k])
          throw new RangeError('positions and indices must be of the mesh that buffer was made for');
    }
  }

  /**
   * Both children of a node are tested at once and without a branch: a box is hit if every slab is entered
   * before any other is left, is entered before the limit, and is left ahead of the origin. `Math.max` and
   * `Math.min` would take a branch each that no predictor can learn.
   *
   * One function on purpose: with a function that tests one child and returns the parameter of entry, 2 000
   * rays at a torus of 16 200 triangles took 1.09 ms instead of 0.78.
   */
  protected cast(ray: Float64Array): void {
    if (this.triangleCount === 0) return;
    const { nodes, words } = this;
    const ox = ray[0];
    const oy = ray[1];
    const oz = ray[2];
    const ix = ray[inverseAt];
    const iy = ray[inverseAt + 1];
    const iz = ray[inverseAt + 2];
    const jx = ix * farFactor;
    const jy = iy * farFactor;
    const jz = iz * farFactor;
    // Whether the ray meets the minimum or the maximum first.
    const nearX = ix < 0 ? 3 : 0;
    const nearY = iy < 0 ? 4 : 1;
    const nearZ = iz < 0 ? 5 : 2;
    const farX = 3 - nearX;
    const farY = 5 - nearY;
    const farZ = 7 - nearZ;
    let visited = 0;
    // A little beyond the nearest hit: the entry of a flat box may be rounded up past a hit at the same t.
    let limit = ray[limitAt] * farFactor;
    let depth = 0;
    let node = 0;
    for (;;) {
      visited++;
      const count = words[nodeSize * node + countAt];
      const first = words[nodeSize * node + firstAt];
      if (count === 0) {
        const a = nodeSize * first;
        const b = a + nodeSize;
        const enterAx = (nodes[a + nearX] - ox) * ix;
        const enterAy = (nodes[a + nearY] - oy) * iy;
        const enterAz = (nodes[a + nearZ] - oz) * iz;
        const leaveAx = (nodes[a + farX] - ox) * jx;
        const leaveAy = (nodes[a + farY] - oy) * jy;
        const leaveAz = (nodes[a + farZ] - oz) * jz;
        const meetsA =
          +(enterAx <= leaveAy) &
          +(enterAx <= leaveAz) &
          +(enterAx <= limit) &
          +(enterAy <= leaveAx) &
          +(enterAy <= leaveAz) &
          +(enterAy <= limit) &
          +(enterAz <= leaveAx) &
          +(enterAz <= leaveAy) &
          +(enterAz <= limit) &
          +(leaveAx >= 0) &
          +(leaveAy >= 0) &
          +(leaveAz >= 0);
        const enterBx = (nodes[b + nearX] - ox) * ix;
        const enterBy = (nodes[b + nearY] - oy) * iy;
        const enterBz = (nodes[b + nearZ] - oz) * iz;
        const leaveBx = (nodes[b + farX] - ox) * jx;
        const leaveBy = (nodes[b + farY] - oy) * jy;
        const leaveBz = (nodes[b + farZ] - oz) * jz;
        const meetsB =
          +(enterBx <= leaveBy) &
          +(enterBx <= leaveBz) &
          +(enterBx <= limit) &
          +(enterBy <= leaveBx) &
          +(enterBy <= leaveBz) &
          +(enterBy <= limit) &
          +(enterBz <= leaveBx) &
          +(enterBz <= leaveBy) &
          +(enterBz <= limit) &
          +(leaveBx >= 0) &
          +(leaveBy >= 0) &
          +(leaveBz >= 0);
        if (meetsA & meetsB) {
          // Go on with the nearer one, keep the other for later.
          const enterA = Math.max(enterAx, enterAy, enterAz);
          const enterB = Math.max(enterBx, enterBy, enterBz);
          const later = +(enterA <= enterB);
          stack[depth] = first + later;
          entries[depth++] = Math.max(enterA, enterB);
          node = first + 1 - later;
          continue;
        }
        if (meetsA | meetsB) {
          node = first + meetsB;
          continue;
        }
      } else {
        if (this.castSlots(ray, first, first + count)) break;
        limit = ray[limitAt] * farFactor;
      }
      do depth--;
      while (depth >= 0 && entries[depth] > limit);
      if (depth < 0) break;
      node = stack[depth];
    }
    this.counters.add(visited, 0);
  }

  slotsAround(target: Float64Array, visit: SlotVisitor): void {
    if (this.triangleCount === 0) return;
    const { nodes, words } = this;
    let visited = 0;
    let depth = 0;
    stack[0] = 0;
    entries[0] = boxDistance(nodes, 0, target);
    while (depth >= 0) {
      const node = stack[depth];
      if (entries[depth--] > target[3]) continue;
      visited++;
      const count = words[nodeSize * node + countAt];
      const first = words[nodeSize * node + firstAt];
      if (count > 0) {
        this.approachSlots(visit, target, first, first + count);
        continue;
      }
      const a = boxDistance(nodes, nodeSize * first, target);
      const b = boxDistance(nodes, nodeSize * first + nodeSize, target);
      const later = +(a <= b);
      stack[++depth] = first + later;
      entries[depth] = Math.max(a, b);
      stack[++depth] = first + 1 - later;
      entries[depth] = Math.min(a, b);
    }
    this.counters.add(visited, 0);
  }

  slotsIn(out: IdList, box: Float64Array): void {
    this.gather(out, meetsBox, box);
  }

  slotsInside(out: IdList, planes: ArrayLike<number>): void {
    this.gather(out, isInside, planes);
  }

  /** Appends the slots of all leaves whose ancestors pass the test. */
  private gather(out: IdList, passes: NodeTest, target: ArrayLike<number>): void {
    if (this.triangleCount === 0) return;
    const { words, nodes } = this;
    let depth = 0;
    stack[0] = 0;
    while (depth >= 0) {
      const at = nodeSize * stack[depth--];
      this.counters.add(1, 0);
      if (!passes(nodes, at, target)) continue;
      const count = words[at + countAt];
      const first = words[at + firstAt];
      for (let slot = first; slot < first + count; slot++) out.push(slot);
      if (count > 0) continue;
      stack[++depth] = first;
      stack[++depth] = first + 1;
    }
  }
}

/** Throws unless `parts` have the kinds and lengths of a tree over `count` triangles. */
function requireTree([counts, order, nodes, corners]: TreeArrays, count: number): void {
  const kinds = [counts, order, nodes].map(part => part?.[Symbol.toStringTag]).join();
  let isTree = kinds === 'Uint32Array,Uint32Array,Float32Array' && counts.length === 2;
  if (isTree && counts[0] !== count) throw new RangeError(`indices must have ${counts[0]} triangles`);
  isTree &&=
    order.length === count && nodes.length % (2 * nodeSize) === 0 && nodes.length <= 2 * nodeSize * count;
  isTree &&= count === 0 || nodes.length > 0;
  if (corners)
    isTree &&= corners[Symbol.toStringTag].startsWith('Float') && corners.length === triangleSize * count;
  if (!isTree) throw damaged();
}

/** Throws unless every traversal of the tree ends and stays inside. */
function requireLinks([, order, nodes]: TreeArrays): void {
  if (!linksAreInside(nodes, order.length) || !slotsAreInside(order)) throw damaged();
}

function damaged(): RangeError {
  return new RangeError('buffer must hold a whole TriangleBvh');
}

/** Whether leaves have slots below `count`, and inner nodes children after themselves: two per round. */
function linksAreInside(nodes: Float32Array, count: number): boolean {
  const words = new Int32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const size = words.length;
  const spare = size / nodeSize - 2 - count;
  for (let at = 0, node = 0; at < size; at += 2 * nodeSize, node += 2) {
    // The root has no sibling.
    const next = at === 0 ? 0 : at + nodeSize;
    const signs =
      linkSigns(words[at + firstAt], words[at + countAt], node, count, spare) |
      linkSigns(words[next + firstAt], words[next + countAt], node + 1, count, spare);
    if (signs < 0) return false;
  }
  return true;
}

/**
 * Negative unless the slots of a leaf are below `count`, or the first child of an inner node comes after it
 * and is at most `count + spare`. Whether it is a leaf cannot be predicted, so no branch depends on it: what
 * must not be negative is gathered in one sign bit.
 */
function linkSigns(first: number, slots: number, node: number, count: number, spare: number): number {
  const inner = (slots - 1) >> 31;
  const room = count + (inner & spare) - first;
  return first | slots | (first - (inner & (node + 1))) | room | (room - slots);
}

/** Whether every slot has one of the triangles. Four slots per round. */
function slotsAreInside(order: Uint32Array): boolean {
  const count = order.length;
  const whole = count - (count % 4);
  for (let i = 0; i < whole; i += 4)
    if (order[i] >= count || order[i + 1] >= count || order[i + 2] >= count || order[i + 3] >= count)
      return false;
  for (let i = whole; i < count; i++) if (order[i] >= count) return false;
  return true;
}

/** Squared distance of the point at the beginning of `target` from the box at `nodes[at]`. */
function boxDistance(nodes: Float32Array, at: number, target: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const x = target[k];
    const d = Math.max(nodes[at + k] - x, x - nodes[at + k + 3], 0);
    sum += d * d;
  }
  return sum;
}

/** Whether the node at `at` has to be visited for `target`. */
type NodeTest = (nodes: Float32Array, at: number, target: ArrayLike<number>) => boolean;

function meetsBox(nodes: Float32Array, at: number, box: ArrayLike<number>): boolean {
  for (let k = 0; k < 3; k++) if (!(nodes[at + k] <= box[k + 3] && box[k] <= nodes[at + k + 3])) return false;
  return true;
}

function isInside(nodes: Float32Array, at: number, planes: ArrayLike<number>): boolean {
  for (let p = 0; p < planes.length; p += planeSize) {
    let height = -planes[p + offsetAt];
    let size = Math.abs(height);
    for (let k = 0; k < 3; k++) {
      const n = planes[p + k];
      const term = n * nodes[at + k + (n < 0 ? 3 : 0)];
      height += term;
      size += Math.abs(term);
    }
    if (height > 1e-12 * size) return false;
  }
  return true;
}
