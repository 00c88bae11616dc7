/**
 * A power of two that brings numbers of magnitude `largest` into 2⁻¹⁰⁰ … 2¹⁰⁰, where products of four of them
 * neither overflow nor vanish. Scaling by it is exact, and for ordinary numbers it is 1.
 */
export function powerOfTwoScale(largest: number): number {
  let scale = 1;
  if (largest > 0) {
    while (largest * scale > 2 ** 100) scale *= 2 ** -100;
    while (largest * scale < 2 ** -100) scale *= 2 ** 100;
  }
  return scale;
}
