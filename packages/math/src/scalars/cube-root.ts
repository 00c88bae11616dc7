/**
 * The cube root of any number, to about one unit in the last place, by scaling to [1, 8] and Newton's method.
 * Only +, −, × and ÷, so that all engines compute the same bits, which `Math.cbrt` does not guarantee. Zeros,
 * NaN and infinities are their own cube roots. The cost grows with the exponent, by one division per factor
 * of 8.
 */
export function cubeRoot(value: number): number {
  let x = Math.abs(value);
  if (!(x > 0 && x < Infinity)) return value;
  let scale = 1;
  while (x > 8) {
    x /= 8;
    scale *= 2;
  }
  while (x < 1) {
    x *= 8;
    scale /= 2;
  }
  // The chord from 1 to 8, where the root goes from 1 to 2.
  let y = 1 + (x - 1) / 7;
  for (let i = 0; i < 5; i++) y -= (y * y * y - x) / (3 * y * y);
  return value < 0 ? -y * scale : y * scale;
}
