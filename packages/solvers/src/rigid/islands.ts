/**
 * Islands: groups of bodies connected by contacts or joints. Static bodies connect nothing: two stacks on one
 * floor are two islands. Bodies of an island can be solved and put to sleep independently of the others.
 *
 * Union–find (`root-of`). The root of a set is always its lowest body, so islands are numbered and listed by
 * lowest body, whatever the order of the links. Cost O(n α(n)), no allocation after construction.
 */
import { requireInteger } from '@colide/core';
import { rootOf } from '../internal/root-of.ts';

/** Finds islands. In every step: {@link begin}, {@link link}…, {@link finish}. */
export class Islands {
  /** The largest number of bodies. */
  readonly capacity: number;
  /** Number of islands found by {@link finish}. */
  count = 0;
  /** Island of each body; −1 for static bodies. */
  readonly islandOf: Int32Array;
  /** Bodies of island `i` are `members[starts[i]]` to `members[starts[i + 1] − 1]`, ascending. */
  readonly starts: Int32Array;
  /** Bodies by island. */
  readonly members: Int32Array;
  /** 1 for bodies that joints hold, 2 for those that a motor or a damped spring is also moving. */
  readonly joined: Uint8Array;
  private readonly parents: Int32Array;
  private readonly cursors: Int32Array;
  private bodyCount = 0;

  constructor(capacity: number) {
    requireInteger('capacity', capacity, 0, 0x7ffffffe);
    this.capacity = capacity;
    this.islandOf = new Int32Array(capacity);
    this.starts = new Int32Array(capacity + 1);
    this.members = new Int32Array(capacity);
    this.joined = new Uint8Array(capacity);
    this.parents = new Int32Array(capacity);
    this.cursors = new Int32Array(capacity);
  }

  /** Begins with every body alone; a body of inverse mass 0 is static. */
  begin(inverseMasses: Float64Array): void {
    const count = inverseMasses.length;
    if (count > this.capacity)
      throw new RangeError(`inverseMasses must have at most ${this.capacity} elements, got ${count}`);
    this.bodyCount = count;
    this.joined.fill(0);
    for (let i = 0; i < count; i++) this.parents[i] = inverseMasses[i] === 0 ? -1 : i;
  }

  /** Links bodies `a` and `b`, which touch or are joined. */
  link(a: number, b: number): void {
    const parents = this.parents;
    if (!(a >= 0 && a < this.bodyCount && b >= 0 && b < this.bodyCount))
      throw new RangeError(`bodies must be from 0 to ${this.bodyCount - 1}, got ${a} and ${b}`);
    if (parents[a] < 0 || parents[b] < 0) return;
    const first = rootOf(parents, a);
    const second = rootOf(parents, b);
    if (first < second) parents[second] = first;
    else parents[first] = second;
  }

  /** Links bodies `a` and `b`, which a joint holds together. */
  join(a: number, b: number): void {
    this.link(a, b);
    this.joined[a] = this.joined[b] = 1;
  }

  /** Adds many links at once: the first `count` pairs of bodies. */
  linkAll(pairs: Int32Array | Uint32Array, count = pairs.length >> 1): void {
    for (let i = 0; i < count; i++) this.link(pairs[2 * i], pairs[2 * i + 1]);
  }

  /** Numbers the islands and lists their bodies; returns how many there are. */
  finish(): number {
    const { islandOf, starts, members, cursors, parents } = this;
    const count = this.bodyCount;
    let islands = 0;
    for (let i = 0; i < count; i++) {
      if (parents[i] < 0) {
        islandOf[i] = -1;
        continue;
      }
      const root = rootOf(parents, i);
      if (root === i) {
        cursors[islands] = 0;
        islandOf[i] = islands++;
      } else islandOf[i] = islandOf[root];
      cursors[islandOf[i]]++;
    }
    starts[0] = 0;
    for (let k = 0; k < islands; k++) {
      starts[k + 1] = starts[k] + cursors[k];
      cursors[k] = starts[k];
    }
    for (let i = 0; i < count; i++) if (islandOf[i] >= 0) members[cursors[islandOf[i]]++] = i;
    this.count = islands;
    return islands;
  }
}
