/**
 * A dense uniform grid: space cut into equal cubes, stored as one array of cells. The simplest structure, and
 * the fastest one for boxes of similar size that fill their space evenly.
 *
 * Building is a counting sort by cell; a pass over the cells in order finds the pairs, each box being
 * compared with the later entries of its own cell and with half of the cells around it, in at most five runs
 * of memory. A box that does not extend into the next cell on any axis skips the runs there. Boxes longer
 * than a cell are kept separately and visit the cells that they cover, so that a huge box in a fine grid
 * takes no more memory than a small one.
 *
 * Cost: O(n) to build and O(n + pairs) to find pairs, while sizes are similar and density even. There are at
 * most about four cells per box: a scene with far outliers or dense heaps crowds few cells, and then
 * `HashGrid` is the better choice.
 *
 * Grids for collision: C. Ericson, "Real-Time Collision Detection", 2005, ch. 7. Counting sort of cells: S.
 * Green, "Particle simulation using CUDA", 2010.
 */
import { IdList, type PairList, requirePairList } from '@colide/core';
import { boxSize } from '../internal/box-layout.ts';
import { type BoxTest, boxTests } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import {
  edgeAt,
  entrySize,
  fieldBits,
  fieldDifference,
  fieldFraction,
  fieldMask,
  fieldOnes,
  type GridOptions,
  GridStructure,
  keyAt,
  lowerAt,
  restMask,
  scaleAt,
  signMask,
  upperAt,
  wordSize,
} from './internal/grid-structure.ts';

export type { GridOptions } from './internal/grid-structure.ts';

const tag = 'ugrd';
/** Largest number of cells per box, and extra cells for small scenes. */
const cellsPerBox = 4;
const spareCells = 64;
/** Key of a box that is longer than a cell. */
const largeKey = -1;
/**
 * Offsets of the five runs of cells that a box is compared with, and the axes on which it has to extend into
 * them.
 */
const runs = /* @__PURE__ */ new Int32Array(5);
const runMasks = /* @__PURE__ */ Uint8Array.of(0, 2, 4, 4, 6);

/** Options of {@link UniformGrid}. */
export interface UniformGridOptions extends GridOptions {}

