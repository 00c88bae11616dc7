/**
 * Builds the tree of a `TriangleBvh`, from the top down, over triangles that lie in the order of a Morton
 * curve.
 *
 * The curve is cut into cells with a few triangles each, the leaves, whose boxes are read from the corners in
 * one straight pass. The tree above them is divided by the surface area heuristic: a ray that hits a box hits
 * a box inside it with a probability equal to the ratio of their surface areas, so a good split minimises the
 * sum of area times number of leaves (Goldsmith & Salmon 1987; MacDonald & Booth 1990). Leaves are sorted
 * into bins along the longest side of the node, and the splits between bins are tried (Wald 2007). The bins
 * hold boxes, which also give those of the two children, so a node costs one pass to bin and one to divide.
 * Leaves are not moved: their triangles stay in the order of the curve.
 *
 * This is the idea of HLBVH (Pantaleoni & Luebke 2010; Garanzha, Pantaleoni & McAllister 2011) with small
 * cells and the heuristic at every level above them. Nodes are laid out as in `bvh-layout.ts`.
 */

import { boxSize } from '../../internal/box-layout.ts';
import { countAt, firstAt, halvingDepth, nodeSize } from '../../internal/bvh-layout.ts';
import type { MortonCodes } from '../../internal/morton-order.ts';

/** The largest number of triangles per leaf. */
const leafCapacity = 8;
const binCount = 12;
/** The largest distance between neighbouring floats, relative and absolute. */
const roundingStep = 2 ** -23;
const smallestFloat = 2 ** -149;

// The numbers of all boxes are floats, but only those of nodes are stored as such. The others stay in
// doubles, since converting them each time takes 3 to 7 % of a build.
const bins = /* @__PURE__ */ new Float64Array(boxSize * binCount);
const part = /* @__PURE__ */ new Float64Array(boxSize);
const counts = /* @__PURE__ */ new Uint32Array(binCount);
/** Area times number of all leaves from a bin on. */
const costs = /* @__PURE__ */ new Float64Array(binCount);

