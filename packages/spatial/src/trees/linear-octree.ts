/**
 * A linear octree over boxes: no nodes and no pointers, only the boxes sorted by the Morton code of their
 * cell.
 *
 * Corners are rounded down to a lattice of 2¹⁹ steps per axis; the leading bits in which the lattice
 * coordinates of a box's two corners agree name the deepest cell that contains it. Sorted by that code, cells
 * before those within them, the boxes of every cell are a range of the array, and the tree is traversed by
 * dividing ranges with binary search. Comparisons of lattice coordinates never lose a pair, since rounding
 * down keeps the order of coordinates.
 *
 * Cost: two radix sorts, O(n), before the first query after a change; all pairs as in `Octree`. 56 bytes per
 * box besides the box. Good for scenes that are filled once or change completely in every frame. Limits: a
 * single moved box means a new sort; boxes smaller than 2⁻¹⁹ of the scene share cells.
 *
 * I. Gargantini, "An effective way to represent quadtrees", Communications of the ACM 25(12), 1982; "Linear
 * octtrees for fast processing of three-dimensional objects", Computer Graphics and Image Processing 20,
 * 1982.
 */
import type { IdList, PairList } from '@colide/core';
import { mortonEncode, RadixScratch, radixSort } from '@colide/math';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import type { BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, directionAt, inverseAt, maxTAt } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { sidesOfChild } from './internal/nested-cells.ts';
import { RebuiltStructure } from './internal/rebuilt-structure.ts';

const tag = 'lioc';
/**
 * Levels below the root: 10 in the high word of a code, 9 in the low one, whose last 5 bits hold the depth.
 */
const levels = 19;
const lowLevels = 9;
/** Bits of the depth at the end of a low code. */
const depthBits = 5;
/** Offset of the scale behind the lower corner of the lattice. */
const scaleAt = 3;
/** Children of a cell. */
const childCount = 8;
/** Ranges of at most this many boxes are not divided. */
const leafCapacity = 8;
const coords = /* @__PURE__ */ new Int32Array(6);

/** Options of {@link LinearOctree}. */
export interface LinearOctreeOptions extends BoxStructureOptions {}

/** An octree in a sorted array. */
export class LinearOctree extends RebuiltStructure {
  /** Ids of the boxes, sorted by cell; the first `count` are valid. */
  order: Uint32Array = new Uint32Array(0);
  /** The first ten levels of the code of each box in that order, three bits each. */
  high: Uint32Array = new Uint32Array(0);
  /** The other nine levels, then five bits of depth. */
  low: Uint32Array = new Uint32Array(0);
  /** Lattice coordinates of the corners of each box, by id: min x, y, z, max x, y, z. */
  coords: Int32Array = new Int32Array(0);

