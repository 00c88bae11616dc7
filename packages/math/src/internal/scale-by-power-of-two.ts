/**
 * Scales the first `count` numbers of `a` by a power of two that brings the largest of them into 2⁻¹⁰⁰ … 2¹⁰⁰, where
 * products of four neither overflow nor vanish, and writes the power to `a[count]`. Such scaling is exact. Zeros stay.
 */
export function scaleByPowerOfTwo(a: Float64Array, count: number): void {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(a[i]!));
  let scale = 1;
  if (largest > 0) {
    while (largest * scale > 2 ** 100) scale *= 2 ** -100;
    while (largest * scale < 2 ** -100) scale *= 2 ** 100;
  }
  for (let i = 0; i < count; i++) a[i] = scale * a[i]!;
  a[count] = scale;
}
