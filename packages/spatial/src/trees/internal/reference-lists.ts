/**
 * Lists of references from nodes to items, where an item may be in several nodes: each reference is in the
 * list of its node and in that of its item. Freed references are reused.
 */
import { grown } from '@colide/core';

/**
 * A reference: item, node, next and previous reference of the node, next reference of the item; −1 for none.
 */
export const referenceSize = 5;
export const itemAt = 0;
const nodeAt = 1;
export const nextAt = 2;
const previousAt = 3;
const nextOfItemAt = 4;

/** What {@link ReferenceLists} packs: numbers, references, and by node or item the arrays of those names. */
export type ReferenceArrays = [
  head: Int32Array,
  references: Int32Array,
  firsts: Int32Array,
  counts: Int32Array,
  firstOfItem: Int32Array,
];

/** References between nodes and items. */
export class ReferenceLists {
  /** References in use. */
  count = 0;
  /** Five numbers per reference, named above. */
  references: Int32Array = new Int32Array(0);
  /** First reference of each node. */
  firsts: Int32Array = new Int32Array(0);
  /** How many references each node has. */
  counts: Int32Array = new Int32Array(0);
  private firstOfItem: Int32Array = new Int32Array(0);
  private freeReference = -1;
  private end = 0;

  /** Forgets all references. */
  clear(): void {
    this.count = 0;
    this.end = 0;
    this.freeReference = -1;
    this.firstOfItem.fill(-1);
  }

  /** Makes room for items. */
  reserveItems(room: number): void {
    const before = this.firstOfItem.length;
    if (before >= room) return;
    this.firstOfItem = grown(this.firstOfItem, room);
    this.firstOfItem.fill(-1, before);
  }

  /** Makes empty lists for the nodes from `first` to `end` − 1. */
  addNodes(first: number, end: number): void {
    if (end > this.firsts.length) {
      const room = Math.max(64, 2 * end);
      this.firsts = grown(this.firsts, room);
      this.counts = grown(this.counts, room);
    }
    this.firsts.fill(-1, first, end);
    this.counts.fill(0, first, end);
  }

  /** Adds a reference. */
  link(node: number, id: number): void {
    let r = this.freeReference;
    if (r >= 0) this.freeReference = this.references[referenceSize * r + nextAt];
    else {
      r = this.end++;
      if (referenceSize * r >= this.references.length)
        this.references = grown(this.references, Math.max(320, 2 * this.references.length));
    }
    const { references } = this;
    const first = this.firsts[node];
    references[referenceSize * r + itemAt] = id;
    references[referenceSize * r + nodeAt] = node;
    references[referenceSize * r + nextAt] = first;
    references[referenceSize * r + previousAt] = -1;
    references[referenceSize * r + nextOfItemAt] = this.firstOfItem[id];
    if (first >= 0) references[referenceSize * first + previousAt] = r;
    this.firsts[node] = r;
    this.firstOfItem[id] = r;
    this.counts[node]++;
    this.count++;
  }

  /** Removes one reference from both its lists. */
  remove(r: number): void {
    const { references } = this;
    const id = references[referenceSize * r + itemAt];
    const next = references[referenceSize * r + nextOfItemAt];
    if (this.firstOfItem[id] === r) this.firstOfItem[id] = next;
    else {
      let at = this.firstOfItem[id];
      while (references[referenceSize * at + nextOfItemAt] !== r)
        at = references[referenceSize * at + nextOfItemAt];
      references[referenceSize * at + nextOfItemAt] = next;
    }
    this.unlink(r);
  }

  /** Removes all references of an item. */
  removeItem(id: number): void {
    let r = this.firstOfItem[id];
    while (r >= 0) {
      const next = this.references[referenceSize * r + nextOfItemAt];
      this.unlink(r);
      r = next;
    }
    this.firstOfItem[id] = -1;
  }

  /** All arrays, for serialization. */
  packed(): ReferenceArrays {
    const head = Int32Array.of(this.count, this.end, this.freeReference);
    return [head, this.references, this.firsts, this.counts, this.firstOfItem];
  }

  /** Restores what {@link packed} returned. */
  restore([head, references, firsts, counts, firstOfItem]: ReferenceArrays): void {
    this.count = head[0];
    this.end = head[1];
    this.freeReference = head[2];
    this.references = references;
    this.firsts = firsts;
    this.counts = counts;
    this.firstOfItem = firstOfItem;
  }

  /** Removes a reference from its node and frees it. */
  private unlink(r: number): void {
    const { references } = this;
    const node = references[referenceSize * r + nodeAt];
    const next = references[referenceSize * r + nextAt];
    const previous = references[referenceSize * r + previousAt];
    if (previous >= 0) references[referenceSize * previous + nextAt] = next;
    else this.firsts[node] = next;
    if (next >= 0) references[referenceSize * next + previousAt] = previous;
    this.counts[node]--;
    this.count--;
    references[referenceSize * r + nextAt] = this.freeReference;
    this.freeReference = r;
  }
}
