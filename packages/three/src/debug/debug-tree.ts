/**
 * The nodes of a tree as boxes: octrees by their cells, hierarchies of boxes by their volumes. Trees are
 * recognised by their fields: `halves` is an octree, `links` a `DynamicBvh`, `nodes` a `Bvh` or
 * `TriangleBvh`.
 */

import type { DebugLines } from './debug-lines.ts';
import { debugAabb } from './debug-volumes.ts';

/** An octree: `Octree`, `LooseOctree`. */
export interface DebugOctree {
  readonly nodeCount: number;
  readonly centers: Float64Array;
  readonly halves: Float64Array;
  readonly depths: Uint8Array;
  readonly subtreeCounts: Int32Array;
}

/** A tree with links, such as `DynamicBvh`. */
export interface DebugLinkedTree {
  readonly nodeBoxes: Float64Array;
  /** Parent, then two children, or −1 and the id of a leaf. */
  readonly links: Int32Array;
  readonly root: number;
}

/**
 * A tree with eight words per node, such as `Bvh`: box, first child, then 0 or the number of slots of a leaf.
 */
export interface DebugPackedTree {
  readonly nodes: Float32Array;
  readonly words: Uint32Array;
  readonly nodeCount: number;
}

/** A tree that can be drawn. */
export type DebugTree = DebugOctree | DebugLinkedTree | DebugPackedTree;

/** Words per node of a packed tree, and the offsets of first child and number of slots, after the box. */
const nodeSize = 8;
const childAt = 6;
const slotCountAt = 7;
/** Links per node of a linked tree, and the offset of its children, after the parent. */
const linkSize = 3;
const leftAt = 1;
const rightAt = 2;

const box = /* @__PURE__ */ new Float64Array(6);
const stack = /* @__PURE__ */ new Int32Array(512);

/** The boxes of all nodes down to `maxDepth`, the root having depth 0; returns their number. */
export function debugTree(lines: DebugLines, tree: DebugTree, maxDepth = 32): number {
  if ('halves' in tree) return drawCells(lines, tree, maxDepth);
  return 'links' in tree ? drawLinked(lines, tree, maxDepth) : drawPacked(lines, tree, maxDepth);
}

function drawCells(lines: DebugLines, tree: DebugOctree, maxDepth: number): number {
  const { centers, halves, depths, subtreeCounts, nodeCount } = tree;
  let drawn = 0;
  for (let node = 0; node < nodeCount; node++) {
    if (subtreeCounts[node] === 0 || depths[node] > maxDepth) continue;
    for (let k = 0; k < 3; k++) {
      box[k] = centers[3 * node + k] - halves[node];
      box[3 + k] = centers[3 * node + k] + halves[node];
    }
    debugAabb(lines, box);
    drawn++;
  }
  return drawn;
}

function drawLinked(lines: DebugLines, tree: DebugLinkedTree, maxDepth: number): number {
  const { nodeBoxes, links, root } = tree;
  let drawn = 0;
  let top = 0;
  if (root >= 0) top = push(0, root, 0);
  while (top > 0) {
    const node = stack[top - 2];
    const depth = stack[top - 1];
    top -= 2;
    debugAabb(lines, nodeBoxes, 6 * node);
    drawn++;
    if (links[linkSize * node + leftAt] < 0 || depth >= maxDepth) continue;
    top = push(top, links[linkSize * node + leftAt], depth + 1);
    top = push(top, links[linkSize * node + rightAt], depth + 1);
  }
  return drawn;
}

function drawPacked(lines: DebugLines, tree: DebugPackedTree, maxDepth: number): number {
  const { nodeCount } = tree;
  const { nodes, words } = tree;
  let drawn = 0;
  let top = nodeCount > 0 ? push(0, 0, 0) : 0;
  while (top > 0) {
    const node = stack[top - 2];
    const depth = stack[top - 1];
    top -= 2;
    debugAabb(lines, nodes, nodeSize * node);
    drawn++;
    if (words[nodeSize * node + slotCountAt] > 0 || depth >= maxDepth) continue;
    const child = words[nodeSize * node + childAt];
    top = push(top, child, depth + 1);
    top = push(top, child + 1, depth + 1);
  }
  return drawn;
}

/** Pushes a node onto the stack; nodes more than 256 levels down are left out. */
function push(top: number, node: number, depth: number): number {
  if (top + 2 > stack.length) return top;
  stack[top] = node;
  stack[top + 1] = depth;
  return top + 2;
}
