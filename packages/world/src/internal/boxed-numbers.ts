/**
 * Settings that are passed to functions in every step, boxed once. V8 keeps doubles in fields and in arrays
 * of doubles unboxed, and boxes them again for every call that it does not inline. In an array that also
 * holds something else a number stays the heap object it is, and the steps allocate nothing.
 */

/** Boxed numbers; each owner has constants for their indices, which end in `At`. */
export type BoxedNumbers = readonly (number | undefined)[];

/** Boxes numbers. */
export function boxNumbers(...values: readonly (number | undefined)[]): BoxedNumbers {
  return [...values, undefined];
}
