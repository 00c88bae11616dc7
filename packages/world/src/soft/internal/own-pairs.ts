/**
 * Pairs of particles of one body whose boxes overlap, for bodies that are near no other one. All boxes of a
 * body are about equally large, so a dense grid over the body does, with cells as large as the largest box:
 * a box only meets those with their lower corners in the same cell or the next ones. Cells are sorted by
 * counting, so that a row of three is one run of memory. O(particles); keeps nothing from step to step.
 */
import type { PairList } from '@colide/core';
import type { SoftBody } from '../soft-body.ts';

const boxSize = 6;
const maxAt = 3;
/** At most this many cells per particle, and at least as many. */
const cellsPerParticle = 16;
const leastCells = 256;
/** Cells are larger than the largest box, by more than coordinates are rounded. */
const slack = 1 + 2 ** -20;
const smallest = 1e-300;
/** Rows of cells ahead of one, beside its own: steps along y and z. */
const aheadY = [1, -1, 0, 1];
const aheadZ = [0, 1, 1, 1];

/** Finds pairs of particles of one body at a time. */
export class OwnPairs {
  private starts = new Int32Array(leastCells);
  /** By particle of the body: its cell. Then, in order of cells: particle, and its box. */
  private cells = new Int32Array(0);
  private sorted = new Int32Array(0);
  private boxes = new Float64Array(0);
  /** Lower corner of the grid and inverse edge of the cells; size of a row and of a layer. */
  private readonly frame = new Float64Array(4);
  private rowSize = 0;
  private layerSize = 0;
  private cellCount = 0;

  /**
   * Appends the pairs of particles of `body` whose boxes overlap, except those that `areNeighbours`.
   *
   * @param boxes six numbers per particle of all bodies: minimum, then maximum
   * @param outer the box around those of the body
   */
  find(
    out: PairList,
    body: SoftBody,
    boxes: Float64Array,
    outer: Float64Array,
    areNeighbours: (body: SoftBody, i: number, j: number) => boolean,
  ): void {
    this.measure(body, boxes, outer);
    this.sort(body, boxes);
    const { starts, cells, sorted, boxes: own, rowSize, layerSize } = this;
    for (let p = 0; p < body.count; p++) {
      const i = sorted[p];
      const cell = cells[i - body.first];
      const at = boxSize * p;
      for (let row = -1; row < aheadY.length; row++) {
        const middle = row < 0 ? cell : cell + aheadY[row] * rowSize + aheadZ[row] * layerSize;
        const end = starts[middle + 2];
        for (let q = row < 0 ? p + 1 : starts[middle - 1]; q < end; q++) {
          const b = boxSize * q;
          if (
            own[b] <= own[at + maxAt] &&
            own[b + maxAt] >= own[at] &&
            own[b + 1] <= own[at + maxAt + 1] &&
            own[b + maxAt + 1] >= own[at + 1] &&
            own[b + 2] <= own[at + maxAt + 2] &&
            own[b + maxAt + 2] >= own[at + 2] &&
            !areNeighbours(body, i, sorted[q])
          )
            out.pushOrdered(i, sorted[q]);
        }
      }
    }
  }

  /** Chooses the grid, with a layer of empty cells on all sides. */
  private measure({ first, count }: SoftBody, boxes: Float64Array, outer: Float64Array): void {
    let size = 0;
    for (let at = boxSize * first; at < boxSize * (first + count); at += boxSize)
      for (let k = at; k < at + maxAt; k++) size = Math.max(size, boxes[k + maxAt] - boxes[k]);
    let extent = 0;
    for (let k = 0; k < maxAt; k++) extent = Math.max(extent, outer[maxAt + k] - outer[k]);
    let edge = Math.max(size * slack, extent * 2 ** -20, smallest);
    const most = cellsPerParticle * count + leastCells;
    let inverse = 0.5;
    let row = Infinity;
    let layer = Infinity;
    for (let cells = Infinity; cells > most; edge *= 1.25) {
      inverse = 1 / edge;
      row = Math.floor((outer[maxAt] - outer[0]) * inverse) + 3;
      layer = row * (Math.floor((outer[maxAt + 1] - outer[1]) * inverse) + 3);
      cells = layer * (Math.floor((outer[maxAt + 2] - outer[2]) * inverse) + 3) + 2;
      this.cellCount = Math.min(cells, 2 ** 30) | 0;
    }
    // As integers: V8 would box doubles.
    this.rowSize = row | 0;
    this.layerSize = layer | 0;
    const { cellCount } = this;
    if (this.starts.length < cellCount) this.starts = new Int32Array(2 * cellCount);
    this.starts.fill(0, 0, cellCount);
    for (let k = 0; k < maxAt; k++) this.frame[k] = outer[k];
    this.frame[maxAt] = inverse;
    if (this.cells.length >= count) return;
    this.cells = new Int32Array(count);
    this.sorted = new Int32Array(count);
    this.boxes = new Float64Array(boxSize * count);
  }

  /** Sorts the particles by cells: cell `c` begins at `starts[c]` afterwards. */
  private sort({ first, count }: SoftBody, boxes: Float64Array): void {
    const { starts, cells, sorted, boxes: own, frame, rowSize, layerSize, cellCount } = this;
    for (let i = 0, at = boxSize * first; i < count; i++, at += boxSize) {
      const x = ((boxes[at] - frame[0]) * frame[maxAt]) | 0;
      const y = ((boxes[at + 1] - frame[1]) * frame[maxAt]) | 0;
      const z = ((boxes[at + 2] - frame[2]) * frame[maxAt]) | 0;
      cells[i] = x + 1 + (y + 1) * rowSize + (z + 1) * layerSize;
      starts[cells[i]]++;
    }
    let sum = 0;
    for (let cell = 0; cell < cellCount; cell++) {
      sum += starts[cell];
      starts[cell] = sum;
    }
    for (let i = count - 1; i >= 0; i--) {
      const p = --starts[cells[i]];
      sorted[p] = first + i;
      for (let k = 0; k < boxSize; k++) own[boxSize * p + k] = boxes[boxSize * (first + i) + k];
    }
  }
}
