/**
 * A bounding volume hierarchy over boxes: the broad phase that needs no tuning. Sizes may differ by any
 * factor, the world is unbounded, and there is no cell size to choose.
 *
 * The tree is built in O(n log n), by default from the top down by the surface area heuristic over cells of a
 * Morton curve. When boxes move, the tree is refitted in one backward loop over the nodes; once that has made
 * it a quarter worse than it was when built, it is rebuilt. After an insertion or removal the next query
 * builds a new tree: for scenes that change all the time use `DynamicBvh`. Pairs come from traversing the
 * tree against itself.
 *
 * van den Bergen 1997 (refitting); Wald 2007 (binned heuristic); Pantaleoni & Luebke 2010 (Morton clusters);
 * Meister & Bittner 2018 (merging from the bottom up).
 */
import { roundDownF32, roundUpF32 } from '@colide/bounds';
import { type IdList, type PairList, requirePairList } from '@colide/core';
import { boxSize } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, directionAt, inverseAt, maxTAt } from '../internal/box-tests.ts';
import { BvhBuilder, type BvhSplit, unite } from '../internal/bvh-builder.ts';
import { countAt, firstAt, maxDepth, nodeSize } from '../internal/bvh-layout.ts';
import { splitMedian } from '../internal/bvh-split-median.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { type BoxTree, crossPairs, selfPairs } from './internal/bvh-pairs.ts';
import { splitBottomUp } from './internal/bvh-split-bottom-up.ts';
import { splitMorton } from './internal/bvh-split-morton.ts';
import { splitSah } from './internal/bvh-split-sah.ts';

/**
 * How a {@link Bvh} is built: from the top down by surface area, at the middle of the longest axis or along a
 * Morton curve, or from the bottom up, by merging near boxes.
 */
export type BvhBuild = 'sah' | 'median' | 'morton' | 'bottom-up';

/** Options of {@link Bvh}. */
export interface BvhOptions extends BoxStructureOptions {
  /**
   * How the tree is built. Default `'sah'`; `'morton'` does less work to build and gives a looser tree,
   * `'bottom-up'` does more.
   */
  readonly build?: BvhBuild;
}

const tag = 'bvhs';
const builds: readonly BvhBuild[] = ['sah', 'median', 'morton', 'bottom-up'];
const splits: readonly BvhSplit[] = [splitSah, splitMedian, splitMorton, splitBottomUp];
const leafCapacity = 4;
/** A tree that refitting has made worse by this factor is rebuilt. */
const decay = 1.25;

/** Offsets of the current cost and of that when built. */
const costAt = 0;
const builtCostAt = 1;

/** States of the tree: up to date, to be refitted, to be rebuilt. */
const fresh = 0;
const moved = 1;
const changed = 2;

const stack = /* @__PURE__ */ new Uint32Array(maxDepth);
type NodeTest = (nodes: Float32Array, at: number, query: Float64Array) => boolean;

/** What is packed besides boxes: numbers, nodes, slots and the boxes of the slots. */
type BvhArrays = [head: Float64Array, nodes: Float32Array, slots: Uint32Array, slotBoxes: Float32Array];

/** A broad phase on a static tree that is refitted and rebuilt as needed. */
export class Bvh extends BoxStructure implements BoxTree {
  /** The box in each slot of the leaves, six numbers, rounded outward. */
  slotBoxes: Float32Array = new Float32Array(0);

