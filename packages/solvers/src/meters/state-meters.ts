/**
 * Checks of a state: the first number that is not finite, and a fingerprint of its bits for comparing runs on
 * different machines (rollback networking, tests of determinism).
 */

/**
 * Index of the first particle with a coordinate that is NaN or infinite, or −1. O(n) with one addition per
 * number: the running sum of `x − x` is 0 while all are finite.
 */
export function findNonFinite(values: Float64Array, stride = 3): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k] - values[k];
  if (sum === 0) return -1;
  for (let k = 0; k < values.length; k++) if (!Number.isFinite(values[k])) return Math.floor(k / stride);
  return -1;
}

/** Throws an error that names the first particle whose coordinates are not finite. */
export function requireFiniteParticles(values: Float64Array, stride = 3): void {
  const index = findNonFinite(values, stride);
  if (index < 0) return;
  const coordinates = Array.from(values.subarray(stride * index, stride * index + stride)).join(', ');
  throw new Error(`particle ${index} is not finite: (${coordinates})`);
}

/**
 * A 32-bit fingerprint (FNV-1a over the words) of the exact bits. Equal states give equal values on every
 * engine; 0 and −0 differ.
 */
export function hashState(values: Float64Array, seed = 0x811c9dc5): number {
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  let hash = seed;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  return hash >>> 0;
}
