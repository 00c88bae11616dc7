/**
 * The default broad phase of a planar world: boxes in the order of their left sides, and one sweep over them.
 * From one search to the next the order hardly changes, so that insertion sort restores it in about O(n). In
 * a heap about as wide as it is high, a box shares its columns with √n others, so a search is O(n √n).
 * Queries test all boxes. The code is a fifth of the size of `HashGrid2d`; decision 0052 has measurements of
 * both.
 *
 * Baraff, "Dynamic simulation of non-penetrating rigid bodies", PhD thesis, Cornell 1992.
 */
import {
  type BroadPhase,
  grown,
  type IdList,
  type PairList,
  plainDoubles,
  type ReadonlyAabb,
  type ReadonlyVec3,
} from '@colide/core';
import { boxSize } from './planar-constants.ts';

/** The largest inverse of a direction: those that are larger would overflow when multiplied. */
const most = 1e300;
/** Factor by which the far ends of slabs are moved away, so that rounding loses no box. */
const beyond = 1 + 4 * 2 ** -52;
/** Inverse of the direction of the current ray. */
const ray = /* @__PURE__ */ new Float64Array(2);

/** Whether the box at `boxes[a…]` overlaps the one at `others[b…]`. */
export function overlapAt(boxes: Float64Array, a: number, others: ArrayLike<number>, b: number): boolean {
  return (
    boxes[a] <= others[b + 2] &&
    others[b] <= boxes[a + 2] &&
    boxes[a + 1] <= others[b + 3] &&
    others[b + 1] <= boxes[a + 3]
  );
}

/** Boxes of the plane, swept from left to right. */
export class BoxSweep2d implements BroadPhase {
  count = 0;
  private boxes = new Float64Array(16 * boxSize);
  /** The ids in use, from the leftmost on after a search. */
  private order = new Int32Array(16);
  /** The boxes in this order: a sweep reads them one after the other. */
  private row = plainDoubles(16 * boxSize);
  private readonly freeIds: number[] = [];
  private idCount = 0;

  insert(box: ReadonlyAabb): number {
    const id = this.freeIds.pop() ?? this.idCount++;
    if (id >= this.order.length) {
      this.order = grown(this.order);
      this.boxes = grown(this.boxes);
      this.row = plainDoubles(this.boxes.length);
    }
    this.order[this.count++] = id;
    this.update(id, box);
    return id;
  }

  insertAll(boxes: Float32Array | Float64Array): number {
    const first = this.idCount;
    for (let at = 0; at < boxes.length; at += boxSize) this.insert(boxes.subarray(at, at + boxSize));
    return first;
  }

  update(id: number, box: ReadonlyAabb): void {
    for (let k = 0; k < boxSize; k++) this.boxes[boxSize * id + k] = box[k];
  }

  remove(id: number): void {
    const at = this.order.indexOf(id);
    this.order.copyWithin(at, at + 1, this.count--);
    this.freeIds.push(id);
  }

  clear(): void {
    this.count = this.idCount = this.freeIds.length = 0;
  }

  findPairs(out: PairList): number {
    const { row, order, count } = this;
    const before = out.count;
    const end = boxSize * count;
    this.sort();
    for (let a = 0; a < end; a += boxSize) {
      const low = row[a + 1];
      const right = row[a + 2];
      const high = row[a + 3];
      for (let b = a + boxSize; b < end && row[b] <= right; b += boxSize)
        if (row[b + 1] <= high && row[b + 3] >= low) out.pushOrdered(order[a / boxSize], order[b / boxSize]);
    }
    return out.count - before;
  }

  private sort(): void {
    const { boxes, order, row, count } = this;
    for (let i = 1; i < count; i++) {
      const id = order[i];
      const left = boxes[boxSize * id];
      let j = i;
      for (; j > 0 && boxes[boxSize * order[j - 1]] > left; j--) order[j] = order[j - 1];
      order[j] = id;
    }
    for (let i = 0; i < count; i++)
      for (let k = 0; k < boxSize; k++) row[boxSize * i + k] = boxes[boxSize * order[i] + k];
  }

  queryBox(out: IdList, box: ReadonlyAabb): number {
    const { boxes, order, count } = this;
    const before = out.count;
    for (let i = 0; i < count; i++) if (overlapAt(boxes, boxSize * order[i], box, 0)) out.push(order[i]);
    return out.count - before;
  }

  querySphere(out: IdList, center: ReadonlyVec3 | ArrayLike<number>, radius: number): number {
    const { boxes, order, count } = this;
    const before = out.count;
    for (let i = 0; i < count; i++) {
      let squared = 0;
      for (let k = 0; k < 2; k++) {
        const a = boxSize * order[i] + k;
        squared += Math.max(boxes[a] - center[k], 0, center[k] - boxes[a + 2]) ** 2;
      }
      if (squared <= radius * radius) out.push(order[i]);
    }
    return out.count - before;
  }

  queryRay(out: IdList, origin: ArrayLike<number>, direction: ArrayLike<number>, maxT = Infinity): number {
    const { boxes, order, count } = this;
    const before = out.count;
    // Along an axis on which the ray does not move, quotients would be NaN, so a very small motion is
    // assumed.
    for (let k = 0; k < 2; k++)
      ray[k] = Math.max(-most, Math.min(most, 1 / (direction[k] || Number.MIN_VALUE)));
    for (let i = 0; i < count; i++) {
      let enter = 0;
      let leave = maxT;
      for (let k = 0; k < 2; k++) {
        const a = boxSize * order[i] + k;
        const low = (boxes[a] - origin[k]) * ray[k];
        const high = (boxes[a + 2] - origin[k]) * ray[k];
        enter = Math.max(enter, Math.min(low, high));
        leave = Math.min(leave, Math.max(low, high) * beyond);
      }
      if (enter <= leave) out.push(order[i]);
    }
    return out.count - before;
  }
}
