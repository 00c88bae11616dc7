/**
 * The common base of all structures over boxes: the boxes themselves in one flat array, their ids, the
 * argument checks, the queries and the counters. A structure derives from it, is notified of changes by four
 * hooks, finds pairs, and answers queries for a box, a ball and a ray by one traversal with a test
 * ({@link BoxStructure.answer}).
 *
 * Boxes are kept in doubles exactly as given, so that the answers are those of brute force on the same
 * numbers. Ids count from 0; removed ids are reused, last removed first; `insertAll` takes consecutive new
 * ids. A call with a bad argument throws before anything has changed.
 */
import {
  type BroadPhase,
  grown,
  type IdList,
  type PairList,
  type ReadonlyAabb,
  type ReadonlyVec2,
  type ReadonlyVec3,
  refuse,
  requireIdList,
  requireInteger,
  requireMultiple,
} from '@colide/core';
import { QueryCounters } from '../pairs/query-counters.ts';
import {
  type BoxTest,
  type BoxTests,
  boxTests,
  querySize,
  readBoxQuery,
  readRayQuery,
  readSphereQuery,
  surroundBall,
} from './box-tests.ts';
import type { PackedArray } from './pack.ts';

/** Options that all structures over boxes take. */
export interface BoxStructureOptions {
  /** Initial room for boxes; the structure grows as needed. Default 64. */
  readonly capacity?: number;
  /** The largest number of ids the structure hands out before it refuses to grow. Default 2²⁶. */
  readonly maxCapacity?: number;
}

/** The largest capacity: ids below it make exact sort keys in pairs. */
const capacityLimit = 2 ** 26;

/** Boxes with stable ids, the base of all structures. */
export abstract class BoxStructure implements BroadPhase {
  /**
   * The boxes by id, all minima then all maxima of each; the numbers of a removed id are meaningless.
   * Replaced on growth.
   */
  boxes: Float64Array;
  /** Whether an id is in use (1) or not (0). Replaced on growth. */
  alive: Uint8Array;
  /** Ids from this one on have never been in use. */
  idCount = 0;
  /** How many boxes are stored. */
  count = 0;
  /** Work done by queries. */
  readonly counters = new QueryCounters();

  /** Numbers per box: 6 in space, 4 in the plane. */
  protected readonly stride: number;
  /** The exact tests, in space or in the plane. */
  protected readonly tests: BoxTests;
  /** The current query; see `box-tests.ts` for its layout. */
  protected readonly query = new Float64Array(querySize);
  /** A box around the ball of the current query. */
  private readonly ballBox = new Float64Array(6);
  private maxCapacity: number;
  private free: Uint32Array;
  private freeCount = 0;

  constructor(options: BoxStructureOptions = {}, tests = boxTests, stride = 2 * tests.dimension) {
    const { maxCapacity = capacityLimit } = options;
    requireInteger('maxCapacity', maxCapacity, 1, capacityLimit);
    const { capacity = Math.min(64, maxCapacity) } = options;
    requireInteger('capacity', capacity, 0, maxCapacity);
    this.tests = tests;
    this.stride = stride;
    this.maxCapacity = maxCapacity;
    this.boxes = new Float64Array(stride * capacity);
    this.alive = new Uint8Array(capacity);
    this.free = new Uint32Array(0);
  }

  /** How many ids fit before the structure grows. */
  get capacity(): number {
    return this.alive.length;
  }

  /** Memory in bytes that the structure's arrays take. */
  get byteLength(): number {
    let bytes = 0;
    for (const array of this.packed()) bytes += array.byteLength;
    return bytes;
  }

  /** Stores a box and returns its id. */
  insert(box: ReadonlyAabb): number {
    this.requireBoxes('box', box, 1);
    const id = this.freeCount > 0 ? this.free[this.freeCount - 1] : this.idCount;
    if (id === this.idCount) {
      this.reserve(id + 1);
      this.idCount++;
    } else this.freeCount--;
    this.write(id, box);
    this.alive[id] = 1;
    this.count++;
    this.inserted(id);
    return id;
  }

  /** Stores many boxes one after another and returns the id of the first; the others follow in order. */
  insertAll(boxes: Float32Array | Float64Array): number {
    requireMultiple('boxes', boxes, this.stride);
    const count = boxes.length / this.stride;
    this.requireBoxes('boxes', boxes, count);
    const first = this.idCount;
    this.reserve(first + count);
    this.boxes.set(boxes, first * this.stride);
    this.alive.fill(1, first, first + count);
    this.idCount += count;
    this.count += count;
    this.insertedAll(first, count);
    return first;
  }

  /** Replaces the box of `id`. */
  update(id: number, box: ReadonlyAabb): void {
    this.requireId(id);
    this.requireBoxes('box', box, 1);
    this.write(id, box);
    this.updated(id);
  }

  /**
   * Replaces the boxes of the ids `first`, `first + 1`, …, all of which must be in use: a frame of a moving
   * scene.
   */
  updateAll(boxes: Float32Array | Float64Array, first = 0): void {
    requireMultiple('boxes', boxes, this.stride);
    const count = boxes.length / this.stride;
    requireInteger('first', first, 0, this.idCount - count);
    if (this.count < this.idCount) for (let id = first; id < first + count; id++) this.requireId(id);
    this.requireBoxes('boxes', boxes, count);
    this.boxes.set(boxes, first * this.stride);
    this.updatedAll(first, count);
  }

