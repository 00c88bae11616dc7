/**
 * The memory of octrees and quadtrees: nodes in flat arrays, items in chains. A node stores the centre of its
 * cell; its children are created when an item moves down into them and freed when they are empty.
 *
 * | array | numbers per node |
 * | --- | --- |
 * | `centers` | 2 or 3, the dimension of the space |
 * | `children` | 4 or 8: child k is on the upper side of axis i if bit i of k is set |
 * | all others | 1 |
 */
import { grown } from '@colide/core';
import { BoxStructure, type BoxStructureOptions } from '../../internal/box-structure.ts';
import type { BoxTests } from '../../internal/box-tests.ts';

/** The arrays of nodes and items, in the order in which they are serialized. */
export type CellArrays = [
  centers: Float64Array,
  halves: Float64Array,
  depths: Uint8Array,
  children: Int32Array,
  itemCounts: Int32Array,
  subtreeCounts: Int32Array,
  firstItems: Int32Array,
  nextItems: Int32Array,
  parents: Int32Array,
  divided: Uint8Array,
  previousItems: Int32Array,
  itemNodes: Int32Array,
];

/** Boxes in the cells of a tree. */
export abstract class CellNodes extends BoxStructure {
  /** The number of nodes ever created, including free ones. */
  nodeCount = 0;
  /** Centre of each node's cell, as many numbers as the space has dimensions. */
  centers: Float64Array = new Float64Array(0);
  /** Half of the edge of each node's cell. */
  halves: Float64Array = new Float64Array(0);
  /** Depth of each node below the root. */
  depths: Uint8Array = new Uint8Array(0);
  /** 4 or 8 children of each node, 0 for none. */
  children: Int32Array = new Int32Array(0);
  /** Number of items in each node itself. */
  itemCounts: Int32Array = new Int32Array(0);
  /** Number of items in each node and below. */
  subtreeCounts: Int32Array = new Int32Array(0);
  /** First item of each node's chain, −1 for none. */
  firstItems: Int32Array = new Int32Array(0);
  /** Next item in the chain of its node, by id, −1 at the end. */
  nextItems: Int32Array = new Int32Array(0);

  protected parents: Int32Array = new Int32Array(0);
  protected divided: Uint8Array = new Uint8Array(0);
  protected previousItems: Int32Array = new Int32Array(0);
  protected itemNodes: Int32Array = new Int32Array(0);
  protected readonly dimension: number;
  protected readonly childrenSize: number;
  /** The first free node, 0 for none. */
  protected freeNode = 0;

  constructor(options: BoxStructureOptions, tests: BoxTests) {
    super(options, tests);
    this.dimension = tests.dimension;
    this.childrenSize = 1 << tests.dimension;
  }

  /** The arrays of nodes and items, for serialization. */
  protected packedCells(): CellArrays {
    return [
      this.centers,
      this.halves,
      this.depths,
      this.children,
      this.itemCounts,
      this.subtreeCounts,
      this.firstItems,
      this.nextItems,
      this.parents,
      this.divided,
      this.previousItems,
      this.itemNodes,
    ];
  }

  /** Restores what {@link packedCells} returned. */
  protected restoreCells(arrays: CellArrays): void {
    [
      this.centers,
      this.halves,
      this.depths,
      this.children,
      this.itemCounts,
      this.subtreeCounts,
      this.firstItems,
      this.nextItems,
      this.parents,
      this.divided,
      this.previousItems,
      this.itemNodes,
    ] = arrays;
  }

  /** Puts an item into the chain of a node. */
  protected link(node: number, id: number): void {
    const first = this.firstItems[node];
    this.nextItems[id] = first;
    this.previousItems[id] = -1;
    if (first >= 0) this.previousItems[first] = id;
    this.firstItems[node] = id;
    this.itemCounts[node]++;
    this.itemNodes[id] = node;
  }

  /** Removes an item from the chain of its node. */
  protected unlink(id: number): void {
    const node = this.itemNodes[id];
    const next = this.nextItems[id];
    const previous = this.previousItems[id];
    if (previous >= 0) this.nextItems[previous] = next;
    else this.firstItems[node] = next;
    if (next >= 0) this.previousItems[next] = previous;
    this.itemCounts[node]--;
  }

  /** Child `k` of `node`, created if necessary. */
  protected childAt(node: number, k: number): number {
    const { dimension, childrenSize } = this;
    const found = this.children[childrenSize * node + k];
    if (found > 0) return found;
    const child = this.makeNode();
    const half = 0.5 * this.halves[node];
    this.halves[child] = half;
    this.depths[child] = this.depths[node] + 1;
    this.parents[child] = node;
    this.children[childrenSize * node + k] = child;
    for (let axis = 0; axis < dimension; axis++)
      this.centers[dimension * child + axis] =
        this.centers[dimension * node + axis] + ((k >> axis) & 1 ? half : -half);
    return child;
  }

  /** A node without items and children. */
  protected makeNode(): number {
    let node = this.freeNode;
    if (node > 0) this.freeNode = this.parents[node];
    else {
      node = this.nodeCount++;
      if (node === this.halves.length) this.reserveNodes();
    }
    this.children.fill(0, this.childrenSize * node, this.childrenSize * node + this.childrenSize);
    this.firstItems[node] = -1;
    this.itemCounts[node] = 0;
    this.subtreeCounts[node] = 0;
    this.divided[node] = 0;
    this.depths[node] = 0;
    return node;
  }

  /** Frees an empty node. */
  protected dropNode(node: number, parent: number): void {
    const { childrenSize, children } = this;
    for (let k = childrenSize * parent; k < childrenSize * parent + childrenSize; k++)
      if (children[k] === node) children[k] = 0;
    this.parents[node] = this.freeNode;
    this.freeNode = node;
  }

  private reserveNodes(): void {
    const room = Math.max(16, 2 * this.halves.length);
    const { dimension, childrenSize } = this;
    this.centers = grown(this.centers, dimension * room);
    this.halves = grown(this.halves, room);
    this.depths = grown(this.depths, room);
    this.divided = grown(this.divided, room);
    this.children = grown(this.children, childrenSize * room);
    this.itemCounts = grown(this.itemCounts, room);
    this.subtreeCounts = grown(this.subtreeCounts, room);
    this.firstItems = grown(this.firstItems, room);
    this.parents = grown(this.parents, room);
  }

  /** Makes room for the items of all ids. */
  protected reserveItems(): void {
    const room = this.capacity;
    if (this.itemNodes.length >= room) return;
    this.itemNodes = grown(this.itemNodes, room);
    this.nextItems = grown(this.nextItems, room);
    this.previousItems = grown(this.previousItems, room);
  }
}
