/** Typed arrays that grow: `this.data = grown(this.data, capacity)`. */

/** An array of the same kind and of `length` numbers that begins with those of `array`. */
export function grown<T extends Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array>(
  array: T,
  length: number,
): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}
