/**
 * Sweep and prune on a segmented interval list: the ends along one axis in segments of bounded length, each
 * with the list of intervals that continue into it. Inserting, moving or removing a box touches one or two
 * segments, and the search for boxes that overlap it along the axis begins at its own segment, not at the
 * start of the list: good for large worlds into which boxes stream, and for queries.
 *
 * The set of pairs is kept. Boxes that have changed since the last call are moved in the list, pairs that no
 * longer touch are dropped, and the changed boxes look for new partners.
 *
 * Cost: O(log n + segment + overlaps along the axis) per changed box, and O(pairs) per call. Boxes that are
 * long on the axis are in the continuation lists of many segments. The axis is the one along which the boxes
 * are spread most at the first search.
 *
 * D. Tracy, S. Buss, B. Woods, "Efficient large-scale sweep and prune methods with AABB insertion and
 * removal", 2009. They keep three axes and exchange ends; here one axis finds the candidates and the boxes
 * decide.
 */
import { grown, IdList, type PairList, requirePairList } from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, boxesTouch, directionAt, maxTAt } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { PairSet } from '../internal/pair-set.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { PairTracker } from '../pairs/pair-tracker.ts';
import { IntervalSegments } from './internal/interval-segments.ts';

const tag = 'ssap';
/** States of an id: unchanged, or to be put into the list and compared with others. */
const settled = 0;
const changed = 1;

/** Options of {@link SegmentedSweepAndPrune}. */
export interface SegmentedSweepAndPruneOptions extends BoxStructureOptions {}

/** A broad phase of one segmented list. */
export class SegmentedSweepAndPrune extends BoxStructure {
  private readonly list = new IntervalSegments();
  private readonly pairs = new PairSet();
  private readonly tracker = new PairTracker();
  private readonly found = new IdList();
  /** By id: whether it is in the list, and whether it has changed. */
  private listed = new Uint8Array(0);
  private state = new Uint8Array(0);
  private changedIds = new IdList();
  private axis = -1;
  private readonly range = new Float64Array(6);

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): SegmentedSweepAndPrune {
    const structure = new SegmentedSweepAndPrune({ capacity: 0 });
    restoreBoxes(structure, unpackArrays<BoxArrays<[]>>(tag, buffer));
    for (let id = 0; id < structure.idCount; id++) if (structure.alive[id] === 1) structure.inserted(id);
    return structure;
  }

  /** @param options initial capacity; all optional */
  constructor(options: SegmentedSweepAndPruneOptions = {}) {
    super(knownBoxOptions(options));
  }

  /** Pairs that began to overlap between the last two calls of {@link findPairs}. */
  get begun(): PairList {
    return this.tracker.begun;
  }

  /** Pairs that ceased to overlap between the last two calls of {@link findPairs}. */
  get ended(): PairList {
    return this.tracker.ended;
  }

  override get byteLength(): number {
    return super.byteLength + this.pairs.byteLength + 2 * this.state.length + 1600 * this.list.segmentCount;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.refresh();
    const { pairs } = this;
    const before = out.count;
    out.reserve(before + pairs.count);
    for (let i = 0; i < 2 * pairs.count; i++) out.data[2 * before + i] = pairs.pairs[i];
    out.count += pairs.count;
    this.tracker.updateFrom(pairs.pairs, pairs.count);
    return pairs.count;
  }

  protected inserted(id: number): void {
    if (this.state.length < this.capacity) {
      this.listed = grown(this.listed, this.capacity);
      this.state = grown(this.state, this.capacity);
    }
    this.updated(id);
  }

  protected updated(id: number): void {
    if (this.state[id] === changed) return;
    this.state[id] = changed;
    this.changedIds.push(id);
  }

  protected removed(id: number): void {
    const { pairs } = this;
    if (this.listed[id] === 1) {
      this.list.remove(id);
      this.listed[id] = 0;
    }
    for (let i = pairs.count - 1; i >= 0; i--)
      if (pairs.pairs[2 * i] === id || pairs.pairs[2 * i + 1] === id) pairs.deleteAt(i);
  }

  protected cleared(): void {
    this.list.clear();
    this.pairs.clear();
    this.listed.fill(0);
    this.state.fill(settled);
    this.changedIds.clear();
    this.axis = -1;
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.refresh();
    const { found, boxes, query, axis } = this;
    const before = out.count;
    const range = window ?? this.rayRange();
    found.clear();
    if (this.count > 0) this.list.query(found, range, axis, axis + 3);
    for (let i = 0; i < found.count; i++) if (test(boxes, found.data[i], query)) out.push(found.data[i]);
    this.counters.add(1, found.count);
    return out.count - before;
  }

  /** A box that contains the ray along the axis of the list; the other axes do not matter. */
  private rayRange(): Float64Array {
    const { query, axis, range } = this;
    const start = query[axis];
    const speed = query[axis + directionAt];
    const end = speed === 0 ? start : start + speed * query[maxTAt];
    const length = Math.abs(start) + (Number.isFinite(end) ? Math.abs(end) : 0);
    const slack = 2 ** -48 * length;
    range[axis] = Math.min(start, end) - slack;
    range[axis + 3] = Math.max(start, end) + slack;
    return range;
  }

  /** Moves changed boxes to their new segments and updates the pairs. */
  private refresh(): void {
    if (this.axis < 0) this.chooseAxis();
    const { changedIds, list, listed, alive, boxes, pairs, found, state, axis } = this;
    if (changedIds.count === 0) return;
    for (let k = 0; k < changedIds.count; k++) {
      const id = changedIds.data[k];
      if (alive[id] === 0) continue;
      if (listed[id] === 1) list.remove(id);
      list.insert(id, boxes, boxSize * id + axis, boxSize * id + maxAt + axis);
      listed[id] = 1;
    }
    for (let i = pairs.count - 1; i >= 0; i--)
      if (!boxesTouch(boxes, pairs.pairs[2 * i], pairs.pairs[2 * i + 1])) pairs.deleteAt(i);
    let tested = pairs.count;
    for (let k = 0; k < changedIds.count; k++) {
      const id = changedIds.data[k];
      if (alive[id] === 0) continue;
      found.clear();
      list.query(found, boxes, boxSize * id + axis, boxSize * id + maxAt + axis);
      tested += found.count;
      for (let i = 0; i < found.count; i++) {
        const other = found.data[i];
        if (other !== id && boxesTouch(boxes, id, other)) pairs.add(Math.min(id, other), Math.max(id, other));
      }
    }
    for (let k = 0; k < changedIds.count; k++) state[changedIds.data[k]] = settled;
    this.counters.add(changedIds.count, tested);
    changedIds.clear();
  }

  /** The axis along which the centres spread most. */
  private chooseAxis(): void {
    const { boxes, alive, idCount, count } = this;
    this.axis = 0;
    let best = -1;
    for (let axis = 0; axis < 3; axis++) {
      let mean = 0;
      for (let id = 0; id < idCount; id++)
        if (alive[id] === 1)
          mean += (boxes[boxSize * id + axis] / 2 + boxes[boxSize * id + maxAt + axis] / 2) / count;
      let spread = 0;
      for (let id = 0; id < idCount; id++)
        if (alive[id] === 1)
          spread +=
            Math.abs(boxes[boxSize * id + axis] / 2 + boxes[boxSize * id + maxAt + axis] / 2 - mean) / count;
      if (!(spread > best)) continue;
      best = spread;
      this.axis = axis;
    }
  }
}
