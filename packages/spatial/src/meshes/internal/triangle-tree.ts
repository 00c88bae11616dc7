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
import { triangleSize } from '../../internal/mesh-layout.ts';
import { MortonCodes } from '../../internal/morton-order.ts';
import type { Corners } from '../../internal/ray-state.ts';

/** The largest number of triangles per leaf. */
const leafSize = 8;
const binCount = 12;
/** The largest distance between neighbouring floats, relative and absolute. */
const roundingStep = 2 ** -23;
const smallestFloat = 2 ** -149;

const bins = /* @__PURE__ */ new Float32Array(boxSize * binCount);
const part = /* @__PURE__ */ new Float32Array(6);
const counts = /* @__PURE__ */ new Uint32Array(binCount);
/** Area times number of all leaves from a bin on. */
const costs = /* @__PURE__ */ new Float64Array(binCount);

/**
 * The triangles of a mesh sorted along a Morton curve through the centres of their boxes. `sums` is room for
 * three numbers per triangle.
 */
export function triangleCurve(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  sums: Corners,
): MortonCodes {
  const count = indices.length / 3;
  const curve = new MortonCodes(count);
  // Of twice the centres.
  const min = new Float64Array(3).fill(Infinity);
  const max = new Float64Array(3).fill(-Infinity);
  for (let i = 0; i < 3 * count; i += 3) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    for (let k = 0; k < 3; k++) {
      const p = positions[a + k];
      const q = positions[b + k];
      const r = positions[c + k];
      const x = Math.min(p, q, r) + Math.max(p, q, r);
      sums[i + k] = x;
      if (x < min[k]) min[k] = x;
      if (x > max[k]) max[k] = x;
    }
  }
  const scale = curve.scaleTo(Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
  for (let i = 0, at = 0; i < count; i++, at += 3)
    curve.put(
      i,
      ((sums[at] - min[0]) * scale) | 0,
      ((sums[at + 1] - min[1]) * scale) | 0,
      ((sums[at + 2] - min[2]) * scale) | 0,
    );
  curve.sort(count);
  return curve;
}

/** The leaves: their boxes, six numbers each, and their order, which splits change. */
interface Cells {
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
}

/**
 * The nodes of the tree over triangles along this curve, whose corners are in the order of the curve. Brings
 * `curve.order` into the order of the leaves, so that a traversal of the tree reads memory in order.
 */