  /** Removes the box of `id`. */
  remove(id: number): void {
    this.requireId(id);
    this.removed(id);
    if (this.freeCount === this.free.length) this.free = grown(this.free, 2 * this.freeCount + 16);
    this.free[this.freeCount++] = id;
    this.alive[id] = 0;
    this.count--;
  }

  /** Removes all boxes; ids count from 0 again. */
  clear(): void {
    this.alive.fill(0, 0, this.idCount);
    this.idCount = 0;
    this.count = 0;
    this.freeCount = 0;
    this.cleared();
  }

  /** Appends the ids of all boxes that overlap or touch `box`; returns how many. */
  queryBox(out: IdList, box: ReadonlyAabb): number {
    const { query, tests } = this;
    requireIdList('out', out);
    readBoxQuery(query, box, tests.dimension);
    return this.answer(out, tests.touchesBox, query);
  }

  /** Appends the ids of all boxes that overlap or touch a ball, or in the plane a disc; returns how many. */
  querySphere(out: IdList, center: ReadonlyVec2 | ReadonlyVec3, radius: number): number {
    const { query, tests, ballBox } = this;
    requireIdList('out', out);
    readSphereQuery(query, center, radius, tests.dimension);
    surroundBall(ballBox, query, tests.dimension);
    return this.answer(out, tests.touchesSphere, ballBox);
  }

  /** Appends the ids of all boxes that the ray meets at parameters from 0 to `maxT`; returns how many. */
  queryRay(
    out: IdList,
    origin: ReadonlyVec2 | ReadonlyVec3,
    direction: ReadonlyVec2 | ReadonlyVec3,
    maxT = Infinity,
  ): number {
    const { query, tests } = this;
    requireIdList('out', out);
    readRayQuery(query, origin, direction, maxT, tests.dimension);
    return this.answer(out, tests.meetsRay);
  }

  abstract findPairs(out: PairList): number;

  /**
   * Appends the boxes that pass the test with {@link query}; returns how many. All that pass touch the box
   * `window`: the query itself or a box around the ball. Rays have none.
   */
  protected abstract answer(out: IdList, test: BoxTest, window?: Float64Array): number;

  /** Called after the box of a new id was stored. */
  protected abstract inserted(id: number): void;
  /** Called after the box of `id` was replaced. */
  protected abstract updated(id: number): void;
  /** Called before the box of `id` is removed. */
  protected abstract removed(id: number): void;
  /** Called after all boxes were removed. */
  protected abstract cleared(): void;

  /** Called after the boxes of `count` new ids from `first` on were stored. */
  protected insertedAll(first: number, count: number): void {
    for (let id = first; id < first + count; id++) this.inserted(id);
  }

  /** Called after the boxes of `count` ids from `first` on were replaced. */
  protected updatedAll(first: number, count: number): void {
    for (let id = first; id < first + count; id++) this.updated(id);
  }

  /** All arrays of the structure, for serialization and byte counts; those of the base first. */
  protected packed(): PackedArray[] {
    const { stride, idCount, count, freeCount, maxCapacity } = this;
    const head = Uint32Array.of(stride, idCount, count, freeCount, maxCapacity);
    return [head, this.boxes, this.alive, this.free];
  }

  /** Throws unless `id` is in use. */
  protected requireId(id: number): void {
    if (!(typeof id === 'number' && id < this.idCount && this.alive[id] === 1)) refuse('id', 'be in use', id);
  }

  /** Makes room for `capacity` ids in all, growing by at least a quarter if there is too little. */
  private reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    if (capacity > this.maxCapacity)
      throw new RangeError(`capacity must be at most ${this.maxCapacity}, got ${capacity}`);
    const room = Math.min(this.maxCapacity, Math.max(capacity, (1.25 * this.capacity + 16) & ~7));
    this.boxes = grown(this.boxes, this.stride * room);
    this.alive = grown(this.alive, room);
  }

  private write(id: number, box: ReadonlyAabb): void {
    const { boxes, stride } = this;
    for (let i = 0; i < stride; i++) boxes[id * stride + i] = box[i];
  }

  /** Throws unless the first `count` boxes are there and finite with min ≤ max on every axis. */
  protected requireBoxes(name: string, boxes: ArrayLike<number>, count: number): void {
    const { stride } = this;
    const dimension = stride >> 1;
    if (typeof boxes !== 'object' || boxes === null) refuse(name, 'be an array', boxes);
    for (let at = 0; at < count * stride; at += stride)
      for (let axis = 0; axis < dimension; axis++) {
        const min = boxes[at + axis];
        const max = boxes[at + axis + dimension];
        if (!(typeof min === 'number' && typeof max === 'number' && min <= max && max - min < Infinity))
          throw new RangeError(
            `${name} must be finite with min <= max on every axis, got ${min} and ${max} in box ${at / stride}`,
          );
      }
  }
}
