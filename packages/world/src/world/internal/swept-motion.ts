/**
 * The motion of one body in a step, as continuous detection sweeps it, and the first thing it meets on the
 * way. One record serves all bodies. Its numbers are in an array behind names, since V8 might box those in
 * fields.
 */

const lengthAt = 0;
const hitTimeAt = 1;
const stopTimeAt = 2;
const numbersSize = 3;

/** Where a centre of mass starts, how far it goes, and when it is stopped. */
export class SweptMotion {
  /** The centre before the step. */
  readonly origin = new Float64Array(3);
  /** Its displacement, relative to that of another body where there is one. */
  readonly displacement = new Float64Array(3);
  /** Where the centre would be if it had only been carried along by the other body. */
  readonly carried = new Float64Array(3);
  /** {@link carried} for the first thing that is hit: the body is put back towards this point. */
  readonly stopOrigin = new Float64Array(3);
  private readonly numbers = new Float64Array(numbersSize);

  /** Length of {@link displacement}. */
  get length(): number {
    return this.numbers[lengthAt];
  }
  set length(value: number) {
    this.numbers[lengthAt] = value;
  }

  /** The fraction of the motion after which the centre meets the first thing; `Infinity` for none. */
  get hitTime(): number {
    return this.numbers[hitTimeAt];
  }

  /** The fraction after which the surface does: as much of the motion is left to the body. */
  get stopTime(): number {
    return this.numbers[stopTimeAt];
  }

  /** Begins a search: nothing has been hit. */
  clearHit(): void {
    this.numbers[hitTimeAt] = this.numbers[stopTimeAt] = Infinity;
  }

  /**
   * Notes that the centre meets something at `t`, and that the surface is `thickness` ahead of the centre.
   */
  noteHit(t: number, thickness: number): void {
    this.numbers[hitTimeAt] = t;
    this.numbers[stopTimeAt] = t - thickness / this.numbers[lengthAt];
    this.stopOrigin.set(this.carried);
  }
}