  private build: number;
  private builder = new BvhBuilder(0);
  /** While building: the ids of the boxes in use. */
  private items = new Uint32Array(0);
  private state = changed;
  /** The cost of the tree now, and when it was built; in an array, so that setting them never allocates. */
  private readonly costs = new Float64Array(2);

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): Bvh {
    const structure = new Bvh({ capacity: 0 });
    structure.take(restoreBoxes(structure, unpackArrays<BoxArrays<BvhArrays>>(tag, buffer)));
    return structure;
  }

  constructor(options: BvhOptions = {}) {
    super(knownBoxOptions(options, 'build'));
    this.build = builds.indexOf(options.build ?? 'sah');
    if (this.build < 0)
      throw new RangeError(`build must be one of ${builds.join(', ')}, got ${options.build}`);
  }

  /**
   * Eight words per node: minimum, maximum, first child or first slot, 0 or number of slots. Node 1 is not
   * used.
   */
  get nodes(): Float32Array {
    return this.builder.nodes;
  }

  /** The memory of {@link nodes} as integers. */
  get words(): Uint32Array {
    return this.builder.words;
  }

  /** The id in each slot of the leaves. */
  get slots(): Uint32Array {
    return this.builder.slots;
  }

  /** How many nodes there are, node 1 included. */
  get nodeCount(): number {
    this.refresh();
    return this.count === 0 ? 0 : this.builder.nodeCount;
  }

  /**
   * The expected number of box tests of a random ray, by the surface area heuristic: sum over nodes of their
   * area, times the number of boxes in leaves, over the area of the root. Less is better; 0 without boxes.
   */
  get quality(): number {
    this.refresh();
    this.measureCost();
    return this.costs[costAt];
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  /** Rebuilds the tree at the next query, whatever its state: after large motions, for instance. */
  rebuild(): void {
    this.state = changed;
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.refresh();
    const before = out.count;
    if (this.count > 0) selfPairs(out, this);
    return out.count - before;
  }

  /**
   * Appends every overlapping pair of a box here and a box in `other`, the id here first; returns how many
   * there are.
   */
  findPairsWith(out: PairList, other: Bvh): number {
    this.refresh();
    other.refresh();
    const before = out.count;
    if (this.count > 0 && other.count > 0) crossPairs(out, this, other);
    return out.count - before;
  }

  /** Brings the tree up to date with the boxes; queries do this automatically. */
  refresh(): void {
    if (this.state === moved) {
      this.refit();
      this.measureCost();
      if (this.costs[costAt] > decay * this.costs[builtCostAt]) this.state = changed;
    }
    if (this.state === changed) this.construct();
    this.state = fresh;
  }

  protected inserted(): void {
    this.state = changed;
  }

  protected updated(): void {
    if (this.state === fresh) this.state = moved;
  }

  protected override updatedAll(): void {
    this.updated();
  }

  protected override insertedAll(): void {
    this.state = changed;
  }

  protected removed(): void {
    this.state = changed;
  }

  protected cleared(): void {
    this.state = changed;
  }

  protected override packed(): PackedArray[] {
    const { builder, build, state, costs, slotBoxes } = this;
    const head = Float64Array.of(build, state, costs[builtCostAt], builder.nodeCount);
    return [...super.packed(), head, builder.nodes, builder.slots, slotBoxes];
  }

  private take([head, nodes, slots, slotBoxes]: BvhArrays): void {
    const [build, state, builtCost, nodeCount] = head;
    this.build = build;
    this.state = state;
    this.costs[builtCostAt] = builtCost;
    this.builder = new BvhBuilder(slots.length);
    this.builder.nodeCount = nodeCount;
    this.builder.nodes.set(nodes);
    this.builder.slots.set(slots);
    this.slotBoxes = slotBoxes;
    this.items = new Uint32Array(slots.length);
  }

  private construct(): void {
    const { count, alive, idCount, boxes } = this;
    if (this.builder.capacity < count) this.builder = new BvhBuilder(this.capacity);
    const { builder } = this;
    if (this.slotBoxes.length < boxSize * count) {
      this.slotBoxes = new Float32Array(boxSize * builder.capacity);
      this.items = new Uint32Array(builder.capacity);
    }
    const { slotBoxes, items } = this;
    for (let id = 0, item = 0; id < idCount; id++) {
      if (alive[id] === 0) continue;
      roundBox(builder.itemBoxes, boxSize * item, boxes, boxSize * id);
      items[item++] = id;
    }
    builder.build(count, leafCapacity, this.build === 0 ? leafCapacity : 0, splits[this.build]);
    const { slots } = builder;
    for (let slot = 0; slot < count; slot++) {
      const from = boxSize * slots[slot];
      for (let k = 0; k < 6; k++) slotBoxes[boxSize * slot + k] = builder.itemBoxes[from + k];
      slots[slot] = items[slots[slot]];
    }
    this.measureCost();
    this.costs[builtCostAt] = this.costs[costAt];
  }

  private refit(): void {
    const { boxes, slots, slotBoxes, nodes, words, count } = this;
    for (let slot = 0; slot < count; slot++)
      roundBox(slotBoxes, boxSize * slot, boxes, boxSize * slots[slot]);
    for (let at = nodeSize * (this.builder.nodeCount - 1); at >= 0; at -= nodeSize) {
      if (at === nodeSize) continue;
      const leafCount = words[at + countAt];
      const first = words[at + firstAt];
      if (leafCount > 0) unite(nodes, at, slotBoxes, boxSize * first, leafCount, boxSize);
      else unite(nodes, at, nodes, nodeSize * first, 2, nodeSize);
    }
  }

  /** Sets the current cost: the expected tests of a random ray that meets the root. */
  private measureCost(): void {
    const { nodes, words, costs } = this;
    costs[costAt] = 0;
    if (this.count === 0) return;
    let sum = 0;
    for (let node = 0; node < this.builder.nodeCount; node++) {
      if (node === 1) continue;
      const at = nodeSize * node;
      sum += Math.max(1, words[at + countAt]) * halfArea(nodes, at);
    }
    const root = halfArea(nodes, 0);
    costs[costAt] = root > 0 ? sum / root : 1;
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.refresh();
    if (this.count === 0) return 0;
    const { nodes, words, slots, boxes, query } = this;
    // Only a box query is its own window.
    const nodePasses: NodeTest =
      window === undefined ? nodeMeetsRay : window === query ? nodeTouchesBox : nodeTouchesSphere;
    const before = out.count;
    let visited = 0;
    let tested = 0;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const at = nodeSize * stack[--depth];
      visited++;
      if (!nodePasses(nodes, at, query)) continue;
      const first = words[at + firstAt];
      const count = words[at + countAt];
      if (count === 0) {
        stack[depth++] = first + 1;
        stack[depth++] = first;
        continue;
      }
      tested += count;
      for (let slot = first; slot < first + count; slot++)
        if (test(boxes, slots[slot], query)) out.push(slots[slot]);
    }
    this.counters.add(visited, tested);
    return out.count - before;
  }
}

