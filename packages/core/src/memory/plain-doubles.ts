/**
 * Memory for inner loops as plain arrays that hold only numbers (packed doubles in V8). They are read and
 * written as fast as typed arrays as long as no `ArrayBuffer` has been detached in the process, and up to a
 * fifth faster from then on: every access to a typed array then checks whether its own buffer is detached.
 * `memory.grow` of any WebAssembly module detaches one.
 */

/** Numbers that are read and written by index. */
export type Doubles = Float64Array | number[];

/** A plain array of `length` numbers, at least one. Its initial contents are meaningless. Unchecked. */
export function plainDoubles(length: number): number[] {
  // It starts with a fraction and grows by push, so that V8 sees neither small integers nor holes, which
  // every access would have to test for.
  const numbers = [0.5];
  while (numbers.length < length) numbers.push(0.5);
  // A copy has no spare capacity.
  return numbers.slice();
}
