/**
 * The broad phase of a world: the boxes of colliders in a synchronous structure and, if there is one, in a
 * second, asynchronous one. Both hold the same boxes, so pairs may come from either.
 *
 * Boxes that hardly move need not be searched again. The structures hold boxes that are a little wider than
 * the colliders; as long as every box stays within its wide box, a step only compares the pairs of wide boxes
 * (`NeighborList`). Boxes that have left their wide boxes get new ones, and if they are few, only their pairs
 * are searched. Otherwise all boxes that have little room left are widened again. While bodies move so fast
 * that a list serves for one step only, boxes are not widened at all. The pairs are always those of the exact
 * boxes, without those of one body. A broad phase that looks at the colliders themselves finds its own pairs.
 */
import {
  type AsyncBroadPhase,
  BoxIds,
  type BroadPhase,
  grown,
  IdList,
  PairList,
  PairOrder,
} from '@colide/core';
import { type ColliderSet, colliderKind } from '@colide/narrowphase';
import { NeighborList } from '@colide/spatial';
import type { ColliderBroadPhase } from '../collider-broad-phase.ts';

/** Margin on each side of a wide box, as a fraction of the box's mean side. */
const slack = 0.05;
/** Number of searches without margins after a list that served only one step. */
const pause = 16;
/** Largest number of asynchronous searches in a step. */
const searches = 2;

/** Share of the colliders whose pairs are searched one by one; if more boxes have changed, all are. */
const few = 1 / 8;

/** Numbers per box: minimum, then maximum. */
const boxSize = 6;
const maxAt = 3;

const box = /* @__PURE__ */ new Float64Array(boxSize);

/** Boxes found by the query at hand. */
const found = /* @__PURE__ */ new IdList();

/** The boxes of colliders, and the pairs of them that overlap. */
export class ColliderBoxes {
  /** Pairs of colliders whose boxes overlap, as of the last search, sorted. */
  readonly pairs = new PairList();
  readonly broadPhase: BroadPhase;
  private readonly colliders: ColliderSet;
  private readonly order = new PairOrder();
  private readonly ids: BoxIds<BroadPhase>;
  private readonly later: BoxIds<AsyncBroadPhase> | undefined;
  private readonly finder: ColliderBroadPhase | undefined;
  /** Exact and wide boxes by collider, and the pairs of wide boxes. */
  readonly list = new NeighborList();
  /** 1 for colliders whose wide boxes have changed since the candidates were found; how many these are. */
  private moved = new Uint8Array(0);
  private movedCount = 0;
  /** Whether colliders came or went since. */
  private isOutdated = true;
  /** Counts changes of wide boxes, so that pairs of an outdated search and outdated trees are recognised. */
  changes = 0;
  /** Number of steps that the list has served. */
  private age = 0;
  /** Searches until boxes are widened again. */
  private paused = 0;

  constructor(
    colliders: ColliderSet,
    broadPhase: BroadPhase,
    later?: AsyncBroadPhase,
    finder?: ColliderBroadPhase,
  ) {
    this.colliders = colliders;
    this.broadPhase = broadPhase;
    this.ids = new BoxIds('broadPhase', broadPhase);
    this.finder = finder;
    if (later) this.later = new BoxIds('asyncBroadPhase', later);
  }

  /** Inserts the box of a collider. */
  insert(collider: number): void {
    const { list } = this;
    this.reserve(collider + 1);
    this.colliders.aabb(box, collider);
    list.fit(collider, box, 0);
    list.widen(collider, 0);
    this.changes++;
    this.isOutdated = true;
    this.ids.insert(collider, box);
    try {
      this.later?.insert(collider, box);
    } catch (error) {
      this.ids.remove(collider);
      throw error;
    }
  }

  /** Removes the box of a collider. */
  remove(collider: number): void {
    this.changes++;
    this.list.invalidate();
    this.isOutdated = true;
    this.ids.remove(collider);
    this.later?.remove(collider);
  }

  /**
   * Refits the box of a collider whose pose has changed; `measured` has the boxes of all colliders that a
   * pool knows.
   */
  fit(collider: number, measured?: Float64Array): void {
    const { list } = this;
    const at = boxSize * collider;
    let isInside: boolean;
    if (measured && measured[at] <= measured[at + maxAt]) isInside = list.fit(collider, measured, at);
    else {
      this.colliders.aabb(box, collider);
      isInside = list.fit(collider, box, 0);
    }
    if (!isInside) this.widen(collider);
  }

  /** The collider whose box has the id `box` in the broad phase. */
  colliderAt(box: number): number {
    return this.ids.ownerAt(box);
  }

