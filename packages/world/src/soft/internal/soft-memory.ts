/**
 * The memory that the workers of a `ColoredSoftSolver` share: particles, the states of holds, and which
 * bodies take part.
 */
import type { SoftRoom } from '../soft-crew.ts';
import type { SoftParticlesView } from './soft-holds.ts';

/**
 * Numbers of a sweep that all workers read:
 *
 * | at | what                                                  |
 * | -- | ----------------------------------------------------- |
 * |  0 | number of the last step that has ended                |
 * |  1 | 1 if only bodies with attachments take part           |
 * |  2 | number of bodies in the table                         |
 * |  3 | 1 in the first sweep of a step                        |
 * |  4 | number of the last step that has begun                |
 */
const endedAt = 0;
const isForAttachedAt = 1;
const unitCountAt = 2;
const isFirstAt = 3;
const begunAt = 4;
const numbersSize = 5;

/**
 * The table of bodies: number, first particle, number of particles, offset of the state of the hold, attached
 * or not.
 */
export const idAt = 0;
export const firstAt = 1;
export const sizeAt = 2;
export const stateAt = 3;
export const hasAttachmentsAt = 4;
export const unitSize = 5;

/** Bytes of the memory. */
export function softMemoryBytes({ particles, states, bodies }: SoftRoom): number {
  return 8 * (numbersSize + 4 * particles + states) + 4 * unitSize * bodies;
}

const none = /* @__PURE__ */ new Float64Array(0);

/** Views of the shared buffer. */
export class SoftMemory {
  readonly room: SoftRoom;
  readonly positions: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly states: Float64Array;
  readonly units: Int32Array;
  private readonly numbers: Float64Array;

  constructor(buffer: ArrayBufferLike, room: SoftRoom) {
    const { particles, states, bodies } = room;
    let at = 0;
    const doubles = (length: number) => {
      const array = new Float64Array(buffer, at, length);
      at += array.byteLength;
      return array;
    };
    this.room = room;
    this.numbers = doubles(numbersSize);
    this.positions = doubles(3 * particles);
    this.inverseMasses = doubles(particles);
    this.states = doubles(states);
    this.units = new Int32Array(buffer, at, unitSize * bodies);
  }

  /** The number of the last step that has begun: the present one, for its members. */
  get begun(): number {
    return this.numbers[begunAt];
  }

  /** The last step that has ended. It only grows: members may read it when the next one has begun. */
  get ended(): number {
    return this.numbers[endedAt];
  }

  get isForAttached(): boolean {
    return this.numbers[isForAttachedAt] === 1;
  }

  get isFirst(): boolean {
    return this.numbers[isFirstAt] === 1;
  }

  get unitCount(): number {
    return this.numbers[unitCountAt];
  }
  set unitCount(value: number) {
    this.numbers[unitCountAt] = value;
  }

  /** Begins a step; before its members are called. */
  beginStep(): void {
    this.numbers[begunAt]++;
  }

  /** Orders a sweep. */
  orderSweep(isForAttached: boolean, isFirst: boolean): void {
    const { numbers } = this;
    numbers[isForAttachedAt] = isForAttached ? 1 : 0;
    numbers[isFirstAt] = isFirst ? 1 : 0;
  }

  /** Ends the step. */
  orderEnd(): void {
    this.numbers[endedAt] = this.begun;
  }

  /** The particles of a body. */
  viewOf(first: number, count: number): SoftParticlesView {
    return {
      positions: this.positions.subarray(3 * first, 3 * (first + count)),
      previousPositions: none,
      inverseMasses: this.inverseMasses.subarray(first, first + count),
    };
  }
}
