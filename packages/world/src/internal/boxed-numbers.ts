/**
 * Settings that are passed to functions in every step, boxed once, so that steps allocate nothing;
 * CONTRIBUTING says why.
 */

/** Boxed numbers; each owner has constants for their indices, which end in `At`. */
export type BoxedNumbers = readonly (number | undefined)[];

/** Boxes numbers. */
export function boxNumbers(...values: readonly (number | undefined)[]): BoxedNumbers {
  return [...values, undefined];
}