  /** Fills {@link pairs} with the colliders whose boxes overlap, sorted. */
  findPairs(): void {
    const { candidates } = this.list;
    if (this.finder) {
      this.pairs.clear();
      this.finder.findPairs(this.pairs, this.colliders);
      return;
    }
    if (this.list.isValid) this.age++;
    else {
      if (this.paused > 0 || this.isOutdated || this.movedCount > few * this.colliders.count) {
        this.widenAll();
        candidates.clear();
        this.broadPhase.findPairs(candidates);
        this.ids.toOwners(candidates);
      } else this.searchMoved();
      this.listCandidates();
    }
    this.compare();
  }

  /**
   * As {@link findPairs}, by the asynchronous structure. If boxes changed during the search, it is repeated;
   * if they keep changing, the synchronous structure is used instead.
   */
  async findPairsAsync(): Promise<void> {
    const { list, later, finder } = this;
    if (finder?.findPairsAsync) {
      this.pairs.clear();
      await finder.findPairsAsync(this.pairs, this.colliders);
      return;
    }
    if (!later) return this.findPairs();
    if (!list.isValid) this.widenAll();
    list.invalidate();
    this.isOutdated = true;
    for (let search = 0; search < searches; search++) {
      const seen = this.changes;
      list.candidates.clear();
      await later.set.findPairs(list.candidates);
      if (seen !== this.changes) continue;
      later.toOwners(list.candidates);
      this.listCandidates();
      return this.compare();
    }
    this.findPairs();
  }

  /** Gives a collider a new wide box, if its box has left the old one or has little room in it. */
  private widen(collider: number): void {
    const { list } = this;
    if (!list.renew(collider, slack, this.paused > 0)) return;
    this.readWide(collider);
    this.changes++;
    this.movedCount += 1 - this.moved[collider];
    this.moved[collider] = 1;
    this.ids.update(collider, box);
    this.later?.update(collider, box);
  }

  private readWide(collider: number): void {
    for (let k = 0; k < boxSize; k++) box[k] = this.list.wide[boxSize * collider + k];
  }

  /** Replaces the candidates of the colliders whose wide boxes have changed. */
  private searchMoved(): void {
    const { moved } = this;
    const { candidates } = this.list;
    const { data, count } = candidates;
    candidates.clear();
    for (let i = 0; i < 2 * count; i += 2)
      if ((moved[data[i]] | moved[data[i + 1]]) === 0) candidates.push(data[i], data[i + 1]);
    for (let collider = 0; collider < moved.length; collider++) {
      if (moved[collider] === 0) continue;
      this.readWide(collider);
      found.clear();
      this.broadPhase.queryBox(found, box);
      for (let f = 0; f < found.count; f++) {
        const other = this.ids.ownerAt(found.data[f]);
        if (moved[other] === 0 || other > collider) candidates.pushOrdered(collider, other);
      }
    }
  }

  /** Widens all boxes that have little room left, unless the last list was too short-lived. */
  private widenAll(): void {
    const colliders = this.colliders;
    if (this.paused > 0) this.paused--;
    else if (this.age === 1) this.paused = pause;
    this.age = 1;
    if (this.paused > 0) return;
    for (let c = 0; c < colliders.count; c++)
      if (colliders.bodies[c] >= 0 && colliders.kinds[c] !== colliderKind.plane) this.widen(c);
  }

  /**
   * Makes the candidates those of the present boxes of different bodies, in an order that depends only on the
   * colliders.
   */
  private listCandidates(): void {
    const { list } = this;
    const { bodies } = this.colliders;
    const { candidates } = list;
    const { data, count } = candidates;
    candidates.clear();
    for (let i = 0; i < 2 * count; i += 2)
      if (bodies[data[i]] !== bodies[data[i + 1]]) candidates.push(data[i], data[i + 1]);
    this.moved.fill(0);
    this.movedCount = 0;
    this.isOutdated = false;
    this.order.sort(candidates, this.colliders.count);
    // Half-spaces are colliders without boxes, so there may be more colliders than were inserted.
    this.reserve(this.colliders.count);
    list.index(this.colliders.count);
  }

  /** Fills {@link pairs} with the candidates whose exact boxes overlap. */
  private compare(): void {
    this.pairs.clear();
    this.list.findPairs(this.pairs);
  }

  private reserve(count: number): void {
    const { list } = this;
    if (count <= list.capacity) return;
    list.reserve((1.25 * count + 16) & ~7);
    this.moved = grown(this.moved, list.capacity);
  }
}
