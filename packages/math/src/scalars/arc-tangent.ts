/**
 * Writes the angle of a vector in the plane, from −π to π, to `out[at]`, to about 1e-12, by two halvings of
 * the angle and a series. Only +, −, ×, ÷ and roots, so that all engines compute the same bits, which
 * `Math.atan2` does not guarantee.
 *
 * @param vector cosine and sine of the angle, times any length
 */
export function arcTangent(out: Float64Array, at: number, vector: Float64Array): void {
  const x = vector[0];
  const y = vector[1];
  const length = Math.sqrt(y * y + x * x);
  out[at] = 0;
  if (length === 0) return;
  // tan(θ/2), at most tan(π/8) after the quarter turns are taken out.
  const s = Math.abs(y) / length;
  const c = Math.abs(x) / length;
  const steep = s > c;
  const half = (steep ? c : s) / (1 + (steep ? s : c));
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  const q = quarter * quarter;
  const series =
    quarter *
    (1 - q * (1 / 3 - q * (1 / 5 - q * (1 / 7 - q * (1 / 9 - q * (1 / 11 - q * (1 / 13 - q / 15)))))));
  let angle = 4 * series;
  if (steep) angle = 0.5 * Math.PI - angle;
  if (x < 0) angle = Math.PI - angle;
  out[at] = y < 0 ? -angle : angle;
}
