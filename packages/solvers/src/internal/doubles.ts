/**
 * Memory of the innermost loops as plain arrays that hold nothing but fractional numbers (V8's packed doubles). They are read and
 * written as fast as typed arrays as long as no `ArrayBuffer` has been detached in the process, and a fifth faster from
 * then on: every access to a typed array then looks whether its own has been (`docs/decisions/0032`).
 */

/** Numbers that are read and written by index. */
export type Doubles = Float64Array | number[];

/** A plain array of at least `length` numbers. */
export function plainDoubles(length: number): number[] {
  // Begun with a fraction and pushed: neither small integers nor holes, which would be looked for at every access.
  const numbers = [0.5];
  while (numbers.length < length) numbers.push(0.5);
  return numbers;
}
