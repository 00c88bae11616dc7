/** Typed arrays that grow: `this.data = grown(this.data)`. Doubling makes appending amortised O(1). */

/** Arrays that {@link grown} can copy. */
export type TypedArray =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

/**
 * An array of the same kind that begins with the numbers of `array` and has `length` elements, twice as many
 * by default.
 */
export function grown<T extends TypedArray>(array: T, length = 2 * array.length): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}
