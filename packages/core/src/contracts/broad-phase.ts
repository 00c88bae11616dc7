/**
 * The contract of broad phases: structures over axis-aligned boxes that report which of them overlap. Boxes
 * are closed sets, so boxes that only touch count as overlapping, here and in every query.
 */

import type { IdList } from '../lists/id-list.ts';
import type { PairList } from '../lists/pair-list.ts';
import type { ReadonlyVec3 } from './vectors.ts';

/** An axis-aligned box as six numbers: min x, y, z, then max x, y, z. Any kind of array will do. */
export type ReadonlyAabb = ArrayLike<number>;

/** A writable axis-aligned box as six numbers: min x, y, z, then max x, y, z. */
export interface Aabb {
  readonly length: number;
  [index: number]: number;
}

/** A set of boxes with stable ids: what broad phases on the CPU and on the GPU have in common. */
export interface BoxSet {
  /** Number of boxes. */
  readonly count: number;
  /** Stores a box and returns its id. Ids count from 0 in insertion order; removed ids are reused. */
  insert(box: ReadonlyAabb): number;
  /** Stores many boxes, six numbers each, and returns the id of the first; the others follow in order. */
  insertAll(boxes: Float32Array | Float64Array): number;
  /** Replaces the box of `id`. */
  update(id: number, box: ReadonlyAabb): void;
  /** Removes the box of `id`. */
  remove(id: number): void;
  /** Removes all boxes; ids count from 0 again. */
  clear(): void;
}

/**
 * A broad phase that answers at once. Queries append to `out` and return how many ids or pairs they appended.
 */
export interface BroadPhase extends BoxSet {
  /**
   * Edge length of the cells, if a ray query takes longer the more cells the ray crosses. A world then casts
   * a long ray piece by piece, until it hits something.
   */
  readonly cellSize?: number;
  /** Ids of the boxes that overlap or touch `box`. */
  queryBox(out: IdList, box: ReadonlyAabb): number;
  /** Ids of the boxes that overlap or touch the ball. */
  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number;
  /** Ids of the boxes that the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, meets. */
  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /** Every overlapping pair once, the smaller id first. */
  findPairs(out: PairList): number;
}

/** A broad phase whose answer comes later, from a GPU or a worker. */
export interface AsyncBroadPhase extends BoxSet {
  /** Every overlapping pair once, the smaller id first. */
  findPairs(out: PairList): Promise<number>;
  /** Releases what the structure holds outside the JavaScript heap. */
  dispose(): void;
}
