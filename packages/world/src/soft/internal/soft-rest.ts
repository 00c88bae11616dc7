/**
 * How much a deformable body moves, and its surroundings when it fell asleep. The numbers are part of
 * snapshots.
 */

const secondsAt = 0;
const speedAt = 1;
const surroundingsAt = 2;
/** Number of numbers. */
export const softRestSize = 3;

/** The state of rest of one body, in an array behind names, since V8 might box numbers in fields. */
export class SoftRest {
  /** All of it, for snapshots. */
  readonly numbers = new Float64Array(softRestSize);

  /** Seconds that the body has been slow. */
  get seconds(): number {
    return this.numbers[secondsAt];
  }
  set seconds(value: number) {
    this.numbers[secondsAt] = value;
  }

  /** Root mean square of the particles' speeds in m/s. */
  get speed(): number {
    return this.numbers[speedAt];
  }
  set speed(value: number) {
    this.numbers[speedAt] = value;
  }

  /** Checksum of the rigid bodies around the body when it fell asleep. */
  get surroundings(): number {
    return this.numbers[surroundingsAt];
  }
  set surroundings(value: number) {
    this.numbers[surroundingsAt] = value;
  }
}
