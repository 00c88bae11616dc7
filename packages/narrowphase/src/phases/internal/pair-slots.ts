/**
 * Numbers for pairs of colliders that stay the same as long as every step encounters the pair: an
 * open-addressed hash table on typed arrays. Pairs that a step does not encounter lose their number, which is
 * then reused. O(1) per pair, O(pairs) per step, no allocation once it has grown.
 */
import { grown } from '@colide/core';

/** Numbers of pairs. */
export class PairSlots {
  /** Numbers below this one have been assigned. */
  size = 0;
  /** The first and the second collider of each number; −1 for one that is not in use. */
  first = new Int32Array(16).fill(-1);
  second = new Int32Array(16);
  /** 1 for pairs encountered in this step. */
  private met = new Uint8Array(16);
  /** Number + 1 by hash; 0 is empty. */
  private table = new Int32Array(64);
  private readonly free: number[] = [];
  private used = 0;

  /** How many pairs are known. */
  get count(): number {
    return this.used;
  }

  /** The number of an encountered pair; its bitwise complement, below 0, if the pair is new. */
  meet(i: number, j: number): number {
    const slot = this.find(i, j);
    if (slot >= 0) {
      this.met[slot] = 1;
      return slot;
    }
    return ~this.add(i, j);
  }

  /** Marks a pair as encountered, if it is known. */
  keep(i: number, j: number): void {
    const slot = this.find(i, j);
    if (slot >= 0) this.met[slot] = 1;
  }

  /** Begins a step. */
  begin(): void {
    this.met.fill(0, 0, this.size);
  }

  /** Forgets the pairs that this step has not encountered. */
  finish(): void {
    let isChanged = false;
    for (let slot = 0; slot < this.size; slot++) {
      if (this.first[slot] < 0 || this.met[slot] === 1) continue;
      this.release(slot);
      isChanged = true;
    }
    if (isChanged) this.rehash();
  }

  /** Forgets the pairs of a collider. */
  forget(collider: number): void {
    for (let slot = 0; slot < this.size; slot++)
      if (this.first[slot] >= 0 && (this.first[slot] === collider || this.second[slot] === collider))
        this.release(slot);
    this.rehash();
  }

  /** Forgets all pairs. */
  clear(): void {
    this.first.fill(-1);
    this.table.fill(0);
    this.free.length = this.size = this.used = 0;
  }

  private release(slot: number): void {
    this.first[slot] = -1;
    this.free.push(slot);
    this.used--;
  }

  private add(i: number, j: number): number {
    const slot = this.free.pop() ?? this.size++;
    if (slot >= this.first.length) this.grow();
    this.first[slot] = i;
    this.second[slot] = j;
    this.met[slot] = 1;
    this.used++;
    if (4 * this.used > this.table.length) {
      this.table = new Int32Array(2 * this.table.length);
      this.rehash();
    } else this.enter(slot);
    return slot;
  }

  private find(i: number, j: number): number {
    const { table, first, second } = this;
    const mask = table.length - 1;
    for (let at = hash(i, j) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const slot = table[at] - 1;
      if (first[slot] === i && second[slot] === j) return slot;
    }
    return -1;
  }

  private enter(slot: number): void {
    const { table } = this;
    const mask = table.length - 1;
    let at = hash(this.first[slot], this.second[slot]) & mask;
    while (table[at] !== 0) at = (at + 1) & mask;
    table[at] = slot + 1;
  }

  private rehash(): void {
    this.table.fill(0);
    for (let slot = 0; slot < this.size; slot++) if (this.first[slot] >= 0) this.enter(slot);
  }

  private grow(): void {
    const { length } = this.first;
    this.first = grown(this.first, 2 * length).fill(-1, length);
    this.second = grown(this.second, 2 * length);
    this.met = grown(this.met, 2 * length);
  }
}

function hash(i: number, j: number): number {
  const h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b);
  return h ^ (h >>> 15);
}
