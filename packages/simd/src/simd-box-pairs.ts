/**
 * Tests which pairs of axis-aligned boxes overlap: `aabbBulkOverlap` of `@colide/bounds` with the same
 * result, on boxes in memory that WebAssembly sees. Six comparisons per pair in two vectors.
 *
 * O(count), nothing allocated. Without kernels the JavaScript function does the work.
 */
import { aabbBulkOverlap } from '@colide/bounds';
import { requireInteger } from '@colide/core';
import type { SimdInstance } from './simd-instance.ts';
import type { SimdKernels } from './simd-kernels.ts';

const aabbSize = 6;

/** Pairs of boxes of f32 in memory that kernels see. */
export class SimdBoxPairs {
  /** The largest number of pairs. */
  readonly capacity: number;
  /** The first boxes, six numbers each: min x, y, z, max x, y, z. All zero at first; write to it at will. */
  readonly a: Float32Array;
  /** The second boxes. */
  readonly b: Float32Array;
  /** 1 for each pair that overlapped in the last call of {@link overlap}, otherwise 0. */
  readonly hits: Uint8Array;
  private readonly instance: SimdInstance | undefined;

  /**
   * @param capacity the largest number of pairs
   * @param kernels from `loadSimd`; without them, all is done in JavaScript
   */
  constructor(capacity: number, kernels: SimdKernels | undefined) {
    requireInteger('capacity', capacity, 0, 0x1ffffff);
    this.capacity = capacity;
    const boxBytes = 4 * aabbSize * capacity;
    // The kernel reads a number past the last box.
    const bytes = 2 * boxBytes + Math.max(4, capacity);
    this.instance = kernels?.allocate(bytes);
    const buffer = this.instance?.buffer ?? new ArrayBuffer(bytes);
    this.a = new Float32Array(buffer, 0, aabbSize * capacity);
    this.b = new Float32Array(buffer, boxBytes, aabbSize * capacity);
    this.hits = new Uint8Array(buffer, 2 * boxBytes, capacity);
  }

  /** Tests the first `count` pairs; writes {@link hits} and returns how many overlap. Exact. */
  overlap(count: number = this.capacity): number {
    requireInteger('count', count, 0, this.capacity);
    const { instance, a, b, hits } = this;
    if (!instance) return aabbBulkOverlap(hits, a, b, count);
    return instance.overlapBoxes(hits.byteOffset, a.byteOffset, b.byteOffset, count);
  }
}