/** What the triangles are read from. */
interface Mesh {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

/** The leaves: their boxes, their order, which splits change, and the bins of those in this order. */
interface Cells {
  readonly boxes: Float64Array;
  readonly order: Uint32Array;
  readonly binOf: Uint8Array;
}

/**
 * The nodes of the tree over the triangles of a mesh along this curve. Brings `curve.order` into the order of
 * the leaves, so that whoever walks the tree walks through memory.
 */
export function buildTriangleTree(curve: MortonCodes, mesh: Mesh): Float32Array {
  const { codes, order: along } = curve;
  const count = codes.length;
  const starts = new Uint32Array(count + 1);
  let cells = 0;
  for (let first = 0; first < count; ) {
    starts[cells++] = first;
    first = cellEnd(codes, first);
  }
  starts[cells] = count;
  const boxes = new Float64Array(boxSize * cells);
  const order = new Uint32Array(cells);
  const leaves: Cells = { boxes, order, binOf: new Uint8Array(cells) };
  for (let cell = 0; cell < cells; cell++) {
    order[cell] = cell;
    boundTriangles(boxes, boxSize * cell, mesh, along, starts[cell], starts[cell + 1]);
  }
  const nodes = new Float32Array(2 * nodeSize * cells);
  const words = new Uint32Array(nodes.buffer);
  const slots = new Uint32Array(count);
  let nodeCount = 2;
  let slotCount = 0;
  if (count > 0) {
    unite(nodes, 0, leaves, 0, cells);
    divide(0, 0, cells, 0);
  }
  curve.order = slots;
  return nodes;

  /** Makes the tree below the node at `nodes[at]` with the cells `order[first … last − 1]`. */
  function divide(at: number, first: number, last: number, level: number): void {
    if (last - first === 1) {
      const cell = order[first];
      words[at + firstAt] = slotCount;
      words[at + countAt] = starts[cell + 1] - starts[cell];
      for (let i = starts[cell]; i < starts[cell + 1]; i++) slots[slotCount++] = along[i];
      return;
    }
    const child = nodeSize * nodeCount;
    words[at + firstAt] = nodeCount;
    nodeCount += 2;
    let middle = last - first > 2 && level < halvingDepth ? split(leaves, nodes, at, child, first, last) : 0;
    if (middle === 0) {
      middle = (first + last) >> 1;
      unite(nodes, child, leaves, first, middle);
      unite(nodes, child + nodeSize, leaves, middle, last);
    }
    divide(child, first, middle, level + 1);
    divide(child + nodeSize, middle, last, level + 1);
  }
}

/**
 * The end of the largest cell that begins at `first`: without the triangle before it, and with few enough
 * triangles.
 */
function cellEnd(codes: Uint32Array, first: number): number {
  const count = codes.length;
  const code = codes[first];
  const limit = Math.min(count, first + leafCapacity);
  let bits = first > 0 ? 31 - Math.clz32(codes[first - 1] ^ code) : 30;
  if (limit < count) bits = Math.min(bits, 31 - Math.clz32(codes[limit] ^ code));
  // Equal codes: −1 bits shift by 31 and leave nothing.
  let last = first + 1;
  while (last < limit && (codes[last] ^ code) >>> bits === 0) last++;
  return last;
}

/**
 * Divides `order[first … last − 1]` in two by the heuristic, writes the boxes of the parts to `nodes[child]`
 * and the node after it, and returns the middle; 0 when all centres are in one bin.
 */
function split(
  { boxes, order, binOf }: Cells,
  nodes: Float32Array,
  at: number,
  child: number,
  first: number,
  last: number,
): number {
  const dx = nodes[at + 3] - nodes[at];
  const dy = nodes[at + 4] - nodes[at + 1];
  const dz = nodes[at + 5] - nodes[at + 2];
  const extent = Math.max(dx, dy, dz);
  const axis = dx === extent ? 0 : dy === extent ? 1 : 2;
  // Twice the centres: sums of floats are exact.
  const low = 2 * nodes[at + axis];
  const size = Math.min(binCount, last - first + 1);
  const scale = (0.49999 * size) / extent;
  if (!(scale < Infinity)) return 0;
  for (let bin = 0; bin < size; bin++) {
    counts[bin] = 0;
    clear(bins, boxSize * bin);
  }
  for (let i = first; i < last; i++) {
    const p = boxSize * order[i];
    const bin = ((boxes[p + axis] + boxes[p + axis + 3] - low) * scale) | 0;
    binOf[i] = bin;
    counts[bin]++;
    grow(bins, boxSize * bin, boxes, p);
  }
  const firstRight = bestBin(size);
  if (firstRight === 0) return 0;
  uniteBins(nodes, child, 0, firstRight);
  uniteBins(nodes, child + nodeSize, firstRight, size);
  let middle = first;
  for (let i = first; i < last; i++) {
    if (binOf[i] >= firstRight) continue;
    const cell = order[i];
    order[i] = order[middle];
    order[middle++] = cell;
  }
  return middle;
}

/** The first of `size` bins that belongs to the right part; 0 when only one holds anything. */
function bestBin(size: number): number {
  let best = Infinity;
  let firstRight = 0;
  // Right parts growing to the left, then left parts growing to the right.
  for (let side = 0; side < 2; side++) {
    clear(part, 0);
    let weight = 0;
    for (let n = 0; n < size - 1; n++) {
      const bin = side === 0 ? size - 1 - n : n;
      grow(part, 0, bins, boxSize * bin);
      weight += counts[bin];
      const x = part[3] - part[0];
      const y = part[4] - part[1];
      // NaN, never the least, when there is nothing.
      const cost = weight * (x * y + (x + y) * (part[5] - part[2]));
      if (side === 0) costs[bin] = cost;
      else if (cost + costs[bin + 1] < best) {
        best = cost + costs[bin + 1];
        firstRight = bin + 1;
      }
    }
  }
  return firstRight;
}

/** Writes the box of the bins `first … last − 1` to `out[at]`. */
function uniteBins(out: Float32Array, at: number, first: number, last: number): void {
  clear(part, 0);
  for (let bin = first; bin < last; bin++) grow(part, 0, bins, boxSize * bin);
  for (let k = 0; k < boxSize; k++) out[at + k] = part[k];
}

/** Writes the box of `boxes[order[first … last − 1]]` to `out[at]`. */
function unite(out: Float32Array, at: number, { boxes, order }: Cells, first: number, last: number): void {
  clear(part, 0);
  for (let i = first; i < last; i++) grow(part, 0, boxes, boxSize * order[i]);
  for (let k = 0; k < boxSize; k++) out[at + k] = part[k];
}

/** Writes the box of nothing to `out[at]`. */
function clear(out: Float64Array, at: number): void {
  out[at] = out[at + 1] = out[at + 2] = Infinity;
  out[at + 3] = out[at + 4] = out[at + 5] = -Infinity;
}

/** Enlarges the box at `out[at]` to contain that at `boxes[from]`. */
function grow(out: Float64Array, at: number, boxes: Float64Array, from: number): void {
  const a = boxes[from];
  const b = boxes[from + 1];
  const c = boxes[from + 2];
  const d = boxes[from + 3];
  const e = boxes[from + 4];
  const f = boxes[from + 5];
  if (a < out[at]) out[at] = a;
  if (b < out[at + 1]) out[at + 1] = b;
  if (c < out[at + 2]) out[at + 2] = c;
  if (d > out[at + 3]) out[at + 3] = d;
  if (e > out[at + 4]) out[at + 4] = e;
  if (f > out[at + 5]) out[at + 5] = f;
}

/**
 * Writes the box of the two nodes from `nodes[child]` on to `nodes[at]`. Which child is further out on a side
 * cannot be predicted, so the number is fetched by its address, without a branch, in half the time.
 */
export function uniteChildren(nodes: Float32Array, at: number, child: number): void {
  for (let k = 0; k < 3; k++) {
    const min = child + k;
    const max = min + 3;
    nodes[at + k] = nodes[min + nodeSize * +(nodes[min + nodeSize] < nodes[min])];
    nodes[at + k + 3] = nodes[max + nodeSize * +(nodes[max + nodeSize] > nodes[max])];
  }
}

/** A bound moved down or up, as `sign` says, by more than rounding it to a float can move it inward. */
export function outward(x: number, sign: -1 | 1): number {
  return x + sign * (Math.abs(x) * roundingStep + smallestFloat);
}

/** Writes the box of the triangles `curve[first … last − 1]` of a mesh, rounded outward, to `out[at]`. */
function boundTriangles(
  out: Float64Array,
  at: number,
  { positions, indices }: Mesh,
  curve: Uint32Array,
  first: number,
  last: number,
): void {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = first; i < last; i++) {
    const triangle = 3 * curve[i];
    for (let k = 0; k < 3; k++) {
      const vertex = 3 * indices[triangle + k];
      const x = positions[vertex];
      const y = positions[vertex + 1];
      const z = positions[vertex + 2];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
  }
  out[at] = Math.fround(outward(x0, -1));
  out[at + 1] = Math.fround(outward(y0, -1));
  out[at + 2] = Math.fround(outward(z0, -1));
  out[at + 3] = Math.fround(outward(x1, 1));
  out[at + 4] = Math.fround(outward(y1, 1));
  out[at + 5] = Math.fround(outward(z1, 1));
}
