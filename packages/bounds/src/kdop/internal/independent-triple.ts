/** Three directions of a k-DOP family that bound a volume on their own. */

/** Indices of the three directions nearest to mutually perpendicular; undefined when all lie in one plane. */
export function independentTriple(directions: {
  readonly count: number;
  readonly vectors: Float64Array;
  readonly lengths: Float64Array;
}): [number, number, number] | undefined {
  const { count, vectors: v, lengths } = directions;
  let best = 1e-6;
  let triple: [number, number, number] | undefined;
  for (let i = 0; i < 3 * count; i += 3)
    for (let j = i + 3; j < 3 * count; j += 3) {
      const x = v[i + 1] * v[j + 2] - v[i + 2] * v[j + 1];
      const y = v[i + 2] * v[j] - v[i] * v[j + 2];
      const z = v[i] * v[j + 1] - v[i + 1] * v[j];
      for (let k = j + 3; k < 3 * count; k += 3) {
        const size = lengths[i / 3] * lengths[j / 3] * lengths[k / 3];
        const det = Math.abs(x * v[k] + y * v[k + 1] + z * v[k + 2]) / size;
        if (det > best) {
          best = det;
          triple = [i / 3, j / 3, k / 3];
        }
      }
    }
  return triple;
}
