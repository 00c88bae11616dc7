/**
 * Builds binary trees of boxes over boxes, from the top down. A split function decides how a node is divided
 * (`bvh-split-sah.ts`, `bvh-split-median.ts`, `bvh-split-morton.ts`); this file contains their common part.
 *
 * Items are first sorted along a Morton curve, so that all later passes read memory nearly in order, and then
 * cut into clusters, cells of the curve with a few items each. The tree is built over the clusters: a pass
 * over a node touches an eighth of what it would touch without them, and the few splits inside a cluster are
 * cheap. This is the idea of hierarchical LBVH (Pantaleoni & Luebke, "HLBVH", 2010; Garanzha, Pantaleoni &
 * McAllister 2011), with small clusters and the surface area heuristic at every level above them.
 *
 * The layout of nodes is described in `bvh-layout.ts`.
 */
import { boxSize } from './box-layout.ts';
import { countAt, firstAt, halvingDepth, maxDepth, nodeSize } from './bvh-layout.ts';
import { MortonCodes, sortBoxes } from './morton-order.ts';

/**
 * Divides the items `order[first … last − 1]` of the node at `nodes[at]` in two by reordering them; returns
 * the middle.
 */
export type BvhSplit = (builder: BvhBuilder, at: number, first: number, last: number) => number;

/** Memory for building trees, and the last tree built in it. */
export class BvhBuilder {
  /** Boxes of the items, rounded outward: to be filled before {@link build}. */
  itemBoxes: Float32Array;
  nodes: Float32Array;
  /** The memory of {@link nodes} as integers. */
  words: Uint32Array;
  nodeCount = 0;
  /** The item in each slot. */
  slots: Uint32Array;

  /** While building: boxes of items along the curve, then of clusters. */
  boxes: Float32Array;
  /** While building: numbers of those boxes, rearranged by splits. */
  order: Uint32Array;
  /** While building: the number of items. Boxes from this number on are clusters. */
  count = 0;
  /** Offsets of the clusters, and finally the end of the last one. */
  starts: Uint32Array;
  readonly curve: MortonCodes;

  constructor(capacity: number) {
    const nodeRoom = 2 * Math.max(1, capacity);
    this.itemBoxes = new Float32Array(boxSize * capacity);
    this.nodes = new Float32Array(nodeSize * nodeRoom);
    this.words = new Uint32Array(this.nodes.buffer);
    this.slots = new Uint32Array(capacity);
    this.boxes = new Float32Array(2 * boxSize * capacity);
    this.order = new Uint32Array(2 * capacity);
    this.starts = new Uint32Array(capacity + 1);
    this.curve = new MortonCodes(capacity);
  }

  get capacity(): number {
    return this.slots.length;
  }

  /**
   * Builds the tree of the first `count` boxes, with at most `leafCapacity` items per leaf. `clusterSize` 0
   * means no clusters. Without boxes there is no tree: the caller must not traverse it.
   */
  build(count: number, leafCapacity: number, clusterSize: number, split: BvhSplit): void {
    const { nodes, words, boxes, order, slots, starts, curve } = this;
    this.count = count;
    this.nodeCount = 2;
    if (count === 0) return;
    sortBoxes(curve, this.itemBoxes, count);
    this.sortBoxes();
    const clusters = clusterSize > 0 ? this.cut(clusterSize) : 0;
    for (let i = 0; i < count + clusters; i++) order[i] = i;
    for (let c = 0; c < clusters; c++)
      bound(boxes, boxSize * (count + c), boxes, order, starts[c], starts[c + 1]);

    words[firstAt] = clusters > 0 ? count : 0;
    words[countAt] = clusters > 0 ? clusters : count;
    bound(nodes, 0, boxes, order, words[firstAt], words[firstAt] + words[countAt]);
    let slot = 0;
    let depth = 0;
    stack[0] = 0;
    levels[0] = 0;
    while (depth >= 0) {
      const node = stack[depth];
      const level = levels[depth--];
      const at = nodeSize * node;
      let first = words[at + firstAt];
      let last = first + words[at + countAt];
      if (last === first + 1 && first >= count) {
        const cluster = order[first] - count;
        first = starts[cluster];
        last = starts[cluster + 1];
      }
      if (last - first <= leafCapacity && first < count) {
        words[at + firstAt] = slot;
        words[at + countAt] = last - first;
        for (let i = first; i < last; i++) slots[slot++] = curve.order[order[i]];
        continue;
      }
      const middle = level < halvingDepth ? split(this, at, first, last) : (first + last) >> 1;
      const child = this.nodeCount;
      const childAt = nodeSize * child;
      this.nodeCount += 2;
      bound(nodes, childAt, boxes, order, first, middle);
      bound(nodes, childAt + nodeSize, boxes, order, middle, last);
      words[childAt + firstAt] = first;
      words[childAt + countAt] = middle - first;
      words[childAt + nodeSize + firstAt] = middle;
      words[childAt + nodeSize + countAt] = last - middle;
      words[at + firstAt] = child;
      words[at + countAt] = 0;
      stack[++depth] = child + 1;
      levels[depth] = level + 1;
      stack[++depth] = child;
      levels[depth] = level + 1;
    }
  }

