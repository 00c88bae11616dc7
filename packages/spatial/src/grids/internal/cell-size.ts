/**
 * Chooses the cell size of a grid from the boxes: the extent of the scene and a histogram of box sizes
 * (longest edges, four bins per octave) give an estimate of the number of box tests for every possible cell
 * size, and the cheapest one wins.
 */

/** Bins of the histogram: exponent and two bits of the mantissa of a float. */
const binCount = 1024;
const binShift = 21;

const histogram = /* @__PURE__ */ new Uint32Array(binCount);
const extent = /* @__PURE__ */ new Float64Array(3);
const bits = /* @__PURE__ */ new Uint32Array(1);

/** Boxes by id, and which ids are in use. */
interface StoredBoxes {
  readonly boxes: Float64Array;
  readonly alive: Uint8Array;
  readonly idCount: number;
}

/** The cost of a box longer than a cell, in box tests: on its own, and with every other such box. */
export interface CostOfLarge {
  readonly alone: number;
  readonly pair: number;
}

/**
 * Cell size for the boxes in use, which lie in `frame` (three minima, three maxima). Never below the size at
 * which there would be `maxCells` cells.
 */
export function chooseCellSize(
  { boxes, alive, idCount }: StoredBoxes,
  stride: number,
  frame: Float64Array,
  large: CostOfLarge,
  maxCells: number,
): number {
  const count = countSizes(boxes, alive, idCount, stride);
  for (let axis = 0; axis < 3; axis++) extent[axis] = frame[axis + 3] - frame[axis];
  const smallest = spacing(maxCells);
  let best = smallest;
  let bestCost = Infinity;
  let larger = count;
  for (let bin = 0; bin < binCount; bin++) {
    if (histogram[bin] === 0) continue;
    larger -= histogram[bin];
    const size = Math.max(upperEdge(bin), smallest);
    let share = 1;
    for (let axis = 0; axis < 3; axis++) if (extent[axis] > size) share *= size / extent[axis];
    const cost = 9 * count * Math.max(1, count * share) + larger * (large.alone + large.pair * larger);
    if (!(cost < bestCost)) continue;
    best = size;
    bestCost = cost;
  }
  return best > 0 ? best : 1;
}

/** Fills the histogram with the longest edges of all boxes; returns how many there are. */
function countSizes(boxes: Float64Array, alive: Uint8Array, idCount: number, stride: number): number {
  const float = new Float32Array(bits.buffer);
  const dimension = stride >> 1;
  let count = 0;
  histogram.fill(0);
  for (let id = 0; id < idCount; id++) {
    if (alive[id] === 0) continue;
    const at = id * stride;
    let size = 0;
    for (let axis = 0; axis < dimension; axis++)
      size = Math.max(size, boxes[at + axis + dimension] - boxes[at + axis]);
    float[0] = size;
    histogram[bits[0] >>> binShift]++;
    count++;
  }
  return count;
}

/** A size that no box of the given bin or a lower one exceeds. */
function upperEdge(bin: number): number {
  bits[0] = (bin + 1) << binShift;
  return new Float32Array(bits.buffer)[0] * (1 + 2 ** -20);
}

/** The smallest cell size, in steps of a fifth, with which the scene has at most `maxCells` cells. */
function spacing(maxCells: number): number {
  let size = Math.max(extent[0], extent[1], extent[2]);
  for (let next = 0.8 * size; next > 0 && next < Infinity; next *= 0.8) {
    let cells = 1;
    for (let axis = 0; axis < 3; axis++) cells *= Math.floor(extent[axis] / next) + 1;
    if (cells > maxCells) break;
    size = next;
  }
  return size;
}
