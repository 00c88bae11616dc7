/**
 * A set of id pairs on typed arrays: the pairs are stored densely, and a table with open addressing (linear
 * probing, deletion by shifting back) gives the index of each. Adding, removing and lookup are O(1); nothing
 * is allocated unless the set grows.
 */
import { grown } from '@colide/core';

/** A set of ordered pairs (putting the smaller id first is up to the caller). */
export class PairSet {
  /** The pairs, interleaved; the first `2 · count` numbers are valid. Replaced on growth. */
  pairs = new Uint32Array(32);
  /** How many pairs there are. */
  count = 0;
  /** Index + 1 of the pair in each slot; 0 if the slot is empty. */
  private slots = new Int32Array(64);

  /** Memory in bytes. */
  get byteLength(): number {
    return this.pairs.byteLength + this.slots.byteLength;
  }

  /** The index of a pair, or −1. */
  indexOf(a: number, b: number): number {
    const { slots, pairs } = this;
    const mask = slots.length - 1;
    for (let slot = pairHash(a, b) & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot] - 1;
      if (index < 0 || (pairs[2 * index] === a && pairs[2 * index + 1] === b)) return index;
    }
  }

  /** Adds a pair; false when it is there already. */
  add(a: number, b: number): boolean {
    if (2 * this.count >= this.pairs.length) this.grow();
    const { slots, pairs } = this;
    const mask = slots.length - 1;
    let slot = pairHash(a, b) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const index = slots[slot] - 1;
      if (pairs[2 * index] === a && pairs[2 * index + 1] === b) return false;
    }
    pairs[2 * this.count] = a;
    pairs[2 * this.count + 1] = b;
    slots[slot] = ++this.count;
    return true;
  }

  /** Removes a pair; false when it is not there. The last pair takes its place. */
  delete(a: number, b: number): boolean {
    const index = this.indexOf(a, b);
    if (index < 0) return false;
    this.deleteAt(index);
    return true;
  }

  /** Removes the pair at an index. The last pair takes its place. */
  deleteAt(index: number): void {
    const { slots, pairs } = this;
    this.free(this.slotOf(index));
    const last = --this.count;
    if (index === last) return;
    slots[this.slotOf(last)] = index + 1;
    pairs[2 * index] = pairs[2 * last];
    pairs[2 * index + 1] = pairs[2 * last + 1];
  }

  /** Empties the set and keeps its memory. */
  clear(): void {
    this.slots.fill(0);
    this.count = 0;
  }

  /** Replaces the contents by the first `count` pairs of an interleaved array. */
  fill(pairs: Uint32Array, count: number): void {
    this.clear();
    for (let i = 0; i < count; i++) this.add(pairs[2 * i], pairs[2 * i + 1]);
  }

  private slotOf(index: number): number {
    const { slots, pairs } = this;
    const mask = slots.length - 1;
    let slot = pairHash(pairs[2 * index], pairs[2 * index + 1]) & mask;
    while (slots[slot] !== index + 1) slot = (slot + 1) & mask;
    return slot;
  }

  /** Empties a slot and moves back the entries after it that probing would no longer find. */
  private free(slot: number): void {
    const { slots, pairs } = this;
    const mask = slots.length - 1;
    let hole = slot;
    for (let next = (hole + 1) & mask; slots[next] !== 0; next = (next + 1) & mask) {
      const index = slots[next] - 1;
      const home = pairHash(pairs[2 * index], pairs[2 * index + 1]) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      slots[hole] = slots[next];
      hole = next;
    }
    slots[hole] = 0;
  }

  private grow(): void {
    const pairs = grown(this.pairs);
    this.pairs = pairs;
    const slots = new Int32Array(2 * pairs.length);
    const mask = slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      let slot = pairHash(pairs[2 * index], pairs[2 * index + 1]) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.slots = slots;
  }
}

function pairHash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
