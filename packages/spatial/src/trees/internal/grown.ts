/** Typed arrays that grow. */

/** `to`, with what `from` holds at its beginning. */
export function grown<T extends Float64Array | Int32Array | Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
