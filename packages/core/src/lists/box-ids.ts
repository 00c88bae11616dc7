/**
 * The boxes of colliders or particles in one structure, and the map between the structure's ids and their
 * owners.
 */
import type { BoxSet, ReadonlyAabb } from '../contracts/broad-phase.ts';
import { grown } from '../memory/grown.ts';
import type { PairList } from './pair-list.ts';

/** Owners by index, and their boxes in `set`. */
export class BoxIds<Set extends BoxSet> {
  /** The structure. */
  readonly set: Set;
  /** Id of the box of each owner, and the owner of each box. */
  private boxOf = new Int32Array(64);
  private ownerOf = new Int32Array(64);

  constructor(name: string, set: Set) {
    if (set.count > 0) throw new RangeError(`${name} must be empty`);
    this.set = set;
  }

  /** Inserts the box of an owner. */
  insert(owner: number, box: ReadonlyAabb): void {
    const id = this.set.insert(box);
    if (Math.max(id, owner) >= this.boxOf.length) this.grow(2 * Math.max(id, owner));
    this.boxOf[owner] = id;
    this.ownerOf[id] = owner;
  }

  /** Replaces the box of an owner. */
  update(owner: number, box: ReadonlyAabb): void {
    this.set.update(this.boxOf[owner], box);
  }

  /** Removes the box of an owner. */
  remove(owner: number): void {
    this.set.remove(this.boxOf[owner]);
  }

  /** The owner whose box has the id `box`. */
  ownerAt(box: number): number {
    return this.ownerOf[box];
  }

  /** Maps pairs of boxes to pairs of owners, the smaller first. */
  toOwners(pairs: PairList): void {
    const { data, count } = pairs;
    const { ownerOf } = this;
    for (let i = 0; i < 2 * count; i += 2) {
      const a = ownerOf[data[i]];
      const b = ownerOf[data[i + 1]];
      data[i] = Math.min(a, b);
      data[i + 1] = Math.max(a, b);
    }
  }

  private grow(room: number): void {
    this.boxOf = grown(this.boxOf, room);
    this.ownerOf = grown(this.ownerOf, room);
  }
}
