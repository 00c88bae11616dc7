/** Growing arrays: `this.data = copied(this.data, room)`. */

/** An array of the same kind with room for `length` numbers that begins with those of `from`. */
export function copied<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  from: T,
  length: number,
): T {
  const to = new (from.constructor as new (length: number) => T)(length);
  to.set(from);
  return to;
}
