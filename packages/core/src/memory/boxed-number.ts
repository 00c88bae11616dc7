/**
 * A fraction that is passed to functions in every step and hardly ever changes, such as a setting or the
 * length of a substep. Where V8 does not inline the call, it allocates a heap number for the argument, every
 * time. Here the heap number is made once: V8 keeps it as it is in an array that does not hold numbers only.
 * A fraction that changes from call to call stays in an array of doubles instead.
 */

/** A number that is boxed once. It cannot be changed, because a setter would box its argument. */
export class BoxedNumber {
  private readonly slot: readonly (number | undefined)[];

  constructor(value: number) {
    this.slot = [value, undefined];
  }

  /** The number. */
  get value(): number {
    return this.slot[0] as number;
  }
}