/** A broad phase of equal cells in one array. */
export class UniformGrid extends GridStructure {
  protected readonly costOfLarge = { alone: 50, pair: 0.5 };
  /**
   * First entry of each cell. Cells are in rows along x with an empty one between rows, and an empty row
   * between layers.
   */
  private starts = new Int32Array(0);
  private cellCount = 0;
  private rowLength = 0;
  private layerLength = 0;
  /** Boxes longer than a cell are not entries; their ids come after those of the entries. */
  private largeCount = 0;
  /** The first large box that {@link scanOthers} looks at. */
  private firstLarge = 0;
  private readonly found = new IdList();

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): UniformGrid {
    const structure = new UniformGrid({ capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options cell size, initial capacity; all optional */
  constructor(options: UniformGridOptions = {}, tests = boxTests) {
    super(knownBoxOptions(options, 'cellSize'), tests);
  }

  override get byteLength(): number {
    return super.byteLength + this.starts.byteLength;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.refresh();
    const before = out.count;
    this.pairEntries(out);
    this.pairLarge(out);
    return out.count - before;
  }

  protected isCrowded(): boolean {
    return this.largeCount > 20 + this.chosenFor / 10;
  }

  protected maxCells(): number {
    return cellsPerBox * this.count + spareCells;
  }

  protected build(): void {
    this.layOut();
    this.setScale();
    this.countCells();
    this.sort();
  }

  protected scan(out: IdList, _level: number, test: BoxTest): void {
    const { boxes, starts, entryIds, rowLength, layerLength, range, query } = this;
    let tested = 0;
    for (let z = range[2]; z <= range[5]; z++)
      for (let y = range[1]; y <= range[4]; y++) {
        const row = rowLength + 1 + z * layerLength + y * rowLength;
        const end = starts[row + range[3] + 1];
        let p = starts[row + range[0]];
        tested += end - p;
        for (; p < end; p++) {
          const id = entryIds[p];
          if (test(boxes, id, query)) out.push(id);
        }
      }
    this.counters.add((range[4] - range[1] + 1) * (range[5] - range[2] + 1), tested);
  }

  protected override scanOthers(out: IdList, test: BoxTest): void {
    const { boxes, entryIds, firstLarge, query } = this;
    const end = this.entryCount + this.largeCount;
    for (let p = firstLarge; p < end; p++) {
      const id = entryIds[p];
      if (test(boxes, id, query)) out.push(id);
    }
    this.counters.add(0, end - firstLarge);
  }

  /** Enlarges the cells until their number fits the number of boxes. */
  private layOut(): void {
    const { cell, frame } = this;
    const most = 2 * this.maxCells();
    for (;;) {
      let cells = 1;
      for (let axis = 0; axis < 3; axis++) cells *= (frame[axis + 3] - frame[axis]) / cell[edgeAt] + 2;
      if (!(cells > most)) return;
      cell[edgeAt] *= 1.25;
    }
  }

  /** Finds cell and words of every box and counts the boxes of every cell. */
  private countCells(): void {
    const { boxes, alive, idCount, stride, frame, last, shift, words } = this;
    const rowLength = last[0] + 2;
    const layerLength = rowLength * (last[1] + 2);
    const origin = rowLength + 1;
    const length = origin + layerLength * (last[2] + 1) + 2;
    if (this.starts.length < length) this.starts = new Int32Array(Math.ceil(1.5 * length));
    else this.starts.fill(0, 0, length);
    this.cellCount = length - 2;
    this.rowLength = rowLength;
    this.layerLength = layerLength;
    const { starts } = this;
    const scale = this.cell[scaleAt];
    const originX = frame[0];
    const originY = frame[1];
    const originZ = frame[2];
    const solid = stride === boxSize;
    const dimension = stride >> 1;
    const halfCell = 1 << (shift - 1);
    const fine = shift - fieldFraction;
    let large = 0;
    for (let id = 0, at = 0, word = 0; id < idCount; id++, at += stride, word += wordSize) {
      if (alive[id] === 0) continue;
      const top = at + dimension;
      const lowX = ((boxes[at] - originX) * scale) | 0;
      const lowY = ((boxes[at + 1] - originY) * scale) | 0;
      const lowZ = solid ? ((boxes[at + 2] - originZ) * scale) | 0 : 0;
      const highX = ((boxes[top] - originX) * scale) | 0;
      const highY = ((boxes[top + 1] - originY) * scale) | 0;
      const highZ = solid ? ((boxes[top + 2] - originZ) * scale) | 0 : halfCell;
      const x = lowX >> shift;
      const y = lowY >> shift;
      const z = lowZ >> shift;
      if ((((highX >> shift) - x) | ((highY >> shift) - y) | ((highZ >> shift) - z)) > 1) {
        words[word + keyAt] = largeKey;
        large++;
        continue;
      }
      const cell = origin + z * layerLength + y * rowLength + x;
      words[word + lowerAt] =
        ((lowX >> fine) & fieldMask) |
        (((lowY >> fine) & fieldMask) << fieldBits) |
        (((lowZ >> fine) & fieldMask) << (2 * fieldBits));
      words[word + upperAt] =
        ((highX >> fine) & fieldMask) |
        (((highY >> fine) & fieldMask) << fieldBits) |
        (((highZ >> fine) & fieldMask) << (2 * fieldBits));
      words[word + keyAt] = cell;
      starts[cell + 1]++;
    }
    this.largeCount = large;
    this.entryCount = this.count - large;
    this.firstLarge = this.entryCount;
  }

  /** Sorts the boxes by cell, large ones last. */
  private sort(): void {
    const { alive, idCount, words, starts, entries, entryIds, cellCount } = this;
    let sum = 0;
    for (let c = 1; c <= cellCount; c++) {
      const count = starts[c];
      starts[c] = sum;
      sum += count;
    }
    let large = this.entryCount;
    for (let id = 0, word = 0; id < idCount; id++, word += wordSize) {
      if (alive[id] === 0) continue;
      const key = words[word + keyAt];
      const p = key === largeKey ? large++ : starts[key + 1]++;
      entryIds[p] = id;
      entries[entrySize * p + lowerAt] = words[word + lowerAt];
      entries[entrySize * p + upperAt] = words[word + upperAt];
    }
  }

  /** Pairs of two boxes in the same cell or in neighbouring ones. */
  private pairEntries(out: PairList): void {
    const { starts, entries, entryIds, cellCount, rowLength, layerLength, tests, boxes } = this;
    setRuns(rowLength, layerLength);
    let { data } = out;
    let room = data.length;
    let at = 2 * out.count;
    let tested = 0;
    for (let cell = 0; cell < cellCount; cell++) {
      const cellEnd = starts[cell + 1];
      for (let p = starts[cell]; p < cellEnd; p++) {
        const id = entryIds[p];
        const low = entries[entrySize * p + lowerAt];
        const high = entries[entrySize * p + upperAt];
        // The lowest bit of the cell differs on the axes on which the box extends into the next cell.
        const crossed = (low ^ high) >>> fieldFraction;
        const reachX = crossed & 1;
        const missed = ~(((crossed >>> (fieldBits - 1)) & 2) | ((crossed >>> (2 * fieldBits - 2)) & 4));
        const highSet = high | signMask;
        const lowRest = low & restMask;
        const highOff = ~high;
        const lowOff = ~low;
        for (let k = 0; k < 5; k++) {
          if ((runMasks[k] & missed) !== 0) continue;
          const run = cell + runs[k];
          const end = starts[run + 1 + reachX];
          let q = k === 0 ? p + 1 : starts[run - 1];
          tested += end - q;
          for (; q < end; q++) {
            const otherLow = entries[entrySize * q + lowerAt];
            const otherHigh = entries[entrySize * q + upperAt];
            // The signs of high − otherLow and of otherHigh − low: see fieldDifference.
            const above = (highSet - (otherLow & restMask)) ^ highOff ^ otherLow;
            const below = ((otherHigh | signMask) - lowRest) ^ otherHigh ^ lowOff;
            if (((above | below) & signMask) !== 0) continue;
            const otherId = entryIds[q];
            if (
              ((fieldDifference(fieldDifference(high, otherLow), fieldOnes) |
                fieldDifference(fieldDifference(otherHigh, low), fieldOnes)) &
                signMask) !==
                0 &&
              !tests.overlap(boxes, id, otherId)
            )
              continue;
            if (at === room) {
              out.reserve(at / 2 + 1);
              data = out.data;
              room = data.length;
            }
            const smaller = Math.min(id, otherId);
            data[at] = smaller;
            data[at + 1] = id ^ otherId ^ smaller;
            at += 2;
          }
        }
      }
    }
    out.count = at / 2;
    this.counters.add(cellCount, tested);
  }

  /** Pairs with at least one large box: each visits the cells that it covers and the large boxes after it. */
  private pairLarge(out: PairList): void {
    const { boxes, entryIds, entryCount, largeCount, found, stride, query, tests } = this;
    for (let p = entryCount; p < entryCount + largeCount; p++) {
      const id = entryIds[p];
      for (let i = 0; i < stride; i++) query[i] = boxes[stride * id + i];
      found.clear();
      this.firstLarge = p + 1;
      this.answer(found, tests.touchesBox, query);
      for (let i = 0; i < found.count; i++) out.pushOrdered(id, found.data[i]);
    }
    this.firstLarge = entryCount;
  }
}

/**
 * Sets the runs of cells ahead of a box's own, each from one cell before to one cell after. A run is skipped
 * if the box does not extend into it on one of the axes in its mask.
 */
function setRuns(rowLength: number, layerLength: number): void {
  runs[1] = rowLength;
  runs[2] = layerLength - rowLength;
  runs[3] = layerLength;
  runs[4] = layerLength + rowLength;
}
