/**
 * Copies the first `count` numbers of `from` to `out`, which may be the same array, scaled by a power of two
 * that brings the largest of them into 2⁻¹⁰⁰ … 2¹⁰⁰, where products of four neither overflow nor vanish, and
 * writes the power to `out[count]`. Such scaling is exact. Zeros stay.
 */
export function scaleByPowerOfTwo(out: Float64Array, from: Float64Array, count: number): void {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(from[i]));
  let scale = 1;
  if (largest > 0) {
    while (largest * scale > 2 ** 100) scale *= 2 ** -100;
    while (largest * scale < 2 ** -100) scale *= 2 ** 100;
  }
  for (let i = 0; i < count; i++) out[i] = scale * from[i];
  out[count] = scale;
}
