/**
 * Sweep and prune: the ends of all boxes in three sorted lists, one per axis, and the set of overlapping
 * pairs, both kept from frame to frame. When boxes move a little, the lists are nearly sorted; insertion sort
 * restores the order, and whenever a lower and an upper end are exchanged, two intervals begin or cease to
 * overlap.
 *
 * Changes are collected and applied together by the next `findPairs`, as Tracy et al. do for insertion and
 * removal: removed ends are struck out in one pass over the lists; moved ends are sorted in place; new ends
 * are sorted on their own and merged, and one sweep finds the pairs of the new boxes. When boxes have moved
 * so far that insertion sort would be slow, the lists are sorted from scratch and the pairs found by a sweep.
 *
 * `begun` and `ended` hold what has changed between the last two calls of `findPairs`.
 *
 * Box, ball and ray queries scan all boxes: the lists are for pairs.
 *
 * Cost: O(n + exchanges) per frame; a sweep for k new boxes O(n + k · overlaps along one axis). Fast when
 * little moves; when everything moves fast, grids and trees are better. Equal ends are ordered lower before
 * upper: touching counts.
 *
 * D. Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992. J. Cohen et al., "I-COLLIDE: an
 * interactive and exact collision detection system for large-scale environments", 1995. D. Tracy, S. Buss, B.
 * Woods, "Efficient large-scale sweep and prune methods with AABB insertion and removal", 2009.
 */
import { grown, PairList, requirePairList } from '@colide/core';
import type { BoxStructureOptions } from '../internal/box-structure.ts';
import { boxesTouch } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { PairSet } from '../internal/pair-set.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { ScannedBoxes } from '../internal/scanned-boxes.ts';
import { coordinateAt, idOfEnd, isUpperEnd, lowerEnd, sortEnds, upperEnd } from './internal/box-ends.ts';

const tag = 'swpr';
/** Exchanges per box after which sorting from scratch is cheaper than continuing. */
const patience = 48;
/** States of an id: not in the lists, in the lists, in the lists but to be struck out, new in the lists. */
const absent = 0;
const listed = 1;
const struck = 2;
const entering = 3;

/** Options of {@link SweepAndPrune}. */
export interface SweepAndPruneOptions extends BoxStructureOptions {}

