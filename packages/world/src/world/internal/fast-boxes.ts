/**
 * The boxes around the whole way of fast bodies in a step, sorted by where they begin along x. What may meet a
 * box is found among those that begin near it, so bullets do not look at every fast body. Built anew in each
 * step that needs it: O(n log n) for few bodies, less for many, and O(found) per query along x.
 */
import { grown, type IdList } from '@colide/core';
import { RadixScratch, radixSort } from '@colide/math';

const boxSize = 6;
const maxAt = 3;

/** Boxes of colliders. */
export class FastBoxes {
  /** Number of boxes. */
  count = 0;
  private boxes = new Float64Array(0);
  private colliders = new Int32Array(0);
  private keys = new Float32Array(0);
  private order = new Uint32Array(0);
  private readonly scratch = new RadixScratch(0);
  /** The largest extent along x. */
  private readonly widest = new Float64Array(1);

  clear(): void {
    this.count = 0;
    this.widest[0] = 0;
  }

  /** Adds the box of a collider. */
  add(collider: number, box: Float64Array): void {
    const index = this.count++;
    if (index === this.colliders.length) this.grow();
    const at = boxSize * index;
    for (let k = 0; k < boxSize; k++) this.boxes[at + k] = box[k];
    this.colliders[index] = collider;
    this.widest[0] = Math.max(this.widest[0], box[maxAt] - box[0]);
  }

  /** Sorts the boxes; queries follow. */
  sort(): void {
    for (let i = 0; i < this.count; i++) {
      this.keys[i] = this.boxes[boxSize * i];
      this.order[i] = i;
    }
    radixSort(this.keys, this.order, this.scratch, this.count);
  }

  /** Appends the colliders whose boxes overlap `box`. */
  query(out: IdList, box: Float64Array): void {
    const { boxes, keys, order, count } = this;
    // Keys are rounded to single precision.
    const from = box[0] - this.widest[0];
    const first = from - 1e-6 * Math.abs(from);
    const last = box[maxAt] + 1e-6 * Math.abs(box[maxAt]);
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle] < first) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < count && keys[i] <= last; i++) {
      const at = boxSize * order[i];
      let isApart = false;
      for (let k = 0; k < 3; k++)
        isApart ||= boxes[at + k] > box[maxAt + k] || boxes[at + maxAt + k] < box[k];
      if (!isApart) out.push(this.colliders[order[i]]);
    }
  }

  private grow(): void {
    const room = Math.max(16, 2 * this.colliders.length);
    this.boxes = grown(this.boxes, boxSize * room);
    this.colliders = grown(this.colliders, room);
    this.keys = new Float32Array(room);
    this.order = new Uint32Array(room);
  }
}
