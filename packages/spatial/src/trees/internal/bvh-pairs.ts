/**
 * Overlapping pairs by traversing two trees at once, or one tree against itself: two nodes that do not touch
 * end a branch, and two that do are replaced by the pairs of their children (Gottschalk, Lin & Manocha 1996).
 */
import type { PairList } from '@colide/core';
import { boxSize, maxAt } from '../../internal/box-layout.ts';
import { boxesTouch } from '../../internal/box-tests.ts';
import { countAt, firstAt, maxDepth, nodeSize } from '../../internal/bvh-layout.ts';
import type { QueryCounters } from '../../pairs/query-counters.ts';

/** The parts of a tree over boxes that the traversal reads. */
export interface BoxTree {
  readonly boxes: Float64Array;
  /** Nodes as in `bvh-layout.ts`. */
  readonly nodes: Float32Array;
  readonly words: Uint32Array;
  /** The id in each slot. */
  readonly slots: Uint32Array;
  /** The box in each slot, rounded outward. */
  readonly slotBoxes: Float32Array;
  readonly counters: QueryCounters;
}

/** Pairs of nodes to visit. A step takes one and adds at most four, in trees of at most `maxDepth` levels. */
const stack = /* @__PURE__ */ new Uint32Array(16 * maxDepth);

/** Appends the overlapping pairs of a tree with itself, the smaller id first. */
export function selfPairs(out: PairList, tree: BoxTree): void {
  const { words } = tree;
  let depth = 0;
  stack[depth++] = 0;
  stack[depth++] = 0;
  let visited = 0;
  while (depth > 0) {
    const b = stack[--depth];
    const a = stack[--depth];
    visited++;
    if (a !== b) {
      depth = descend(out, tree, tree, a, b, depth);
      continue;
    }
    const first = words[a + firstAt];
    const count = words[a + countAt];
    if (count > 0) {
      leafPairs(out, tree, first, first + count);
      continue;
    }
    const left = nodeSize * first;
    const right = left + nodeSize;
    stack[depth++] = left;
    stack[depth++] = left;
    stack[depth++] = right;
    stack[depth++] = right;
    if (nodesTouch(tree.nodes, left, tree.nodes, right)) {
      stack[depth++] = left;
      stack[depth++] = right;
    }
  }
  tree.counters.add(visited, 0);
}

/** Appends the overlapping pairs of two trees, the id in `a` first; the work is counted in `a`. */
export function crossPairs(out: PairList, a: BoxTree, b: BoxTree): void {
  let depth = 0;
  if (nodesTouch(a.nodes, 0, b.nodes, 0)) {
    stack[depth++] = 0;
    stack[depth++] = 0;
  }
  let visited = 0;
  while (depth > 0) {
    const nodeB = stack[--depth];
    const nodeA = stack[--depth];
    visited++;
    depth = descend(out, a, b, nodeA, nodeB, depth);
  }
  a.counters.add(visited, 0);
}

/**
 * Compares the leaves at `a` and `b`, or pushes the pairs of children that touch onto the stack; returns its
 * new depth.
 */
function descend(out: PairList, treeA: BoxTree, treeB: BoxTree, a: number, b: number, top: number): number {
  const firstA = treeA.words[a + firstAt];
  const firstB = treeB.words[b + firstAt];
  const countA = treeA.words[a + countAt];
  const countB = treeB.words[b + countAt];
  if (countA > 0 && countB > 0) {
    leafLeafPairs(out, treeA, treeB, a, b);
    return top;
  }
  let depth = top;
  const fromA = countA > 0 ? a : nodeSize * firstA;
  const fromB = countB > 0 ? b : nodeSize * firstB;
  const toA = countA > 0 ? a : fromA + nodeSize;
  const toB = countB > 0 ? b : fromB + nodeSize;
  for (let i = fromA; i <= toA; i += nodeSize)
    for (let j = fromB; j <= toB; j += nodeSize)
      if (nodesTouch(treeA.nodes, i, treeB.nodes, j)) {
        stack[depth++] = i;
        stack[depth++] = j;
      }
  return depth;
}

/** Whether two boxes touch, without a branch that could be mispredicted. */
function nodesTouch(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  const touch =
    +(a[i] <= b[j + 3]) &
    +(b[j] <= a[i + 3]) &
    +(a[i + 1] <= b[j + 4]) &
    +(b[j + 1] <= a[i + 4]) &
    +(a[i + 2] <= b[j + 5]) &
    +(b[j + 2] <= a[i + 5]);
  return touch !== 0;
}

/** Pairs within the slots `first` to `last` − 1. */
function leafPairs(out: PairList, tree: BoxTree, first: number, last: number): void {
  const { boxes, slots, slotBoxes } = tree;
  tree.counters.add(0, ((last - first) * (last - first - 1)) / 2);
  for (let i = first; i < last; i++)
    for (let j = i + 1; j < last; j++)
      if (nodesTouch(slotBoxes, boxSize * i, slotBoxes, boxSize * j) && boxesTouch(boxes, slots[i], slots[j]))
        out.pushOrdered(slots[i], slots[j]);
}

/** Pairs between the slots of the leaves at `nodeA` and `nodeB`. */
function leafLeafPairs(out: PairList, a: BoxTree, b: BoxTree, nodeA: number, nodeB: number): void {
  const firstA = a.words[nodeA + firstAt];
  const lastA = firstA + a.words[nodeA + countAt];
  const firstB = b.words[nodeB + firstAt];
  const lastB = firstB + b.words[nodeB + countAt];
  const boxesA = a.slotBoxes;
  const boxesB = b.slotBoxes;
  const isSelf = a === b;
  a.counters.add(0, (lastA - firstA) * (lastB - firstB));
  for (let i = firstA; i < lastA; i++) {
    if (!nodesTouch(boxesA, boxSize * i, b.nodes, nodeB)) continue;
    const x0 = boxesA[boxSize * i];
    const y0 = boxesA[boxSize * i + 1];
    const z0 = boxesA[boxSize * i + 2];
    const x1 = boxesA[boxSize * i + maxAt];
    const y1 = boxesA[boxSize * i + maxAt + 1];
    const z1 = boxesA[boxSize * i + maxAt + 2];
    for (let j = firstB; j < lastB; j++) {
      const k = boxSize * j;
      const touch =
        +(x0 <= boxesB[k + 3]) &
        +(boxesB[k] <= x1) &
        +(y0 <= boxesB[k + 4]) &
        +(boxesB[k + 1] <= y1) &
        +(z0 <= boxesB[k + 5]) &
        +(boxesB[k + 2] <= z1);
      if (touch === 0) continue;
      const idA = a.slots[i];
      const idB = b.slots[j];
      if (isSelf) {
        if (boxesTouch(a.boxes, idA, idB)) out.pushOrdered(idA, idB);
      } else if (boxesOfTwoTouch(a.boxes, idA, b.boxes, idB)) out.push(idA, idB);
    }
  }
}

function boxesOfTwoTouch(a: Float64Array, idA: number, b: Float64Array, idB: number): boolean {
  for (let k = 0; k < 3; k++)
    if (
      !(
        a[boxSize * idA + k] <= b[boxSize * idB + maxAt + k] &&
        b[boxSize * idB + k] <= a[boxSize * idA + maxAt + k]
      )
    )
      return false;
  return true;
}