/** A broad phase of three sorted lists and a set of pairs. */
export class SweepAndPrune extends ScannedBoxes {
  /** Pairs that began to overlap between the last two calls of {@link findPairs}. */
  readonly begun = new PairList();
  /** Pairs that ceased to overlap between the last two calls of {@link findPairs}. */
  readonly ended = new PairList();
  /** The overlapping pairs at the time of the last {@link findPairs}. */
  private readonly pairs = new PairSet();
  /** Ends by axis in sorted order (`box-ends.ts`), and their values. */
  private readonly ends = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)];
  private readonly values = [new Float64Array(0), new Float64Array(0), new Float64Array(0)];
  /** How many boxes the lists hold. */
  private listedCount = 0;
  private state = new Uint8Array(0);
  private fresh = new Uint32Array(0);
  /** Ends of the new boxes on one axis, sorted. */
  private batch = new Uint32Array(0);
  /**
   * The boxes that are open during a sweep, old ones from the left and new ones from the right, and the index
   * of each.
   */
  private open = new Uint32Array(0);
  private indexOf = new Uint32Array(0);
  private freshCount = 0;
  private struckCount = 0;
  /** The pairs at the last call, to report what began and ended regardless of what happened in between. */
  private readonly known = new PairSet();
  private dirty = false;

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): SweepAndPrune {
    const structure = new SweepAndPrune({ capacity: 0 });
    restoreBoxes(structure, unpackArrays<BoxArrays<[]>>(tag, buffer));
    structure.dirty = true;
    structure.makeRoom();
    for (let id = 0; id < structure.idCount; id++) if (structure.alive[id] === 1) structure.inserted(id);
    return structure;
  }

  /** @param options initial capacity; all optional */
  constructor(options: SweepAndPruneOptions = {}) {
    super(knownBoxOptions(options));
  }

  override get byteLength(): number {
    return (
      super.byteLength +
      this.pairs.byteLength +
      this.known.byteLength +
      72 * this.state.length +
      5 * this.capacity
    );
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  /** Removes many boxes at once. */
  removeAll(ids: ArrayLike<number>): void {
    const seen = new Uint8Array(this.idCount);
    for (let i = 0; i < ids.length; i++) {
      this.requireId(ids[i]);
      if (seen[ids[i]]++ > 0) throw new RangeError(`ids must differ, got ${ids[i]} twice`);
    }
    for (let i = 0; i < ids.length; i++) this.remove(ids[i]);
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    if (this.dirty) this.applyChanges();
    this.tellEvents();
    const { pairs } = this;
    out.reserve(out.count + pairs.count);
    for (let i = 0, at = 2 * out.count; i < 2 * pairs.count; i++) out.data[at + i] = pairs.pairs[i];
    out.count += pairs.count;
    return pairs.count;
  }

  protected inserted(id: number): void {
    this.makeRoom();
    this.dirty = true;
    // If an id is reused while its old ends are still listed, the ends just move.
    if (this.state[id] === struck) {
      this.state[id] = listed;
      this.struckCount--;
      return;
    }
    this.fresh[this.freshCount++] = id;
  }

  protected updated(): void {
    this.dirty = true;
  }

  protected removed(id: number): void {
    this.dirty = true;
    if (this.state[id] === listed) {
      this.state[id] = struck;
      this.struckCount++;
      return;
    }
    let at = 0;
    while (this.fresh[at] !== id) at++;
    this.fresh[at] = this.fresh[--this.freshCount];
  }

  protected cleared(): void {
    this.pairs.clear();
    this.state.fill(absent);
    this.listedCount = 0;
    this.freshCount = 0;
    this.struckCount = 0;
  }

  protected override updatedAll(): void {
    this.dirty = true;
  }

  private makeRoom(): void {
    const { capacity } = this;
    if (this.state.length >= capacity) return;
    this.state = grown(this.state, capacity);
    this.fresh = grown(this.fresh, capacity);
    this.batch = new Uint32Array(2 * capacity);
    this.open = new Uint32Array(capacity);
    this.indexOf = new Uint32Array(capacity);
    for (let axis = 0; axis < 3; axis++) {
      this.ends[axis] = grown(this.ends[axis], 2 * capacity);
      this.values[axis] = grown(this.values[axis], 2 * capacity);
    }
  }

  private applyChanges(): void {
    this.dirty = false;
    if (this.struckCount > 0) this.strikeOut();
    let patienceLeft = patience * this.listedCount + 1000;
    for (let axis = 0; axis < 3; axis++) {
      this.readValues(axis);
      if (patienceLeft > 0) patienceLeft = this.insertionSort(axis, patienceLeft);
    }
    if (patienceLeft <= 0) {
      // Too far from sorted: start over with all boxes as new ones.
      this.pairs.clear();
      const { state, ends, fresh } = this;
      for (let i = 0; i < 2 * this.listedCount; i++) {
        const end = ends[0][i];
        if (isUpperEnd(end)) continue;
        const id = idOfEnd(end);
        state[id] = absent;
        fresh[this.freshCount++] = id;
      }
      this.listedCount = 0;
    }
    if (this.freshCount > 0) this.merge();
  }

  /** Removes the struck ids from lists and pairs. */
  private strikeOut(): void {
    const { ends, state, pairs, listedCount } = this;
    for (let i = pairs.count - 1; i >= 0; i--)
      if (state[pairs.pairs[2 * i]] === struck || state[pairs.pairs[2 * i + 1]] === struck) pairs.deleteAt(i);
    for (let axis = 0; axis < 3; axis++) {
      const list = ends[axis];
      let kept = 0;
      for (let i = 0; i < 2 * listedCount; i++)
        if (state[idOfEnd(list[i])] === listed) list[kept++] = list[i];
    }
    for (let id = 0; id < state.length; id++) if (state[id] === struck) state[id] = absent;
    this.listedCount -= this.struckCount;
    this.struckCount = 0;
  }

  private readValues(axis: number): void {
    const { boxes, listedCount } = this;
    const ends = this.ends[axis];
    const values = this.values[axis];
    for (let i = 0; i < 2 * listedCount; i++) values[i] = boxes[coordinateAt(ends[i], axis)];
  }

  /** Sorts a list, adding and deleting pairs as it goes; returns how many exchanges are left. */
  private insertionSort(axis: number, patienceLeft: number): number {
    const { boxes, pairs, listedCount } = this;
    const ends = this.ends[axis];
    const values = this.values[axis];
    let tested = 0;
    let left = patienceLeft;
    for (let i = 1; i < 2 * listedCount && left > 0; i++) {
      const value = values[i];
      const end = ends[i];
      const upper = isUpperEnd(end);
      let j = i - 1;
      for (; j >= 0 && (values[j] > value || (values[j] === value && isUpperEnd(ends[j]) > upper)); j--) {
        const other = ends[j];
        values[j + 1] = values[j];
        ends[j + 1] = other;
        left--;
        if (isUpperEnd(other) === upper) continue;
        const a = Math.min(idOfEnd(end), idOfEnd(other));
        const b = Math.max(idOfEnd(end), idOfEnd(other));
        if (upper === 1) pairs.delete(a, b);
        else {
          tested++;
          if (boxesTouch(boxes, a, b)) pairs.add(a, b);
        }
      }
      values[j + 1] = value;
      ends[j + 1] = end;
    }
    this.counters.add(patienceLeft - left, tested);
    return left;
  }

  /** Sorts the ends of the new boxes and merges them into the lists, then finds their pairs. */
  private merge(): void {
    const { boxes, fresh, freshCount, state, listedCount, batch } = this;
    for (let k = 0; k < freshCount; k++) state[fresh[k]] = entering;
    for (let axis = 0; axis < 3; axis++) {
      const ends = this.ends[axis];
      const values = this.values[axis];
      this.sortBatch(axis);
      let old = 2 * listedCount - 1;
      let next = 2 * freshCount - 1;
      for (let i = old + next + 1; next >= 0; i--) {
        const end = batch[next];
        const value = boxes[coordinateAt(end, axis)];
        if (
          old >= 0 &&
          (values[old] > value || (values[old] === value && isUpperEnd(ends[old]) > isUpperEnd(end)))
        ) {
          ends[i] = ends[old];
          values[i] = values[old--];
        } else {
          ends[i] = end;
          values[i] = value;
          next--;
        }
      }
    }
    this.listedCount += freshCount;
    this.sweepNew();
    for (let k = 0; k < freshCount; k++) state[fresh[k]] = listed;
    this.freshCount = 0;
  }

  /** Writes the ends of the new boxes on an axis to the batch, in order. */
  private sortBatch(axis: number): void {
    const { boxes, fresh, freshCount, batch } = this;
    for (let k = 0; k < freshCount; k++) {
      batch[2 * k] = lowerEnd(fresh[k]);
      batch[2 * k + 1] = upperEnd(fresh[k]);
    }
    sortEnds(batch, 2 * freshCount, boxes, axis);
  }

  /**
   * Sweeps the list of the axis on which the boxes are spread most and compares new boxes with those that are
   * open.
   */
  private sweepNew(): void {
    const { listedCount, state, open, indexOf } = this;
    let axis = 0;
    let best = -1;
    for (let k = 0; k < 3; k++) {
      const values = this.values[k];
      const spread = values[(3 * listedCount) >> 1] - values[listedCount >> 1];
      if (!(spread > best)) continue;
      best = spread;
      axis = k;
    }
    const ends = this.ends[axis];
    const right = open.length - 1;
    let oldCount = 0;
    let newCount = 0;
    let tested = 0;
    for (let i = 0; i < 2 * listedCount; i++) {
      const id = idOfEnd(ends[i]);
      const isNew = state[id] === entering;
      if (isUpperEnd(ends[i])) {
        const last = isNew ? open[right - --newCount] : open[--oldCount];
        open[indexOf[id]] = last;
        indexOf[last] = indexOf[id];
        continue;
      }
      // An old box that begins has to be compared with new ones only.
      for (let k = right; k > right - newCount; k--) this.pairIfTouching(id, open[k]);
      if (isNew) for (let k = 0; k < oldCount; k++) this.pairIfTouching(id, open[k]);
      tested += newCount + (isNew ? oldCount : 0);
      indexOf[id] = isNew ? right - newCount++ : oldCount++;
      open[indexOf[id]] = id;
    }
    this.counters.add(2 * listedCount, tested);
  }

  private pairIfTouching(a: number, b: number): void {
    if (boxesTouch(this.boxes, a, b)) this.pairs.add(Math.min(a, b), Math.max(a, b));
  }

  /** Compares the pairs with those of the last call. */
  private tellEvents(): void {
    const { pairs, known, begun, ended } = this;
    begun.clear();
    ended.clear();
    for (let i = known.count - 1; i >= 0; i--) {
      const a = known.pairs[2 * i];
      const b = known.pairs[2 * i + 1];
      if (pairs.indexOf(a, b) >= 0) continue;
      ended.push(a, b);
      known.deleteAt(i);
    }
    if (known.count === pairs.count) return;
    for (let i = 0; i < pairs.count; i++) {
      const a = pairs.pairs[2 * i];
      const b = pairs.pairs[2 * i + 1];
      if (known.add(a, b)) begun.push(a, b);
    }
  }
}
