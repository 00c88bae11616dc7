/**
 * Memory of inner loops as plain arrays that hold nothing but numbers (packed doubles in V8). They are read and written as fast as
 * typed arrays as long as no `ArrayBuffer` has been detached in the process, and up to a fifth faster from then on: every access
 * to a typed array then looks whether its own buffer has been. `memory.grow` of any WebAssembly module detaches one.
 */

/** Numbers that are read and written by index. */
export type Doubles = Float64Array | number[];

/** A plain array of `length` numbers, at least one. What it holds at first means nothing. Not checked. */
export function plainDoubles(length: number): number[] {
  // Begun with a fraction and pushed: neither small integers nor holes, which would be looked for at every access.
  const numbers = [0.5];
  while (numbers.length < length) numbers.push(0.5);
  return numbers;
}
