/**
 * The boxes of colliders in a broad phase, and where there is one, in a second that answers later: both hold the same boxes, so
 * that pairs may come from either.
 */
import type { AsyncBroadPhase, BroadPhase, PairList } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';
import type { RigidBodies } from '@colide/solvers';
import { BoxIds } from './box-ids.ts';
import { PairOrder } from './pair-order.ts';

const box = /* @__PURE__ */ new Float64Array(6);

/** Colliders seen as boxes. */
export class ColliderBoxes {
  readonly broadPhase: BroadPhase;
  private readonly colliders: ColliderSet;
  private readonly order = new PairOrder();
  private readonly ids: BoxIds<BroadPhase>;
  private readonly later: BoxIds<AsyncBroadPhase> | undefined;
  /** Counts changes, so that pairs that come late are known to be old. */
  private changes = 0;

  constructor(colliders: ColliderSet, broadPhase: BroadPhase, later?: AsyncBroadPhase) {
    this.colliders = colliders;
    this.broadPhase = broadPhase;
    this.ids = new BoxIds('broadPhase', broadPhase);
    if (later) this.later = new BoxIds('asyncBroadPhase', later);
  }

  /** Enters the box of a collider. */
  insert(collider: number): void {
    this.colliders.aabb(box, collider);
    this.changes++;
    this.ids.insert(collider, box);
    this.later?.insert(collider, box);
  }

  /** Takes the box of a collider out. */
  remove(collider: number): void {
    this.changes++;
    this.ids.remove(collider);
    this.later?.remove(collider);
  }

  /** Puts a collider where its body is, and its box with it. */
  place(collider: number, state: RigidBodies): void {
    const { colliders } = this;
    colliders.place(collider, state.positions, state.quaternions);
    colliders.aabb(box, collider);
    this.changes++;
    this.ids.update(collider, box);
    this.later?.update(collider, box);
  }

  /** The collider whose box has the id `box` in the broad phase. */
  colliderAt(box: number): number {
    return this.ids.colliderAt(box);
  }

  /** Fills `pairs` with the colliders whose boxes overlap, sorted. */
  findPairs(pairs: PairList): void {
    pairs.clear();
    this.broadPhase.findPairs(pairs);
    this.ids.toColliders(pairs);
    this.order.sort(pairs, this.colliders.count);
  }

  /** As {@link findPairs}, by the broad phase that answers later; asks again when boxes have changed while it searched. */
  async findPairsAsync(pairs: PairList): Promise<void> {
    const { later } = this;
    if (!later) return this.findPairs(pairs);
    let seen: number;
    do {
      seen = this.changes;
      pairs.clear();
      await later.set.findPairs(pairs);
    } while (seen !== this.changes);
    later.toColliders(pairs);
    this.order.sort(pairs, this.colliders.count);
  }
}
