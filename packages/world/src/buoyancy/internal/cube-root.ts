/** Cube root of a positive number, with the same bits in every engine, which `Math.cbrt` does not promise. */
export function cubeRoot(value: number): number {
  let x = value;
  let scale = 1;
  while (x > 8) {
    x /= 8;
    scale *= 2;
  }
  while (x < 1) {
    x *= 8;
    scale /= 2;
  }
  let y = 1 + (x - 1) / 7;
  for (let i = 0; i < 5; i++) y -= (y * y * y - x) / (3 * y * y);
  return y * scale;
}
