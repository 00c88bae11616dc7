/** The boxes of colliders in one structure, and which box is whose: structures number their boxes as they like. */
import type { BoxSet, PairList, ReadonlyAabb } from '@colide/core';
import { copied } from './copied.ts';

/** Colliders and their boxes in `set`. */
export class BoxIds<Set extends BoxSet> {
  readonly set: Set;
  /** Id of the box of each collider, and the other way round. */
  private boxOf = new Int32Array(64);
  private colliderOf = new Int32Array(64);

  constructor(name: string, set: Set) {
    if (set.size > 0) throw new RangeError(`${name} must be empty`);
    this.set = set;
  }

  /** Enters the box of a collider. */
  insert(collider: number, box: ReadonlyAabb): void {
    const id = this.set.insert(box);
    if (Math.max(id, collider) >= this.boxOf.length) this.grow(2 * Math.max(id, collider));
    this.boxOf[collider] = id;
    this.colliderOf[id] = collider;
  }

  /** Replaces the box of a collider. */
  update(collider: number, box: ReadonlyAabb): void {
    this.set.update(this.boxOf[collider]!, box);
  }

  /** Takes the box of a collider out. */
  remove(collider: number): void {
    this.set.remove(this.boxOf[collider]!);
  }

  /** The collider whose box has the id `box`. */
  colliderAt(box: number): number {
    return this.colliderOf[box]!;
  }

  /** Makes pairs of boxes pairs of colliders, the smaller first. */
  toColliders(pairs: PairList): void {
    const { data, length } = pairs;
    const { colliderOf } = this;
    for (let i = 0; i < 2 * length; i += 2) {
      const a = colliderOf[data[i]!]!;
      const b = colliderOf[data[i + 1]!]!;
      data[i] = Math.min(a, b);
      data[i + 1] = Math.max(a, b);
    }
  }

  private grow(room: number): void {
    this.boxOf = copied(this.boxOf, room);
    this.colliderOf = copied(this.colliderOf, room);
  }
}
