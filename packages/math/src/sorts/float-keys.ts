/**
 * Order-preserving keys: floating-point numbers as unsigned integers that compare as the numbers do.
 *
 * Idea: IEEE 754 numbers of one sign already order like their bits. Setting the sign bit of the positive ones
 * and complementing all bits of the negative ones (whose bits run backwards) puts everything in order:
 *
 *     −∞ < … < −0 < +0 < … < +∞ < NaN
 *
 * −0 comes before +0, as in the sort of typed arrays. Every NaN becomes the largest key and comes back as a
 * NaN. All other numbers come back bit for bit. This replaces the decimal fixed-point keys of older
 * sweep-and-prune implementations, which are limited in range and resolution.
 *
 * Cost: O(1) per number, no allocation. Single-number functions do not check their arguments; the bulk ones
 * check lengths. f64 keys are two words, high word first, to be compared in that order. The word order of a
 * double is taken to be little-endian, as it is on every platform with a current JavaScript engine.
 *
 * M. Herf, "Radix tricks", 2001.
 */
import { requireInteger, requireLength } from '@colide/core';

const bytes = /* @__PURE__ */ new ArrayBuffer(8);
const asFloat = /* @__PURE__ */ new Float32Array(bytes);
const asDouble = /* @__PURE__ */ new Float64Array(bytes);
const asWords = /* @__PURE__ */ new Uint32Array(bytes);

/** The key of every NaN, in each word. */
const nanKey = 0xffffffff;

/** The 32-bit key of `value`, which is rounded to f32 first. */
export function floatToKey(value: number): number {
  if (Number.isNaN(value)) return nanKey;
  asFloat[0] = value;
  const bits = asWords[0];
  return (bits ^ ((bits >> 31) | 0x80000000)) >>> 0;
}

/** The f32 whose key is `key`. */
export function keyToFloat(key: number): number {
  asWords[0] = key ^ (~(key >> 31) | 0x80000000);
  return asFloat[0];
}

/** Writes the 64-bit key of `value` as high and low word to `out[at]` and `out[at + 1]`. */
export function doubleToKey(out: Uint32Array, value: number, at = 0): Uint32Array {
  if (Number.isNaN(value)) {
    out[at] = nanKey;
    out[at + 1] = nanKey;
    return out;
  }
  asDouble[0] = value;
  const high = asWords[1];
  const complement = high >> 31;
  out[at] = high ^ (complement | 0x80000000);
  out[at + 1] = asWords[0] ^ complement;
  return out;
}

/** The f64 whose key has the given words. */
export function keyToDouble(high: number, low: number): number {
  const complement = ~(high >> 31);
  asWords[1] = high ^ (complement | 0x80000000);
  asWords[0] = low ^ complement;
  return asDouble[0];
}

/** Writes the keys of the first `count` floats to `out`. */
export function floatsToKeys(
  out: Uint32Array,
  floats: ArrayLike<number>,
  count = floats.length,
): Uint32Array {
  requireInteger('count', count);
  requireLength('floats', floats, count);
  requireLength('out', out, count);
  for (let i = 0; i < count; i++) out[i] = floatToKey(floats[i]);
  return out;
}

/** Writes the floats of the first `count` keys to `out`. */
export function keysToFloats(out: Float32Array, keys: Uint32Array, count = keys.length): Float32Array {
  requireInteger('count', count);
  requireLength('keys', keys, count);
  requireLength('out', out, count);
  for (let i = 0; i < count; i++) out[i] = keyToFloat(keys[i]);
  return out;
}
