/**
 * The state of a world as one frame of memory, which a worker writes after every step and a renderer reads.
 *
 * | section | numbers | kind |
 * | --- | --- | --- |
 * | head: numbers of the step, see `frameAt` | 20 | f64 |
 * | positions, rotations, velocities, angular velocities | 3, 4, 3, 3 per id; in the plane 2, 2, 2, 1 | f64 |
 * | poses of the shapes in their bodies, see `shapePoseAt`; in the plane, centres of mass | 7 per id; 2 | f64 |
 * | states of the world's parts | their lengths in the layout | f64 |
 * | slots: the kind of body of each id, 0 if not in use | 1 per id | u8 |
 * | sleep | 1 per id | u8 |
 * | padding to a multiple of 8 bytes | | |
 */
import type { ContactCounters } from '@colide/world';
import type { ServedWorld } from './served-world.ts';

const counterNames = [
  'candidates',
  'tested',
  'touching',
  'falsePositives',
  'points',
  'gjkSearches',
  'gjkSteps',
] as const satisfies readonly (keyof ContactCounters)[];
const timingNames = ['broad', 'narrow', 'islands', 'solve', 'volumes', 'parts', 'total'] as const;

/** Milliseconds of each stage of a step. */
type StageTimes = Record<(typeof timingNames)[number], number>;

/** Offsets into the head of a frame. */
export const frameAt = {
  /** Steps since the world was served. */
  step: 0,
  /** Seconds simulated. */
  time: 1,
  sleepers: 2,
  /** Fraction of the next step that had passed at the time `clock`; see `World.advance`. */
  factor: 3,
  /** Milliseconds since 1970, with fractions, on a clock that all threads share. */
  clock: 4,
  /** Steps per millisecond of a world that runs in real time; 0 for one that does not. */
  rate: 5,
  /** The counters, in the order of `counterNames`. */
  counters: 6,
  /** The timings, in the order of `timingNames`. */
  timings: 13,
} as const;
const headSize = 20;

/** Numbers per pose of a shape in its body, and offsets into it. */
export const shapePoseSize = 7;
export const shapePoseAt = { position: 0, rotation: 3 } as const;

/** Numbers per body in each array, by the number of dimensions. */
const bodySizes = {
  2: { vector: 2, rotation: 2, angular: 1, offset: 2 },
  3: { vector: 3, rotation: 4, angular: 3, offset: shapePoseSize },
} as const;
/** Slot and sleep. */
const bytesPerBody = 2;

/** The capacity of a frame. */
export interface FrameLayout {
  readonly dimension: 2 | 3;
  /** Number of bodies. */
  readonly capacity: number;
  /** Number of doubles of each part of the world. */
  readonly parts: readonly number[];
}

/** A time of `performance.now`, in ms, on the clock that all threads share. */
export function sharedTime(now = performance.now()): number {
  return performance.timeOrigin + now;
}

/** The layout that fits the current world. */
export function frameLayoutOf(world: ServedWorld): FrameLayout {
  const dimension = world.gravity.length as 2 | 3;
  return { dimension, capacity: world.bodies.count, parts: world.parts.map(part => part.stateLength) };
}

/** Whether a world still fits a layout. */
export function frameFits(layout: FrameLayout, world: ServedWorld): boolean {
  return (
    layout.capacity === world.bodies.count &&
    layout.parts.every((length, p) => length === world.parts[p].stateLength)
  );
}

/** Size of a frame in bytes, a multiple of 8. */
export function frameBytes({ dimension, capacity, parts }: FrameLayout): number {
  const { vector, rotation, angular, offset } = bodySizes[dimension];
  let doubles = headSize + (2 * vector + rotation + angular + offset) * capacity;
  for (const length of parts) doubles += length;
  return 8 * doubles + 8 * Math.ceil((bytesPerBody * capacity) / 8);
}

/** The arrays of one frame, as views of its memory. */
export class WorldFrame {
  readonly head: Float64Array;
  /** Number of bodies that fit. */
  readonly count: number;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly angularVelocities: Float64Array;
  /**
   * Poses of the shapes in their bodies, see {@link shapePoseAt}; in the plane, centres of mass in their
   * shapes.
   */
  readonly offsets: Float64Array;
  readonly parts: readonly Float64Array[];
  /** 0 for ids not in use, else 1 dynamic, 2 static, 3 kinematic. */
  readonly slots: Uint8Array;
  readonly asleep: Uint8Array;

  constructor(layout: FrameLayout, buffer: ArrayBufferLike, byteOffset: number) {
    let at = byteOffset;
    const take = (length: number) => {
      const array = new Float64Array(buffer, at, length);
      at += array.byteLength;
      return array;
    };
    const { capacity } = layout;
    const { vector, rotation, angular, offset } = bodySizes[layout.dimension];
    this.count = capacity;
    this.head = take(headSize);
    this.positions = take(vector * capacity);
    this.rotations = take(rotation * capacity);
    this.velocities = take(vector * capacity);
    this.angularVelocities = take(angular * capacity);
    this.offsets = take(offset * capacity);
    this.parts = layout.parts.map(take);
    this.slots = new Uint8Array(buffer, at, capacity);
    this.asleep = new Uint8Array(buffer, at + capacity, capacity);
  }

  /** Copies the state of a world. The caller writes the numbers of the head that the world does not know. */
  write(world: ServedWorld): void {
    const { bodies, table } = world;
    this.head[frameAt.sleepers] = world.sleeperCount;
    this.writeNumbers(world);
    this.positions.set(bodies.positions);
    this.rotations.set(bodies.rotations);
    this.velocities.set(bodies.velocities);
    this.angularVelocities.set(bodies.angularVelocities);
    this.offsets.set((table.offsets ?? table.centers)!);
    this.slots.set(table.slots);
    this.asleep.set(bodies.asleep);
    for (let p = 0; p < this.parts.length; p++) world.parts[p].save(this.parts[p]);
  }

  /** Copies counters and timings, if the world has any. */
  private writeNumbers(world: ServedWorld): void {
    const { head } = this;
    const counters = world.counters as ContactCounters | undefined;
    const timings = world.timings as StageTimes | undefined;
    if (!counters || !timings) return;
    for (let i = 0; i < counterNames.length; i++) head[frameAt.counters + i] = counters[counterNames[i]];
    for (let i = 0; i < timingNames.length; i++) head[frameAt.timings + i] = timings[timingNames[i]];
  }

  /** The fraction of the time from the step of the frame to the next step that has passed, from 0 to 1. */
  get factor(): number {
    const { head } = this;
    const passed = sharedTime() - head[frameAt.clock];
    return Math.min(1, head[frameAt.factor] + Math.max(0, passed) * head[frameAt.rate]);
  }

  /** Reads counters and timings into records. */
  readNumbers(counters: ContactCounters, timings: StageTimes): void {
    const { head } = this;
    for (let i = 0; i < counterNames.length; i++) counters[counterNames[i]] = head[frameAt.counters + i];
    for (let i = 0; i < timingNames.length; i++) timings[timingNames[i]] = head[frameAt.timings + i];
  }
}
