/**
 * The boxes of colliders in a broad phase, and where there is one, in a second that answers later: both hold the same boxes, so
 * that pairs may come from either.
 *
 * What lies still need not be searched again. The broad phase holds boxes that are a little wider; as long as every box stays within
 * its wide one, the pairs of wide boxes are all that can overlap, and a step only compares those. Once a box has left, all are widened anew.
 * While things move so fast that lists do not last, boxes are as they are. The pairs are always those of the true boxes.
 *
 * L. Verlet, "Computer experiments on classical fluids", 1967; `CoherentPairs` of @colide/spatial has the method in full.
 */
import { type AsyncBroadPhase, type BroadPhase, grown, PairList } from '@colide/core';
import { type ColliderSet, colliderKind } from '@colide/narrowphase';
import { BoxIds } from '../../internal/box-ids.ts';
import { PairOrder } from '../../internal/pair-order.ts';

/** By how much of its mean side a box is widened on each side. */
const slack = 0.05;
/** After a list that served for one step only, so many searches are made without slack. */
const pause = 16;
/** How often the broad phase that answers later is asked in a step. */
const searches = 2;

const box = /* @__PURE__ */ new Float64Array(6);

/** Colliders seen as boxes. */
export class ColliderBoxes {
  /** Pairs of colliders whose boxes overlap, as of the last search, sorted. */
  readonly pairs = new PairList();
  readonly broadPhase: BroadPhase;
  private readonly colliders: ColliderSet;
  private readonly order = new PairOrder();
  private readonly ids: BoxIds<BroadPhase>;
  private readonly later: BoxIds<AsyncBroadPhase> | undefined;
  /** Counts changes, so that pairs that come late are known to be old. */
  private changes = 0;
  /** Six numbers a collider: its box, and the wide one that the broad phases hold. */
  private exact = new Float64Array(0);
  private wide = new Float64Array(0);
  /** Pairs of wide boxes, sorted; how many steps they have served, and whether they may serve another. */
  private readonly candidates = new PairList();
  private age = 0;
  private isFresh = false;
  /** Searches until boxes are widened again. */
  private paused = 0;

  constructor(colliders: ColliderSet, broadPhase: BroadPhase, later?: AsyncBroadPhase) {
    this.colliders = colliders;
    this.broadPhase = broadPhase;
    this.ids = new BoxIds('broadPhase', broadPhase);
    if (later) this.later = new BoxIds('asyncBroadPhase', later);
  }

  /** Enters the box of a collider. */
  insert(collider: number): void {
    if (6 * collider >= this.exact.length) this.grow(2 * (collider + 8));
    this.colliders.aabb(box, collider);
    this.exact.set(box, 6 * collider);
    this.wide.set(box, 6 * collider);
    this.changed();
    this.ids.insert(collider, box);
    try {
      this.later?.insert(collider, box);
    } catch (error) {
      this.ids.remove(collider);
      throw error;
    }
  }

  /** Takes the box of a collider out. */
  remove(collider: number): void {
    this.changed();
    this.ids.remove(collider);
    this.later?.remove(collider);
  }

  /** Refits the box of a collider that has been placed; `measured` has the boxes of all, where somebody has measured them. */
  fit(collider: number, measured?: Float64Array): void {
    const wide = this.wide;
    const exact = this.exact;
    const at = 6 * collider;
    if (measured && measured[at] <= measured[at + 3]) for (let k = 0; k < 6; k++) box[k] = measured[at + k];
    else this.colliders.aabb(box, collider);
    let inside = true;
    for (let k = 0; k < 3; k++) {
      exact[at + k] = box[k];
      exact[at + 3 + k] = box[3 + k];
      inside = inside && box[k] >= wide[at + k] && box[3 + k] <= wide[at + 3 + k];
    }
    if (!inside) this.widen(collider);
  }

  /** The collider whose box has the id `box` in the broad phase. */
  colliderAt(box: number): number {
    return this.ids.ownerAt(box);
  }

  /** Fills {@link pairs} with the colliders whose boxes overlap, sorted. */
  findPairs(): void {
    if (this.isFresh) this.age++;
    else {
      this.widenAll();
      this.candidates.clear();
      this.broadPhase.findPairs(this.candidates);
      this.listCandidates(this.ids);
    }
    this.compare();
  }

  /**
   * As {@link findPairs}, by the broad phase that answers later. When boxes have changed while it searched, it is asked again; where they
   * always do, the other one has the last word.
   */
  async findPairsAsync(): Promise<void> {
    const candidates = this.candidates;
    const later = this.later;
    if (!later) return this.findPairs();
    if (!this.isFresh) this.widenAll();
    this.isFresh = false;
    for (let search = 0; search < searches; search++) {
      const seen = this.changes;
      candidates.clear();
      await later.set.findPairs(candidates);
      if (seen !== this.changes) continue;
      this.listCandidates(later);
      return this.compare();
    }
    this.findPairs();
  }

  private changed(): void {
    this.changes++;
    this.isFresh = false;
  }

  /** Gives a collider a wide box around the one it has now, if it has left its own or has little room in it. */
  private widen(collider: number): void {
    const wide = this.wide;
    const exact = this.exact;
    const at = 6 * collider;
    let room = Infinity;
    let sides = 0;
    for (let k = at; k < at + 3; k++) {
      sides += exact[k + 3] - exact[k];
      room = Math.min(room, exact[k] - wide[k], wide[k + 3] - exact[k + 3]);
    }
    if (room >= (slack * sides) / 6) return;
    const by = this.paused > 0 ? 0 : (slack * sides) / 3;
    for (let k = 0; k < 3; k++) {
      wide[at + k] = box[k] = exact[at + k] - by;
      wide[at + 3 + k] = box[3 + k] = exact[at + 3 + k] + by;
    }
    this.changed();
    this.ids.update(collider, box);
    this.later?.update(collider, box);
  }

  /** Widens all boxes that have little room left, unless the last list was too short-lived for it. */
  private widenAll(): void {
    const colliders = this.colliders;
    if (this.paused > 0) this.paused--;
    else if (this.age === 1) this.paused = pause;
    this.age = 1;
    if (this.paused > 0) return;
    for (let c = 0; c < colliders.count; c++)
      if (colliders.bodies[c] >= 0 && colliders.kinds[c] !== colliderKind.plane) this.widen(c);
  }

  private listCandidates(ids: BoxIds<BroadPhase> | BoxIds<AsyncBroadPhase>): void {
    ids.toOwners(this.candidates);
    this.order.sort(this.candidates, this.colliders.count);
    this.isFresh = true;
  }

  /** Fills {@link pairs} with the candidates whose true boxes overlap. */
  private compare(): void {
    const exact = this.exact;
    const pairs = this.pairs;
    const { data, count: length } = this.candidates;
    pairs.clear();
    for (let i = 0; i < 2 * length; i += 2) {
      const a = 6 * data[i];
      const b = 6 * data[i + 1];
      if (
        exact[a] <= exact[b + 3] &&
        exact[b] <= exact[a + 3] &&
        exact[a + 1] <= exact[b + 4] &&
        exact[b + 1] <= exact[a + 4] &&
        exact[a + 2] <= exact[b + 5] &&
        exact[b + 2] <= exact[a + 5]
      )
        pairs.push(data[i], data[i + 1]);
    }
  }

  private grow(room: number): void {
    this.exact = grown(this.exact, 6 * room);
    this.wide = grown(this.wide, 6 * room);
  }
}
