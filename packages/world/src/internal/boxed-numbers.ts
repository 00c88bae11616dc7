/**
 * Settings that are passed to calls in every step, boxed once. V8 keeps a double in a field or an array of
 * doubles unboxed, and boxes it anew for every call that it does not inline. In an array that holds something
 * else as well it stays the heap object it was, and the steps allocate nothing.
 */

/** Numbers behind names: each owner has constants that end in `At` for them. */
export type BoxedNumbers = readonly (number | undefined)[];

/** Boxes numbers. */
export function boxNumbers(...values: readonly (number | undefined)[]): BoxedNumbers {
  return [...values, undefined];
}
