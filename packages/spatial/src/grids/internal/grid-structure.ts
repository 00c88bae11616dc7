/**
 * The common base of the grids. Every box is an entry of exactly one cell, the one with its lower corner, and
 * no entry extends beyond the next cell on any axis. So every box that touches a given box has its lower
 * corner in the 3 × 3 × 3 cells around it (Ericson, "Real-Time Collision Detection", 2005, §7.1), nothing is
 * found twice, and memory is proportional to the number of boxes.
 *
 * Coordinates become integers first: the scene is mapped to 30 bits on every axis, a cell being a power of
 * two of such quanta. The map is monotone in spite of rounding, so where quanta differ, they have the order
 * of the coordinates. Cells are found by shifts. Only boxes at most a few cells apart remain to be compared,
 * and for them the position within eight cells is enough: ten bits per axis, three axes in one word, so that
 * one subtraction of words compares all three (see {@link fieldDifference}). The doubles are compared only if
 * two fields are equal. No pair is lost or invented, wherever the scene lies.
 *
 * Entries are sorted by cell, together with copies of their words, so that the inner loops read memory in
 * order. The grid is rebuilt, O(n), by the first query after a change: one pass over moving boxes costs less
 * than keeping lists up to date. If single changes alternate with queries, a tree is better.
 */
import { type IdList, requirePositive } from '@colide/core';
import { BoxStructure, type BoxStructureOptions } from '../../internal/box-structure.ts';
import type { BoxTest, BoxTests } from '../../internal/box-tests.ts';
import type { PackedArray } from '../../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../../internal/restore-boxes.ts';
import { type CostOfLarge, chooseCellSize } from './cell-size.ts';

/** Options of all grids. */
export interface GridOptions extends BoxStructureOptions {
  /** Edge of a cell. Default: chosen from the boxes. */
  readonly cellSize?: number;
}

/** Edge of a cell, and quanta per unit of length. */
export const edgeAt = 0;
export const scaleAt = 1;
/**
 * The edge that was requested (0: none), the edge that was chosen (0: not yet), and the extent it was chosen
 * for.
 */
const wishedAt = 2;
const chosenAt = 3;
const extentAt = 4;
/** Words per box: fields of the lower and of the upper corner, key of the cell. */
export const wordSize = 3;
export const lowerAt = 0;
export const upperAt = 1;
export const keyAt = 2;
/** Words per entry: fields of the lower and of the upper corner. */
export const entrySize = 2;
/** Bits of the quanta along an axis. */
const quantaBits = 30;
/** Bits of a field, and how many of them are below a cell. */
export const fieldBits = 10;
export const fieldFraction = 7;
export const fieldMask = 1023;
/** The sign bits of three fields, all other bits, and a one in every field. */
export const signMask = 0x20080200;
export const restMask = 0x1ff7fdff;
export const fieldOnes = 0x00100401;

/** Fields a − b modulo 2¹⁰; the borrow stops at the sign bit of each field, which is corrected afterwards. */
export function fieldDifference(a: number, b: number): number {
  return ((a | signMask) - (b & restMask)) ^ ((a ^ ~b) & signMask);
}

/** Entries sorted by cell, and the queries over ranges of cells. */
export abstract class GridStructure extends BoxStructure {
  /** By id: {@link wordSize} words. */
  protected words = new Int32Array(0);
  /** {@link entrySize} words per entry, in the order of the cells. */
  protected entries = new Int32Array(0);
  /** Ids of the entries. */
  protected entryIds = new Int32Array(0);
  /** How many entries there are. */
  protected entryCount = 0;
  /** Lowest and highest coordinates of the boxes. */
  protected readonly frame = new Float64Array(6);
  /** Binary logarithm of the number of quanta along an edge of the finest cells. */
  protected shift = 0;
  /** Highest cell on each axis, of the finest level. */
  protected readonly last = new Int32Array(3);
  /** Bit i is set when level i has entries. Cells of level i are 2ⁱ times as long as those of level 0. */
  protected levels = 1;
  /** The size of cells, at the offsets above; in an array, so that setting them never allocates. */
  protected readonly cell = new Float64Array(5);
  /** Number of boxes when the cell size was chosen. */
  protected chosenFor = 0;
  /** Range of cells to visit: lowest x, y, z, highest x, y, z. */
  protected readonly range = new Int32Array(6);
  /** Bounds of the query: lowest x, y, z, highest x, y, z. */
  private readonly bounds = new Float64Array(6);
  private dirty = true;

  constructor(options: GridOptions, tests: BoxTests) {
    super(options, tests);
    if (options.cellSize === undefined) return;
    requirePositive('cellSize', options.cellSize);
    this.cell[wishedAt] = options.cellSize;
  }

