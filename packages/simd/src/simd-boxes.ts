/**
 * Tests which of many axis-aligned boxes touch a given one: `aabbBulkQuery` of `@colide/bounds` with the same
 * result, on boxes in memory that WebAssembly sees. Two boxes per round of three vectors.
 *
 * O(count), nothing allocated. Without kernels the JavaScript function does the work.
 */
import { aabbBulkQuery, roundDownF32, roundUpF32 } from '@colide/bounds';
import { type IdList, type ReadonlyAabb, requireInteger } from '@colide/core';
import type { SimdInstance } from './simd-instance.ts';
import type { SimdKernels } from './simd-kernels.ts';

const aabbSize = 6;
const maxAt = 3;

/** Boxes of f32 in memory that kernels see. */
export class SimdBoxes {
  /** The largest number of boxes. */
  readonly capacity: number;
  /** The boxes, six numbers each: min x, y, z, max x, y, z. All zero at first; write to it at will. */
  readonly data: Float32Array;
  private readonly instance: SimdInstance | undefined;
  private readonly box: Float32Array;
  private readonly ids: Uint32Array;

  /**
   * @param capacity the largest number of boxes
   * @param kernels from `loadSimd`; without them, all is done in JavaScript
   */
  constructor(capacity: number, kernels: SimdKernels | undefined) {
    requireInteger('capacity', capacity, 0, 0x3ffffff);
    this.capacity = capacity;
    // A spare box at the end: the kernel reads two at a time. One id more: it writes before it counts.
    const boxBytes = 4 * aabbSize * (capacity + 1);
    const bytes = boxBytes + 4 * aabbSize + 4 * (capacity + 2);
    this.instance = kernels?.allocate(bytes);
    const buffer = this.instance?.buffer ?? new ArrayBuffer(bytes);
    this.data = new Float32Array(buffer, 0, aabbSize * capacity);
    this.box = new Float32Array(buffer, boxBytes, aabbSize);
    this.ids = new Uint32Array(buffer, boxBytes + 4 * aabbSize, capacity + 2);
  }

  /**
   * Appends to `out` the indices of the first `count` boxes that have a point in common with `box`, in
   * ascending order; returns how many. Exact.
   */
  query(out: IdList, box: ReadonlyAabb, count: number = this.capacity): number {
    requireInteger('count', count, 0, this.capacity);
    const { instance, data, ids, box: rounded } = this;
    if (!instance) return aabbBulkQuery(out, data, count, box);
    // Inward: no f32 lies between a bound and the f32 next to it on the inner side.
    for (let k = 0; k < 3; k++) {
      rounded[k] = roundUpF32(box[k]);
      rounded[k + maxAt] = roundDownF32(box[k + maxAt]);
    }
    const found = instance.queryBoxes(ids.byteOffset, data.byteOffset, count, rounded.byteOffset);
    const before = out.count;
    out.reserve(before + found);
    const { data: listed } = out;
    for (let i = 0; i < found; i++) listed[before + i] = ids[i];
    out.count = before + found;
    return found;
  }
}
