/** Statistics of small samples. Medians, because the time of a run has a long tail on one side only. */

/** The value below which the share `q` of the sample lies, with linear interpolation between neighbours. */
export function quantile(sample: ArrayLike<number>, q: number): number {
  if (sample.length === 0) throw new RangeError('sample must not be empty');
  const sorted = Float64Array.from(sample).sort();
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/** The middle of the sample. */
export function median(sample: ArrayLike<number>): number {
  return quantile(sample, 0.5);
}

/** Half the distance between the quartiles as a share of the median: the "±" of a table. */
export function relativeSpread(sample: ArrayLike<number>): number {
  return (quantile(sample, 0.75) - quantile(sample, 0.25)) / (2 * median(sample));
}

/** Slope of the line through the logarithms of the points: the exponent of growth. */
export function growthExponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const [meanX, meanY] = [0, 1].map(k => logs.reduce((sum, point) => sum + point[k], 0) / logs.length);
  const above = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