  /** Current edge of a cell; of the finest ones if there are several levels. */
  get cellSize(): number {
    this.refresh();
    return this.cell[edgeAt];
  }

  override get byteLength(): number {
    return super.byteLength + this.words.byteLength + this.entries.byteLength + this.entryIds.byteLength;
  }

  /**
   * Sorts the boxes into cells of about the requested or chosen size; the scale is to be set by
   * {@link setScale}.
   */
  protected abstract build(): void;
  /** Whether the cells of the chosen size have become a poor choice. */
  protected abstract isCrowded(): boolean;
  /** The cost of boxes longer than a cell. */
  protected abstract readonly costOfLarge: CostOfLarge;
  /** The largest number of cells allowed. */
  protected abstract maxCells(): number;
  /** Appends the ids in the cells {@link range} of a level that pass the test. */
  protected abstract scan(out: IdList, level: number, test: BoxTest): void;

  /** Appends the ids of boxes that are not entries, if any, and pass the test. */
  protected scanOthers(_out: IdList, _test: BoxTest): void {}

  /** Brings the grid up to date. */
  protected refresh(): void {
    if (!this.dirty) return;
    this.dirty = false;
    if (this.entryIds.length < this.capacity) {
      this.words = new Int32Array(wordSize * this.capacity);
      this.entries = new Int32Array(entrySize * this.capacity);
      this.entryIds = new Int32Array(this.capacity);
    }
    this.measure();
    const isChosen = this.chooseSize(false);
    this.build();
    // Boxes may have grown all at once.
    if (isChosen || this.cell[wishedAt] !== 0 || !this.isCrowded()) return;
    this.chooseSize(true);
    this.build();
  }

  /**
   * Appends the boxes that the ray meets, slab by slab of cells along the axis on which it is fastest: a box
   * with its lower corner in slab x lies between x and x + 2, and the part of the ray in between bounds the
   * cells on the other axes.
   */
  private answerRay(out: IdList, test: BoxTest): number {
    const before = out.count;
    const { frame, cell, last, query, bounds, range } = this;
    const { dimension } = this.tests;
    let major = 0;
    for (let axis = 1; axis < dimension; axis++)
      if (Math.abs(query[axis + dimension]) > Math.abs(query[major + dimension])) major = axis;
    const inverse = query[major + 2 * dimension];
    for (let level = 0; this.levels >>> level !== 0; level++) {
      if (((this.levels >>> level) & 1) === 0) continue;
      const slabs = (last[major] >> level) + 1;
      if (16 * slabs > this.entryCount) return this.scanAll(out, before, test);
      const size = cell[edgeAt] * 2 ** level;
      for (let slab = 0; slab < slabs; slab++) {
        const start = frame[major] + size * slab - query[major];
        const margin = 1e-6 * size + 2 ** -48 * (Math.abs(frame[major]) + Math.abs(start));
        const t0 = (start - margin) * inverse;
        const t1 = (start + 2 * size + margin) * inverse;
        const enter = Math.max(0, Math.min(t0, t1));
        const leave = Math.min(query[3 * dimension], Math.max(t0, t1));
        if (!(enter <= leave)) continue;
        for (let axis = 0; axis < dimension; axis++) {
          const from = query[axis] + query[axis + dimension] * enter;
          const to = query[axis] + query[axis + dimension] * leave;
          const slack = 1e-6 * size + 2 ** -48 * (Math.abs(query[axis]) + Math.abs(to) + Math.abs(from));
          bounds[axis] = Math.min(from, to) - slack;
          bounds[axis + 3] = Math.max(from, to) + slack;
        }
        this.setRange(level);
        range[major] = slab;
        range[major + 3] = slab;
        this.scan(out, level, test);
      }
    }
    this.scanOthers(out, test);
    return out.count - before;
  }

  /** Fits the quanta to the scene and to the current cell size, which may have to grow. */
  protected setScale(): void {
    const { frame, cell, last } = this;
    let extent = 0;
    for (let axis = 0; axis < 3; axis++) extent = Math.max(extent, frame[axis + 3] - frame[axis]);
    cell[edgeAt] = Math.max(cell[edgeAt], extent * 2 ** (fieldFraction + 1 - quantaBits), 1e-300);
    const span = extent / cell[edgeAt] + 1;
    let shift = fieldFraction;
    while (shift < quantaBits - 2 && span * 2 ** (shift + 1) < 2 ** quantaBits) shift++;
    this.shift = shift;
    cell[scaleAt] = 2 ** shift / cell[edgeAt];
    for (let axis = 0; axis < 3; axis++)
      last[axis] = (((frame[axis + 3] - frame[axis]) * cell[scaleAt]) | 0) >> shift;
  }