export function buildTriangleTree(curve: MortonCodes, corners: Corners): Float32Array {
  const { codes } = curve;
  const count = codes.length;
  const starts = new Uint32Array(count + 1);
  let cells = 0;
  for (let first = 0; first < count; ) {
    starts[cells++] = first;
    first = cellEnd(codes, first);
  }
  starts[cells] = count;
  const boxes = new Float32Array(boxSize * cells);
  const order = new Uint32Array(cells);
  const leaves: Cells = { boxes, order };
  for (let cell = 0; cell < cells; cell++) {
    order[cell] = cell;
    boundTriangles(boxes, boxSize * cell, corners, starts[cell], starts[cell + 1]);
  }
  const nodes = new Float32Array(2 * nodeSize * cells);
  const words = new Uint32Array(nodes.buffer);
  const slots = new Uint32Array(count);
  let nodeCount = 2;
  let slotCount = 0;
  if (count > 0) {
    unite(nodes, 0, boxes, order, 0, cells);
    divide(0, 0, cells, 0);
  }
  curve.order.set(slots);
  return nodes;

  /** Makes the tree below the node at `nodes[at]` with the cells `order[first … last − 1]`. */
  function divide(at: number, first: number, last: number, level: number): void {
    if (last - first === 1) {
      const cell = order[first];
      words[at + firstAt] = slotCount;
      words[at + countAt] = starts[cell + 1] - starts[cell];
      for (let i = starts[cell]; i < starts[cell + 1]; i++) slots[slotCount++] = curve.order[i];
      return;
    }
    const child = nodeSize * nodeCount;
    words[at + firstAt] = nodeCount;
    nodeCount += 2;
    let middle = last - first > 2 && level < halvingDepth ? split(leaves, nodes, at, child, first, last) : 0;
    if (middle === 0) {
      middle = (first + last) >> 1;
      unite(nodes, child, boxes, order, first, middle);
      unite(nodes, child + nodeSize, boxes, order, middle, last);
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
  const limit = Math.min(count, first + leafSize);
  let bits = first > 0 ? 31 - Math.clz32(codes[first - 1] ^ code) : 30;
  if (limit < count) bits = Math.min(bits, 31 - Math.clz32(codes[limit] ^ code));
  // Equal codes: −1 bits shift by 31 and leave nothing.
  let last = first + 1;
  while (last < limit && (codes[last] ^ code) >>> bits === 0) last++;
  return last;
}

/**
 * Divides `order[first … last − 1]` in two by the heuristic, writes the boxes of the parts to
 * `nodes[child]` and the node after it, and returns the middle; 0 when all centres are in one bin.
 */
function split(
  { boxes, order }: Cells,
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
    counts[bin]++;
    grow(bins, boxSize * bin, boxes, p);
  }
  const firstRight = bestBin(size);
  if (firstRight === 0) return 0;
  clear(nodes, child);
  clear(nodes, child + nodeSize);
  for (let bin = 0; bin < size; bin++)
    grow(nodes, bin < firstRight ? child : child + nodeSize, bins, boxSize * bin);
  let middle = first;
  for (let i = first; i < last; i++) {
    const cell = order[i];
    const p = boxSize * cell + axis;
    if ((boxes[p] + boxes[p + 3] - low) * scale >= firstRight) continue;
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

/** Writes the box of nothing to `out[at]`. */
function clear(out: Float32Array, at: number): void {
  out[at] = out[at + 1] = out[at + 2] = Infinity;
  out[at + 3] = out[at + 4] = out[at + 5] = -Infinity;
}

/** Enlarges the box at `out[at]` to contain that at `boxes[from]`. */
function grow(out: Float32Array, at: number, boxes: Float32Array, from: number): void {
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

/** Writes the box of `boxes[order[first … last − 1]]` to `out[at]`. */
function unite(
  out: Float32Array,
  at: number,
  boxes: Float32Array,
  order: Uint32Array,
  first: number,
  last: number,
): void {
  clear(out, at);
  for (let i = first; i < last; i++) grow(out, at, boxes, boxSize * order[i]);
}

/** Writes the box of the two nodes from `nodes[child]` on to `nodes[at]`. */
export function uniteChildren(nodes: Float32Array, at: number, child: number): void {
  for (let k = 0; k < 3; k++) {
    let min = nodes[child + k];
    let max = nodes[child + k + 3];
    const otherMin = nodes[child + nodeSize + k];
    const otherMax = nodes[child + nodeSize + k + 3];
    // `Math.min` and `Math.max` would also look for NaN and −0.
    if (otherMin < min) min = otherMin;
    if (otherMax > max) max = otherMax;
    nodes[at + k] = min;
    nodes[at + k + 3] = max;
  }
}

/** A bound moved down or up, as `sign` says, by more than rounding it to a float can move it inward. */
export function outward(x: number, sign: -1 | 1): number {
  return x + sign * (Math.abs(x) * roundingStep + smallestFloat);
}

/** Writes the box of the triangles in slots `first` to `last` − 1, rounded outward, to `out[at]`. */
function boundTriangles(out: Float32Array, at: number, corners: Corners, first: number, last: number): void {
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = triangleSize * first + k; i < triangleSize * last; i += 3) {
      const x = corners[i];
      if (x < min) min = x;
      if (x > max) max = x;
    }
    out[at + k] = outward(min, -1);
    out[at + k + 3] = outward(max, 1);
  }
}
