/**
 * Turns the vector (cos, sin) in `values[0]` and `values[1]` into its angle from −π to π in `values[0]`, to about 1e-12, by two
 * halvings of the angle and a series. Only +, −, ×, ÷ and roots, so that all engines compute the same bits, which `Math.atan2`
 * does not promise; through an array, so that nothing is boxed.
 */
export function angleOf(values: Float64Array): void {
  const cos = values[0];
  const sin = values[1];
  const length = Math.sqrt(sin * sin + cos * cos);
  values[0] = 0;
  if (length === 0) return;
  // tan(θ/2), at most tan(π/8) after the quarter turns are taken out.
  const s = Math.abs(sin) / length;
  const c = Math.abs(cos) / length;
  const steep = s > c;
  const half = (steep ? c : s) / (1 + (steep ? s : c));
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  const q = quarter * quarter;
  const series =
    quarter *
    (1 - q * (1 / 3 - q * (1 / 5 - q * (1 / 7 - q * (1 / 9 - q * (1 / 11 - q * (1 / 13 - q / 15)))))));
  let angle = 4 * series;
  if (steep) angle = 0.5 * Math.PI - angle;
  if (cos < 0) angle = Math.PI - angle;
  values[0] = sin < 0 ? -angle : angle;
}
