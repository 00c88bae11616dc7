/** Flat arrays that grow by doubling. */

/** A copy of `array` with twice the room. */
export function grownInts(array: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(2 * array.length);
  grown.set(array);
  return grown;
}

/** A copy of `array` with twice the room. */
export function grownFloats(array: Float64Array): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(2 * array.length);
  grown.set(array);
  return grown;
}