function halfArea(nodes: Float32Array, at: number): number {
  const dx = nodes[at + 3] - nodes[at];
  const dy = nodes[at + 4] - nodes[at + 1];
  return dx * dy + (dx + dy) * (nodes[at + 5] - nodes[at + 2]);
}

/** Writes a box as floats that enclose it. */
function roundBox(out: Float32Array, at: number, boxes: Float64Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    const min = boxes[from + k];
    const max = boxes[from + k + 3];
    out[at + k] = min;
    out[at + k + 3] = max;
    if (out[at + k] > min) out[at + k] = roundDownF32(min);
    if (out[at + k + 3] < max) out[at + k + 3] = roundUpF32(max);
  }
}

function nodeTouchesBox(nodes: Float32Array, at: number, box: Float64Array): boolean {
  return (
    nodes[at] <= box[3] &&
    box[0] <= nodes[at + 3] &&
    nodes[at + 1] <= box[4] &&
    box[1] <= nodes[at + 4] &&
    nodes[at + 2] <= box[5] &&
    box[2] <= nodes[at + 5]
  );
}

function nodeTouchesSphere(nodes: Float32Array, at: number, ball: Float64Array): boolean {
  const dx = Math.max(nodes[at] - ball[0], ball[0] - nodes[at + 3], 0);
  const dy = Math.max(nodes[at + 1] - ball[1], ball[1] - nodes[at + 4], 0);
  const dz = Math.max(nodes[at + 2] - ball[2], ball[2] - nodes[at + 5], 0);
  return dx * dx + dy * dy + dz * dz <= ball[3];
}

function nodeMeetsRay(nodes: Float32Array, at: number, ray: Float64Array): boolean {
  let near = 0;
  let far = ray[maxTAt];
  for (let axis = 0; axis < 3; axis++) {
    const low = nodes[at + axis] - ray[axis];
    const high = nodes[at + axis + 3] - ray[axis];
    if (ray[axis + directionAt] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const t0 = low * ray[axis + inverseAt];
    const t1 = high * ray[axis + inverseAt];
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1) * (1 + 16 * 2 ** -52));
  }
  return near <= far;
}