  private sortBoxes(): void {
    const { boxes, itemBoxes, count } = this;
    const { order } = this.curve;
    for (let i = 0, to = 0; i < count; i++, to += boxSize) {
      const from = boxSize * order[i];
      boxes[to] = itemBoxes[from];
      boxes[to + 1] = itemBoxes[from + 1];
      boxes[to + 2] = itemBoxes[from + 2];
      boxes[to + 3] = itemBoxes[from + 3];
      boxes[to + 4] = itemBoxes[from + 4];
      boxes[to + 5] = itemBoxes[from + 5];
    }
  }

  /** Cuts the curve into cells of at most `size` items each and returns how many there are. */
  private cut(size: number): number {
    const { starts, count } = this;
    const { codes } = this.curve;
    let clusters = 0;
    for (let first = 0; first < count; ) {
      const code = codes[first];
      // The largest cell that begins here: without the item before, and with at most `size` items.
      let bits = first > 0 ? 31 - Math.clz32(codes[first - 1] ^ code) : 30;
      const limit = Math.min(count, first + size);
      if (limit < count) bits = Math.min(bits, 31 - Math.clz32(codes[limit] ^ code));
      let last = first + 1;
      if (bits < 0) last = limit;
      else while (last < limit && (codes[last] ^ code) >>> bits === 0) last++;
      starts[clusters++] = first;
      first = last;
    }
    starts[clusters] = count;
    return clusters;
  }
}

const stack = /* @__PURE__ */ new Uint32Array(2 * maxDepth);
const levels = /* @__PURE__ */ new Uint8Array(2 * maxDepth);

/** Writes the box of `boxes[order[first … last − 1]]` to `out[at]`. */
function bound(
  out: Float32Array,
  at: number,
  boxes: Float32Array,
  order: Uint32Array,
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
    const p = boxSize * order[i];
    const a = boxes[p];
    const b = boxes[p + 1];
    const c = boxes[p + 2];
    const d = boxes[p + 3];
    const e = boxes[p + 4];
    const f = boxes[p + 5];
    if (a < x0) x0 = a;
    if (b < y0) y0 = b;
    if (c < z0) z0 = c;
    if (d > x1) x1 = d;
    if (e > y1) y1 = e;
    if (f > z1) z1 = f;
  }
  out[at] = x0;
  out[at + 1] = y0;
  out[at + 2] = z0;
  out[at + 3] = x1;
  out[at + 4] = y1;
  out[at + 5] = z1;
}

/** Writes the box of `count` boxes, `stride` numbers apart from `boxes[from]` on, to `out[at]`. */
export function unite(
  out: Float32Array,
  at: number,
  boxes: Float32Array,
  from: number,
  count: number,
  stride: number,
): void {
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0, p = from + k; i < count; i++, p += stride) {
      min = Math.min(min, boxes[p]);
      max = Math.max(max, boxes[p + 3]);
    }
    out[at + k] = min;
    out[at + k + 3] = max;
  }
}
