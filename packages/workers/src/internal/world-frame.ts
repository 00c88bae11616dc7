/**
 * The state of a world as one frame of memory, which a worker writes after every step and a renderer reads: numbers of the step, poses,
 * velocities, where the shapes are in their bodies, which ids are in use, who sleeps, and what the parts of the world keep.
 */
import type { ContactCounters, World } from '@colide/world';

/** Where the numbers of a step are in the head of a frame. */
export const frameHead = {
  /** Steps since the world was served. */
  step: 0,
  /** Seconds simulated. */
  time: 1,
  sleepers: 2,
  /** Part of the next step that had passed already when it was `clock`; see `advance`. */
  factor: 3,
  /** Milliseconds since 1970, in fractions, as all threads see them. */
  clock: 4,
  /** Steps in a millisecond of a world that runs by the clock; 0 for one that does not. */
  rate: 5,
  counters: 6,
  timings: 13,
} as const;

const headLength = 20;
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
const doublesPerBody = 3 + 4 + 3 + 3 + 7;

/** What a frame has room for. */
export interface FrameLayout {
  /** Bodies. */
  readonly capacity: number;
  /** Doubles of each part of the world. */
  readonly parts: readonly number[];
}

/** The time of `now`, in ms of `performance.now`, on a clock that all threads share. */
export function sharedTime(now = performance.now()): number {
  return performance.timeOrigin + now;
}

/** The layout that fits a world now. */
export function frameLayoutOf(world: World): FrameLayout {
  return { capacity: world.bodies.count, parts: world.parts.map(part => part.stateLength) };
}

/** Whether a world still fits a layout. */
export function frameFits(layout: FrameLayout, world: World): boolean {
  return (
    layout.capacity === world.bodies.count &&
    layout.parts.every((length, p) => length === world.parts[p].stateLength)
  );
}

/** Bytes of a frame, a multiple of 8. */
export function frameBytes({ capacity, parts }: FrameLayout): number {
  let doubles = headLength + doublesPerBody * capacity;
  for (const length of parts) doubles += length;
  return 8 * doubles + 8 * Math.ceil((2 * capacity) / 8);
}

/** The arrays of one frame, as views of its memory. */
export class WorldFrame {
  readonly head: Float64Array;
  /** Bodies that there is room for. */
  readonly count: number;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly angularVelocities: Float64Array;
  /** The frame of the shape in the frame of the body: position and quaternion. */
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
    this.count = capacity;
    this.head = take(headLength);
    this.positions = take(3 * capacity);
    this.rotations = take(4 * capacity);
    this.velocities = take(3 * capacity);
    this.angularVelocities = take(3 * capacity);
    this.offsets = take(7 * capacity);
    this.parts = layout.parts.map(take);
    this.slots = new Uint8Array(buffer, at, capacity);
    this.asleep = new Uint8Array(buffer, at + capacity, capacity);
  }

  /** Copies the state of a world; the numbers of the step that the world does not know are written by the caller. */
  write(world: World): void {
    const { head } = this;
    const { bodies, counters, timings, table } = world;
    head[frameHead.sleepers] = world.sleepers;
    for (let i = 0; i < counterNames.length; i++) head[frameHead.counters + i] = counters[counterNames[i]];
    for (let i = 0; i < timingNames.length; i++) head[frameHead.timings + i] = timings[timingNames[i]];
    this.positions.set(bodies.positions);
    this.rotations.set(bodies.rotations);
    this.velocities.set(bodies.velocities);
    this.angularVelocities.set(bodies.angularVelocities);
    this.offsets.set(table.offsets);
    this.slots.set(table.slots);
    this.asleep.set(bodies.asleep);
    for (let p = 0; p < this.parts.length; p++) world.parts[p].save(this.parts[p]);
  }

  /** How far from the step of the frame to the next one the world is now, from 0 to 1. */
  get factor(): number {
    const { head } = this;
    const passed = sharedTime() - head[frameHead.clock];
    return Math.min(1, head[frameHead.factor] + Math.max(0, passed) * head[frameHead.rate]);
  }

  /** Fills records of counters and timings. */
  readNumbers(counters: ContactCounters, timings: Record<(typeof timingNames)[number], number>): void {
    const { head } = this;
    for (let i = 0; i < counterNames.length; i++) counters[counterNames[i]] = head[frameHead.counters + i];
    for (let i = 0; i < timingNames.length; i++) timings[timingNames[i]] = head[frameHead.timings + i];
  }
}
