/** The boxes of colliders in a broad phase, and which box is whose. */
import type { BroadPhase, PairList } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';
import type { RigidBodies } from '@colide/solvers';
import { PairOrder } from './pair-order.ts';

const box = /* @__PURE__ */ new Float64Array(6);

/** Colliders seen as boxes. */
export class ColliderBoxes {
  private readonly colliders: ColliderSet;
  readonly broadPhase: BroadPhase;
  private readonly order = new PairOrder();
  /** Id of the box of each collider, and the other way round. */
  private boxOf = new Int32Array(64);
  private colliderOf = new Int32Array(64);

  constructor(colliders: ColliderSet, broadPhase: BroadPhase) {
    if (broadPhase.size > 0) throw new RangeError('broadPhase must be empty');
    this.colliders = colliders;
    this.broadPhase = broadPhase;
  }

  /** Enters the box of a collider. */
  insert(collider: number): void {
    this.colliders.aabb(box, collider);
    const id = this.broadPhase.insert(box);
    if (Math.max(id, collider) >= this.boxOf.length) this.grow(2 * Math.max(id, collider));
    this.boxOf[collider] = id;
    this.colliderOf[id] = collider;
  }

  /** Takes the box of a collider out. */
  remove(collider: number): void {
    this.broadPhase.remove(this.boxOf[collider]!);
  }

  /** Puts a collider where its body is, and its box with it. */
  place(collider: number, state: RigidBodies): void {
    const { colliders } = this;
    colliders.place(collider, state.positions, state.quaternions);
    colliders.aabb(box, collider);
    this.broadPhase.update(this.boxOf[collider]!, box);
  }

  /** The collider whose box has the id `box`. */
  colliderAt(box: number): number {
    return this.colliderOf[box]!;
  }

  /** Fills `pairs` with the colliders whose boxes overlap, sorted. */
  findPairs(pairs: PairList): void {
    pairs.clear();
    this.broadPhase.findPairs(pairs);
    const { data, length } = pairs;
    const { colliderOf } = this;
    for (let i = 0; i < 2 * length; i += 2) {
      const a = colliderOf[data[i]!]!;
      const b = colliderOf[data[i + 1]!]!;
      data[i] = Math.min(a, b);
      data[i + 1] = Math.max(a, b);
    }
    this.order.sort(pairs, this.colliders.count);
  }

  private grow(room: number): void {
    const boxOf = new Int32Array(room);
    boxOf.set(this.boxOf);
    const colliderOf = new Int32Array(room);
    colliderOf.set(this.colliderOf);
    this.boxOf = boxOf;
    this.colliderOf = colliderOf;
  }
}
