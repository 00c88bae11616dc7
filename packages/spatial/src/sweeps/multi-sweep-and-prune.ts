/**
 * Multi-SaP: the world cut into a coarse grid of columns, with a separate sweep and prune in each. Ends far
 * apart are never compared or exchanged, which removes the weakness of sweep and prune in large worlds; pairs
 * stay incremental.
 *
 * A box is a member of every column that it touches. A pair is reported by the one column that holds the
 * larger of both lower corners on each axis, so none is reported twice; begin and end events come from the
 * pair lists. The columns at the border extend to infinity, so the world needs no bounds; by default they are
 * taken from the first boxes.
 *
 * Cost: as `SweepAndPrune` with the boxes of a column; a box that is long in the plane of the grid is a
 * member of many.
 *
 * P. Terdiman, "Sweep-and-prune", 2007; E. Coumans, Bullet's multi-SaP, 2006.
 */
import {
  grown,
  PairList,
  type ReadonlyAabb,
  requireAabb,
  requireInteger,
  requirePairList,
} from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import type { BoxStructureOptions } from '../internal/box-structure.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { ScannedBoxes } from '../internal/scanned-boxes.ts';
import { PairTracker } from '../pairs/pair-tracker.ts';
import { SweepAndPrune } from './sweep-and-prune.ts';

const tag = 'msap';
const box = /* @__PURE__ */ new Float64Array(6);
/** The columns of a box: first and last along x, then along z. */
const spanSize = 4;
const firstXAt = 0;
const lastXAt = 1;
const firstZAt = 2;
const lastZAt = 3;
/** Start and width of the columns along a grid axis. */
const startAt = 0;
const widthAt = 1;
const axisSize = 2;
const span = /* @__PURE__ */ new Int32Array(spanSize);

/** Options of {@link MultiSweepAndPrune}. */
export interface MultiSweepAndPruneOptions extends BoxStructureOptions {
  /** Columns along each of the two axes of the grid. Default 4. */
  readonly columns?: number;
  /**
   * The part of the world that the columns divide. Default that of the boxes at the first search for pairs.
   */
  readonly bounds?: ReadonlyAabb;
}

/** Marks a box that is not in any column yet. */
const unplaced = 255;

/** A column: its structure, and maps from its ids to those of the whole and back. */
interface Column {
  readonly sweep: SweepAndPrune;
  owners: Uint32Array;
  locals: Uint32Array;
}