  /** Lower corner of the lattice, then steps per unit of length. */
  private readonly lattice = new Float64Array(4);
  private readonly scratch = new RadixScratch();
  private readonly stack = new Int32Array(3 * childCount * (levels + 2));

  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): LinearOctree {
    const tree = new LinearOctree({ capacity: 0 });
    const [lattice, order, high, low, coords] = restoreBoxes(
      tree,
      unpackArrays<BoxArrays<[Float64Array, Uint32Array, Uint32Array, Uint32Array, Int32Array]>>(tag, buffer),
    );
    tree.lattice.set(lattice);
    tree.order = order;
    tree.high = high;
    tree.low = low;
    tree.coords = coords;
    tree.stale = false;
    return tree;
  }

  /** @param options initial capacity; all optional */
  constructor(options: LinearOctreeOptions = {}) {
    super(knownBoxOptions(options));
  }

  serialize(): ArrayBuffer {
    this.prepare();
    return packArrays(tag, this.packed());
  }

  protected override packed(): PackedArray[] {
    return [...super.packed(), this.lattice, this.order, this.high, this.low, this.coords];
  }

  protected override rebuild(): void {
    const { capacity, idCount, alive } = this;
    if (this.order.length < capacity) {
      this.order = new Uint32Array(capacity);
      this.high = new Uint32Array(capacity);
      this.low = new Uint32Array(capacity);
      this.coords = new Int32Array(boxSize * capacity);
    }
    this.layLattice();
    const { order, high, low } = this;
    let count = 0;
    for (let id = 0; id < idCount; id++) {
      if (alive[id] === 0) continue;
      this.round(this.coords, boxSize * id, this.boxes, boxSize * id);
      order[count] = id;
      low[count++] = this.lowCode(id);
    }
    // Stable sorts by the low and then by the high word sort by the whole code.
    radixSort(low, order, this.scratch, count);
    for (let i = 0; i < count; i++) high[i] = this.highCode(order[i]);
    radixSort(high, order, this.scratch, count);
    for (let i = 0; i < count; i++) low[i] = this.lowCode(order[i]);
  }

  private layLattice(): void {
    const { lattice, boxes, alive, idCount } = this;
    let widest = 0;
    for (let axis = 0; axis < 3; axis++) {
      let min = Infinity;
      let max = -Infinity;
      for (let id = 0; id < idCount; id++) {
        if (alive[id] === 0) continue;
        min = Math.min(min, boxes[boxSize * id + axis]);
        max = Math.max(max, boxes[boxSize * id + maxAt + axis]);
      }
      lattice[axis] = min;
      widest = Math.max(widest, max - min);
    }
    const scale = (2 ** levels - 1) / widest;
    lattice[scaleAt] = scale < Infinity ? scale : 0;
  }

  /**
   * Writes the lattice coordinates of the two corners of a box. Those outside the lattice move to its border.
   */
  private round(out: Int32Array, at: number, boxes: Float64Array, from: number): void {
    const { lattice } = this;
    const scale = lattice[scaleAt];
    for (let i = 0; i < 6; i++) {
      const coordinate = (boxes[from + i] - lattice[i < 3 ? i : i - 3]) * scale;
      out[at + i] = Math.max(0, Math.min(2 ** levels - 1, coordinate));
    }
  }

  /** Depth of the deepest cell that contains box `id`: the number of leading bits that agree. */
  private depth(id: number): number {
    const { coords } = this;
    const at = boxSize * id;
    const differing =
      (coords[at] ^ coords[at + 3]) | (coords[at + 1] ^ coords[at + 4]) | (coords[at + 2] ^ coords[at + 5]);
    return Math.clz32(differing) - (32 - levels);
  }

  private highCode(id: number): number {
    const { coords } = this;
    const at = boxSize * id;
    const mask = -1 << (levels - this.depth(id));
    return mortonEncode(
      (coords[at] & mask) >> lowLevels,
      (coords[at + 1] & mask) >> lowLevels,
      (coords[at + 2] & mask) >> lowLevels,
    );
  }

  private lowCode(id: number): number {
    const { coords } = this;
    const at = boxSize * id;
    const depth = this.depth(id);
    const mask = (-1 << (levels - depth)) & ((1 << lowLevels) - 1);
    const code = mortonEncode(coords[at] & mask, coords[at + 1] & mask, coords[at + 2] & mask);
    return ((code << depthBits) | depth) >>> 0;
  }

  /** Which child of a cell at `depth` the box at position `i` is in. */
  private digit(i: number, depth: number): number {
    const shift = levels - 1 - depth;
    if (shift >= lowLevels) return (this.high[i] >>> (3 * (shift - lowLevels))) & 7;
    return (this.low[i] >>> (depthBits + 3 * shift)) & 7;
  }

  /**
   * The end of the boxes of child `k`, among those from `from` to `end`, which are in this child or a later
   * one.
   */
  private endOfChild(from: number, end: number, depth: number, k: number): number {
    let low = from;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.digit(middle, depth) <= k) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The end of the boxes that are in the cell itself, not in one of its children. */
  private endOfOwn(from: number, end: number, depth: number): number {
    if (end - from <= leafCapacity) return end;
    let at = from;
    while (at < end && (this.low[at] & (2 ** depthBits - 1)) === depth) at++;
    return at;
  }

  protected override pairAll(out: PairList): void {
    this.walk(out, 0, this.count, 0, 0, 0);
  }

  /**
   * Reports the pairs among the items of the range, a cell at `depth`, and with those carried from `begin` to
   * `top`.
   */
  private walk(out: PairList, from: number, end: number, depth: number, begin: number, top: number): void {
    const { order, carried, boxes } = this;
    this.visited++;
    let last = top;
    let at = from;
    for (const own = this.endOfOwn(from, end, depth); at < own; at++) {
      this.tested += last - begin;
      carried.compare(out, boxes, boxSize, order[at], begin, last);
      carried.put(last++, order[at]);
    }
    if (at === end) return;
    this.markSides(order[at], depth, begin, last);
    while (at < end) {
      const k = this.digit(at, depth);
      const next = this.endOfChild(at, end, depth, k);
      this.walk(out, at, next, depth + 1, last, carried.select(begin, last, sidesOfChild(k, 3)));
      at = next;
    }
  }

  /**
   * Marks which sides of the planes of the cell at `depth` that contains box `id` the carried items touch.
   */
  private markSides(id: number, depth: number, begin: number, end: number): void {
    const { coords } = this;
    const { items, sides } = this.carried;
    const mask = -1 << (levels - depth);
    const half = 1 << (levels - depth - 1);
    for (let i = begin; i < end; i++) {
      const at = boxSize * items[i];
      let bits = 0;
      for (let axis = 0; axis < 3; axis++) {
        const plane = (coords[boxSize * id + axis] & mask) + half;
        if (coords[at + axis] < plane) bits |= 1 << (2 * axis);
        if (coords[at + axis + 3] >= plane) bits |= 2 << (2 * axis);
      }
      sides[i] = bits;
    }
  }

  /** Visits the cells that meet the window, or the ray, and tests their boxes. */
  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.prepare();
    const { stack, order, boxes, query } = this;
    const before = out.count;
    let visited = 0;
    let tested = 0;
    let top = 0;
    if (window !== undefined) this.round(coords, 0, window, 0);
    if (this.count > 0) {
      stack[1] = this.count;
      stack[0] = stack[2] = 0;
      top = 3;
    }
    while (top > 0) {
      const depth = stack[--top];
      const end = stack[--top];
      let at = stack[--top];
      const first = order[at];
      const isMet =
        window === undefined ? this.rayMeetsCell(first, depth) : this.windowMeetsCell(first, depth);
      if (!isMet) continue;
      visited++;
      for (const own = this.endOfOwn(at, end, depth); at < own; at++) {
        tested++;
        if (test(boxes, order[at], query)) out.push(order[at]);
      }
      while (at < end) {
        const next = this.endOfChild(at, end, depth, this.digit(at, depth));
        stack[top++] = at;
        stack[top++] = next;
        stack[top++] = depth + 1;
        at = next;
      }
    }
    this.counters.add(visited, tested);
    return out.count - before;
  }

  /** Whether the cell at `depth` in which box `id` lies touches the query's lattice coordinates. */
  private windowMeetsCell(id: number, depth: number): boolean {
    const mask = -1 << (levels - depth);
    for (let axis = 0; axis < 3; axis++) {
      const cell = this.coords[boxSize * id + axis] & mask;
      if (coords[axis] > (cell | ~mask) || coords[axis + 3] < cell) return false;
    }
    return true;
  }

  /** Whether the ray meets that cell, enlarged far beyond rounding. */
  private rayMeetsCell(id: number, depth: number): boolean {
    const { lattice, query } = this;
    if (lattice[scaleAt] === 0 || depth === 0) return true;
    const mask = -1 << (levels - depth);
    let near = 0;
    let far = query[maxTAt];
    for (let axis = 0; axis < 3; axis++) {
      const cell = this.coords[boxSize * id + axis] & mask;
      const slack = 1e-14 * (Math.abs(lattice[axis]) + Math.abs(query[axis]));
      const low = lattice[axis] - query[axis] + (cell - 1e-6) / lattice[scaleAt] - slack;
      const high = lattice[axis] - query[axis] + ((cell | ~mask) + 1 + 1e-6) / lattice[scaleAt] + slack;
      if (query[axis + directionAt] === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      const inverse = query[axis + inverseAt];
      near = Math.max(near, Math.min(low * inverse, high * inverse) * (1 - 1e-14));
      far = Math.min(far, Math.max(low * inverse, high * inverse) * (1 + 1e-14));
    }
    return near <= far;
  }
}
