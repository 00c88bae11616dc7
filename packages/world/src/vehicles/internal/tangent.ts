/**
 * The tangent of an angle from −1.5 to 1.5: the quotient of the Taylor series of sine and cosine, which gives
 * the same bits in every engine; `Math.tan` need not.
 */
export function tangent(angle: number): number {
  const squared = angle * angle;
  let sine = 0;
  let cosine = 0;
  for (let n = 12; n >= 0; n--) {
    cosine = 1 - (squared / ((2 * n + 1) * (2 * n + 2))) * cosine;
    sine = 1 - (squared / ((2 * n + 2) * (2 * n + 3))) * sine;
  }
  return (angle * sine) / cosine;
}
