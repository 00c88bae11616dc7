/**
 * Copies between the arrays of callers and our own scratch. V8 remembers for each line of code which kinds of
 * arrays it has seen there; past four kinds it gives up, and every access boxes its number on the heap
 * (measured: a polar decomposition then takes more than five times as long). So each kind has its own lines
 * here, and callers may mix them freely.
 */

/** An array that results are written to. */
interface Writable {
  [index: number]: number;
}

/** Copies nine numbers from our scratch, in one go for the most common kind of array. */
export function storeNine(to: Writable, scratch: Float64Array): void {
  if (to instanceof Float64Array) {
    to[0] = scratch[0];
    to[1] = scratch[1];
    to[2] = scratch[2];
    to[3] = scratch[3];
    to[4] = scratch[4];
    to[5] = scratch[5];
    to[6] = scratch[6];
    to[7] = scratch[7];
    to[8] = scratch[8];
  } else if (to instanceof Float32Array) for (let i = 0; i < 9; i++) to[i] = scratch[i];
  else for (let i = 0; i < 9; i++) to[i] = scratch[i];
}

/** Copies the first `count` numbers of `from` to our scratch; missing ones become NaN. */
export function loadNumbers(scratch: Float64Array, from: ArrayLike<number>, count: number): void {
  if (from instanceof Float64Array) for (let i = 0; i < count; i++) scratch[i] = from[i];
  else if (from instanceof Float32Array) for (let i = 0; i < count; i++) scratch[i] = from[i];
  else for (let i = 0; i < count; i++) scratch[i] = from[i];
}

/** Copies the first `count` numbers of our scratch to `to`. */
export function storeNumbers(to: Writable, scratch: Float64Array, count: number): void {
  if (to instanceof Float64Array) for (let i = 0; i < count; i++) to[i] = scratch[i];
  else if (to instanceof Float32Array) for (let i = 0; i < count; i++) to[i] = scratch[i];
  else for (let i = 0; i < count; i++) to[i] = scratch[i];
}
