/**
 * Builds a tree from the bottom up: boxes along the Morton curve look for the neighbour with which they have
 * the smallest box, those that choose each other are merged, and so on until one is left. Trees are as good
 * as by surface area from the top down, sometimes better, and take longer to build. After "Parallel
 * locally-ordered clustering" of Meister & Bittner 2018; the idea is that of Goldsmith & Salmon 1987 and
 * Walter et al. 2008.
 *
 * The builder works from the top down, so the merges are made when it splits the root, and remembered: the
 * items are put in the order of the leaves, and every gap between two of them stores when its sides were
 * merged. A range is divided at its latest merge.
 *
 * Cost: O(n · radius) per round, O(log n) rounds; a round in which few find each other merges neighbours on
 * the curve instead, so that identical boxes do not take n rounds.
 */
import { grown } from '@colide/core';
import { boxSize } from '../../internal/box-layout.ts';
import type { BvhBuilder } from '../../internal/bvh-builder.ts';

/** How far along the curve a box searches for its neighbour. */
const radius = 12;
/** Fraction of the boxes that must be merged in a round. */
const leastMerged = 1 / 16;

/** Memory of a build. Boxes are numbered as in the builder: items, then what they were merged to. */
class Merges {
  /** The boxes that are left, along the curve, and for each the best neighbour and the area with it. */
  list = new Uint32Array(0);
  best = new Uint32Array(0);
  areas = new Float64Array(0);
  /** Both children of each merged box. */
  children = new Uint32Array(0);
  /** By position in the order of the leaves: the merge that joined the item to those before it. */
  gaps = new Uint32Array(0);
  /** Scratch: boxes still to be put in order, each with its gap. */
  stack = new Uint32Array(0);

  reserve(count: number): void {
    if (this.list.length >= count) return;
    this.list = grown(this.list, count);
    this.best = grown(this.best, count);
    this.areas = grown(this.areas, count);
    this.gaps = grown(this.gaps, count);
    this.children = grown(this.children, 2 * count);
    this.stack = grown(this.stack, 2 * count + 2);
  }
}

const known = /* @__PURE__ */ new WeakMap<BvhBuilder, Merges>();

/** Divides a node where its two sides were merged. */
export function splitBottomUp(builder: BvhBuilder, _at: number, first: number, last: number): number {
  let merges = known.get(builder);
  if (!merges) {
    merges = new Merges();
    known.set(builder, merges);
  }
  if (last - first === builder.count) {
    merges.reserve(builder.count);
    mergeAll(merges, builder);
    arrange(merges, builder);
  }
  const { gaps } = merges;
  let middle = first + 1;
  for (let i = first + 2; i < last; i++) if (gaps[i] > gaps[middle]) middle = i;
  return middle;
}

/** Merges boxes until one is left. */
function mergeAll(merges: Merges, { boxes, count }: BvhBuilder): void {
  const { list, best, children } = merges;
  for (let i = 0; i < count; i++) list[i] = i;
  let made = count;
  for (let left = count; left > 1; ) {
    findNeighbours(merges, boxes, left);
    let mutual = 0;
    for (let i = 0; i < left; i++) if (i < best[i] && best[best[i]] === i) mutual++;
    if (mutual < leastMerged * left) for (let i = 0; i < left; i++) best[i] = Math.min(i ^ 1, left - 1);
    let kept = 0;
    for (let i = 0; i < left; i++) {
      const j = best[i];
      const isMutual = j !== i && best[j] === i;
      if (isMutual && j < i) continue;
      if (isMutual) {
        children[2 * (made - count)] = list[i];
        children[2 * (made - count) + 1] = list[j];
        join(boxes, made, list[i], list[j]);
        list[kept++] = made++;
      } else list[kept++] = list[i];
    }
    left = kept;
  }
}

/** Finds the neighbour of each box in the list with which it has the smallest area. */
function findNeighbours({ list, best, areas }: Merges, boxes: Float32Array, count: number): void {
  areas.fill(Infinity, 0, count);
  for (let i = 0; i < count; i++) best[i] = i;
  for (let i = 0; i < count; i++) {
    const a = boxSize * list[i];
    for (let j = i + 1; j < count && j <= i + radius; j++) {
      const b = boxSize * list[j];
      const x = Math.max(boxes[a + 3], boxes[b + 3]) - Math.min(boxes[a], boxes[b]);
      const y = Math.max(boxes[a + 4], boxes[b + 4]) - Math.min(boxes[a + 1], boxes[b + 1]);
      const z = Math.max(boxes[a + 5], boxes[b + 5]) - Math.min(boxes[a + 2], boxes[b + 2]);
      const area = x * y + y * z + z * x;
      if (area < areas[i]) {
        areas[i] = area;
        best[i] = j;
      }
      if (area < areas[j]) {
        areas[j] = area;
        best[j] = i;
      }
    }
  }
}

/** Writes the box around boxes `a` and `b`. */
function join(boxes: Float32Array, to: number, a: number, b: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[boxSize * to + k] = Math.min(boxes[boxSize * a + k], boxes[boxSize * b + k]);
    boxes[boxSize * to + 3 + k] = Math.max(boxes[boxSize * a + 3 + k], boxes[boxSize * b + 3 + k]);
  }
}

/** Puts the items in the order of the leaves, and notes the merge before each. */
function arrange({ children, gaps, stack }: Merges, { order, count }: BvhBuilder): void {
  let top = 0;
  let place = 0;
  stack[top++] = 2 * count - 2;
  stack[top++] = 0;
  while (top > 0) {
    const gap = stack[--top];
    let box = stack[--top];
    gaps[place] = gap;
    while (box >= count) {
      stack[top++] = children[2 * (box - count) + 1];
      stack[top++] = box;
      box = children[2 * (box - count)];
    }
    order[place++] = box;
  }
}