  protected inserted(): void {
    this.dirty = true;
  }

  protected updated(): void {
    this.dirty = true;
  }

  protected removed(): void {
    this.dirty = true;
  }

  protected cleared(): void {
    this.dirty = true;
  }

  protected override insertedAll(): void {
    this.dirty = true;
  }

  protected override updatedAll(): void {
    this.dirty = true;
  }

  protected override packed(): PackedArray[] {
    return [...super.packed(), this.cell];
  }

  protected restore(arrays: BoxArrays<[Float64Array]>): void {
    const [cell] = restoreBoxes(this, arrays);
    this.cell[wishedAt] = cell[wishedAt];
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.refresh();
    if (window === undefined) return this.answerRay(out, test);
    const { bounds } = this;
    const { dimension } = this.tests;
    const before = out.count;
    for (let axis = 0; axis < dimension; axis++) {
      bounds[axis] = window[axis];
      bounds[axis + 3] = window[axis + dimension];
    }
    for (let level = 0; this.levels >>> level !== 0; level++) {
      if (((this.levels >>> level) & 1) === 0) continue;
      if (this.setRange(level) > this.entryCount) return this.scanAll(out, before, test);
      this.scan(out, level, test);
    }
    this.scanOthers(out, test);
    return out.count - before;
  }

  /** Cuts `out` to its first `before` ids and appends all entries and other boxes that pass the test. */
  private scanAll(out: IdList, before: number, test: BoxTest): number {
    const { boxes, entryIds, entryCount, query } = this;
    out.count = before;
    for (let p = 0; p < entryCount; p++) {
      const id = entryIds[p];
      if (test(boxes, id, query)) out.push(id);
    }
    this.counters.add(1, entryCount);
    this.scanOthers(out, test);
    return out.count - before;
  }

  /**
   * Sets {@link range} to the cells of a level whose boxes may touch `bounds`; returns the number of cells.
   */
  private setRange(level: number): number {
    const { frame, cell, last, shift, range, bounds } = this;
    const scale = cell[scaleAt];
    let count = 1;
    range.fill(0);
    for (let axis = 0; axis < this.stride >> 1; axis++) {
      const low = Math.floor((bounds[axis] - frame[axis]) * scale);
      const high = Math.floor((bounds[axis + 3] - frame[axis]) * scale);
      const most = ((last[axis] + 1) << shift) - 1;
      range[axis] = Math.max((Math.max(0, Math.min(low, most)) >> (shift + level)) - 1, 0);
      range[axis + 3] = Math.max(-1, Math.min(high, most)) >> (shift + level);
      count *= range[axis + 3] - range[axis] + 1;
    }
    return count;
  }

  /** Sets {@link frame} from the boxes. */
  private measure(): void {
    const { boxes, alive, idCount, stride, frame } = this;
    const dimension = stride >> 1;
    const third = dimension - 1;
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    for (let id = 0, at = 0; id < idCount; id++, at += stride) {
      if (alive[id] === 0) continue;
      const top = at + dimension;
      if (boxes[at] < lowX) lowX = boxes[at];
      if (boxes[at + 1] < lowY) lowY = boxes[at + 1];
      if (boxes[at + third] < lowZ) lowZ = boxes[at + third];
      if (boxes[top] > highX) highX = boxes[top];
      if (boxes[top + 1] > highY) highY = boxes[top + 1];
      if (boxes[top + third] > highZ) highZ = boxes[top + third];
    }
    frame[0] = lowX;
    frame[1] = lowY;
    frame[2] = dimension === 3 ? lowZ : 0;
    frame[3] = highX;
    frame[4] = highY;
    frame[5] = dimension === 3 ? highZ : 0;
  }

  /**
   * Sets the cell size: as requested; or as chosen before, if the scene has hardly changed and a new choice
   * is not `forced`; or newly chosen. Returns whether it was newly chosen.
   */
  private chooseSize(forced: boolean): boolean {
    const { cell, frame, count, chosenFor } = this;
    let extent = 0;
    for (let axis = 0; axis < 3; axis++) extent = Math.max(extent, frame[axis + 3] - frame[axis]);
    const same =
      !forced &&
      count < 1.5 * chosenFor &&
      count > 0.5 * chosenFor &&
      extent < 1.5 * cell[extentAt] &&
      extent > 0.5 * cell[extentAt] &&
      !this.isCrowded();
    const isChosen = cell[wishedAt] === 0 && !same;
    if (isChosen) {
      cell[chosenAt] = chooseCellSize(this, this.stride, frame, this.costOfLarge, this.maxCells());
      cell[extentAt] = extent;
      this.chosenFor = count;
    }
    cell[edgeAt] = cell[wishedAt] || cell[chosenAt];
    return isChosen;
  }
}
