/** Growing arrays: `this.data = copied(new Float64Array(room), this.data)`. */

/** Copies an array to the beginning of a longer one, which it returns. */
export function copied<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(to: T, from: T): T {
  to.set(from);
  return to;
}