/** A broad phase of many small sweeps. */
export class MultiSweepAndPrune extends ScannedBoxes {
  /** Columns along each axis of the grid. */
  readonly columns: number;
  private readonly tracker = new PairTracker();
  private readonly cells: Column[] = [];
  /** The columns of each box, by id. */
  private spans = new Uint8Array(0);
  /** Start and width of a column on both axes; width 0 if not yet known. */
  private readonly frame = new Float64Array(4);
  private readonly found = new PairList();
  private readonly current = new PairList();

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): MultiSweepAndPrune {
    const arrays = unpackArrays<BoxArrays<[Float64Array, Uint32Array]>>(tag, buffer);
    const [, , , , frame, settings] = arrays;
    const structure = new MultiSweepAndPrune({ capacity: 0, columns: settings[0] });
    structure.restore(arrays);
    structure.frame.set(frame);
    return structure;
  }

  /** @param options number of columns, part of the world, initial capacity; all optional */
  constructor(options: MultiSweepAndPruneOptions = {}) {
    super(knownBoxOptions(options, 'columns', 'bounds'));
    const { columns = 4, bounds } = options;
    requireInteger('columns', columns, 1, 64);
    this.columns = columns;
    if (bounds !== undefined) {
      requireAabb('bounds', bounds);
      for (let i = 0; i < 6; i++) box[i] = bounds[i];
      this.divide();
    }
    for (let i = 0; i < columns * columns; i++)
      this.cells.push({
        sweep: new SweepAndPrune({ capacity: 0 }),
        owners: new Uint32Array(0),
        locals: new Uint32Array(0),
      });
  }

  /** Pairs that began to overlap between the last two calls of {@link findPairs}. */
  get begun(): PairList {
    return this.tracker.begun;
  }

  /** Pairs that ceased to overlap between the last two calls of {@link findPairs}. */
  get ended(): PairList {
    return this.tracker.ended;
  }

  /** Ends exchanged and visited by all columns so far. */
  get exchanges(): number {
    return this.cells.reduce((sum, cell) => sum + cell.sweep.counters.nodesVisited, 0);
  }

  override get byteLength(): number {
    return this.cells.reduce((sum, cell) => sum + cell.sweep.byteLength, super.byteLength);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.assign();
    const { current, found, cells } = this;
    current.clear();
    for (let i = 0; i < cells.length; i++) {
      const { sweep, owners } = cells[i];
      if (sweep.count < 2) continue;
      found.clear();
      const { nodesVisited, boxesTested } = sweep.counters;
      sweep.findPairs(found);
      this.counters.add(sweep.counters.nodesVisited - nodesVisited, sweep.counters.boxesTested - boxesTested);
      for (let k = 0; k < found.count; k++) {
        const a = owners[found.data[2 * k]];
        const b = owners[found.data[2 * k + 1]];
        if (this.homeOf(a, b) === i) current.pushOrdered(a, b);
      }
    }
    this.tracker.update(current);
    out.reserve(out.count + current.count);
    for (let k = 0; k < current.count; k++) out.push(current.data[2 * k], current.data[2 * k + 1]);
    return current.count;
  }

  protected inserted(id: number): void {
    if (this.spans.length < spanSize * this.capacity)
      this.spans = grown(this.spans, spanSize * this.capacity);
    this.spans[spanSize * id + firstXAt] = unplaced;
  }

  protected updated(): void {}

  protected removed(id: number): void {
    this.takeOut(id);
  }

  protected cleared(): void {
    for (const cell of this.cells) cell.sweep.clear();
  }

  protected override updatedAll(): void {}

  protected override packed(): PackedArray[] {
    return [...super.packed(), this.frame, Uint32Array.of(this.columns)];
  }

  private restore(arrays: BoxArrays<PackedArray[]>): void {
    restoreBoxes(this, arrays);
    this.spans = new Uint8Array(spanSize * this.capacity).fill(unplaced);
  }

  /** Divides the part of the world in `box` into columns. */
  private divide(): void {
    const { frame, columns } = this;
    for (let k = 0; k < 2; k++) {
      const axis = 2 * k;
      frame[axisSize * k + startAt] = box[axis];
      frame[axisSize * k + widthAt] = Math.max((box[maxAt + axis] - box[axis]) / columns, 1e-300);
    }
  }

  /**
   * Column on grid axis `k` (0: x, 1: z) of the coordinate at `at` in the boxes; monotone in the coordinate.
   */
  private columnOf(k: number, at: number): number {
    const { frame, columns } = this;
    const column = (this.boxes[at] - frame[axisSize * k + startAt]) / frame[axisSize * k + widthAt];
    return Math.floor(Math.max(0, Math.min(columns - 1, column))) || 0;
  }

  /** The column that reports a pair: that of the larger lower corners. */
  private homeOf(a: number, b: number): number {
    const x = Math.max(this.columnOf(0, boxSize * a), this.columnOf(0, boxSize * b));
    const z = Math.max(this.columnOf(1, boxSize * a + 2), this.columnOf(1, boxSize * b + 2));
    return z * this.columns + x;
  }

  /** Brings the members of all columns up to date. */
  private assign(): void {
    const { boxes, alive, idCount, spans, frame } = this;
    if (this.count === 0) return;
    if (frame[widthAt] === 0) {
      box.fill(Infinity, 0, 3).fill(-Infinity, 3);
      for (let id = 0; id < idCount; id++) {
        if (alive[id] === 0) continue;
        for (let axis = 0; axis < 3; axis++) {
          box[axis] = Math.min(box[axis], boxes[boxSize * id + axis]);
          box[maxAt + axis] = Math.max(box[maxAt + axis], boxes[boxSize * id + maxAt + axis]);
        }
      }
      this.divide();
    }
    for (let id = 0; id < idCount; id++) {
      if (alive[id] === 0) continue;
      span[firstXAt] = this.columnOf(0, boxSize * id);
      span[lastXAt] = this.columnOf(0, boxSize * id + maxAt);
      span[firstZAt] = this.columnOf(1, boxSize * id + 2);
      span[lastZAt] = this.columnOf(1, boxSize * id + maxAt + 2);
      for (let i = 0; i < 6; i++) box[i] = boxes[boxSize * id + i];
      const at = spanSize * id;
      const same =
        spans[at + firstXAt] === span[firstXAt] &&
        spans[at + lastXAt] === span[lastXAt] &&
        spans[at + firstZAt] === span[firstZAt] &&
        spans[at + lastZAt] === span[lastZAt];
      if (!same) this.takeOut(id);
      for (let z = span[firstZAt]; z <= span[lastZAt]; z++)
        for (let x = span[firstXAt]; x <= span[lastXAt]; x++) {
          const cell = this.cells[z * this.columns + x];
          if (same) cell.sweep.update(cell.locals[id], box);
          else this.putIn(cell, id);
        }
      for (let i = 0; i < spanSize; i++) spans[at + i] = span[i];
    }
  }

  private putIn(cell: Column, id: number): void {
    const local = cell.sweep.insert(box);
    if (cell.owners.length < cell.sweep.capacity) cell.owners = grown(cell.owners, cell.sweep.capacity);
    if (cell.locals.length < this.capacity) cell.locals = grown(cell.locals, this.capacity);
    cell.owners[local] = id;
    cell.locals[id] = local;
  }

  private takeOut(id: number): void {
    const { spans } = this;
    const at = spanSize * id;
    if (spans[at + firstXAt] === unplaced) return;
    for (let z = spans[at + firstZAt]; z <= spans[at + lastZAt]; z++)
      for (let x = spans[at + firstXAt]; x <= spans[at + lastXAt]; x++) {
        const { sweep, locals } = this.cells[z * this.columns + x];
        sweep.remove(locals[id]);
      }
    spans[at + firstXAt] = unplaced;
  }
}
