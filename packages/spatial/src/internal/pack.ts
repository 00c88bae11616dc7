/**
 * Several typed arrays in one `ArrayBuffer`, so that a whole structure can be sent to a worker or saved in
 * one piece.
 *
 * Layout, in 32-bit words: a tag of four letters that names the structure, the number of arrays, then kind
 * and length of each; the arrays follow, each on a multiple of 8 bytes. Unpacking makes views and copies
 * nothing.
 */

import { refuse } from '@colide/core';

/** The kinds of array that can be packed. */
export type PackedArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

const kinds = [Float64Array, Float32Array, Uint32Array, Int32Array, Uint16Array, Uint8Array] as const;

/** A tag of letters and digits as a number. */
function tagCode(tag: string): number {
  return Number.parseInt(tag, 36);
}

/** Bytes per array in the header, and before the first: kind and length, or tag and number of arrays. */
const entryBytes = 8;
const wordBytes = 4;

/** The next multiple of 8 bytes, where an array of any kind may begin. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** One buffer with copies of all `arrays`, marked with a `tag` of four letters. */
export function packArrays(tag: string, arrays: readonly PackedArray[]): ArrayBuffer {
  const headerBytes = entryBytes + entryBytes * arrays.length;
  let bytes = headerBytes;
  for (const array of arrays) bytes += aligned(array.byteLength);
  const buffer = new ArrayBuffer(bytes);
  const header = new Uint32Array(buffer, 0, headerBytes / wordBytes);
  header[0] = tagCode(tag);
  header[1] = arrays.length;
  let at = headerBytes;
  arrays.forEach((array, i) => {
    const kind = kinds.indexOf(array.constructor as (typeof kinds)[number]);
    header[2 + 2 * i] = kind;
    header[3 + 2 * i] = array.length;
    new kinds[kind](buffer, at, array.length).set(array);
    at += aligned(array.byteLength);
  });
  return buffer;
}

/**
 * The arrays that {@link packArrays} put into `buffer`, as views. Throws when `buffer` is not of that `tag`,
 * which stands for the kinds of array in `T`.
 */
export function unpackArrays<T extends readonly (PackedArray | undefined)[]>(
  tag: string,
  buffer: ArrayBufferLike,
): T {
  const isBuffer = typeof buffer === 'object' && buffer !== null && typeof buffer.byteLength === 'number';
  if (!isBuffer || ArrayBuffer.isView(buffer)) refuse('buffer', 'be an ArrayBuffer', buffer);
  const words = new Uint32Array(buffer, 0, Math.floor(buffer.byteLength / wordBytes));
  const count = words[1] ?? 0;
  let isWhole = words[0] === tagCode(tag) && words.length >= 2 + 2 * count;
  const arrays: PackedArray[] = [];
  let at = entryBytes + entryBytes * count;
  for (let i = 0; i < count && isWhole; i++) {
    const kind = kinds[words[2 + 2 * i]];
    const length = words[3 + 2 * i];
    isWhole = kind !== undefined && at + length * kind.BYTES_PER_ELEMENT <= buffer.byteLength;
    if (!isWhole) break;
    const array = new kind(buffer as ArrayBuffer, at, length);
    arrays.push(array);
    at += aligned(array.byteLength);
  }
  if (!isWhole) throw new RangeError(`buffer must hold a structure of kind ${tag}`);
  return arrays as readonly PackedArray[] as T;
}
