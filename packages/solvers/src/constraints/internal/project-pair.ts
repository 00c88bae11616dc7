/** Kernels of the constraints between two particles. */

/** Square of the distance between particles `a` and `b`. */
export function squaredDistance(positions: Float64Array, a: number, b: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const dx = positions[j] - positions[i];
  const dy = positions[j + 1] - positions[i + 1];
  const dz = positions[j + 2] - positions[i + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Moves particles `a` and `b` to the distance `length`, or the fraction `stiffness` of the way there. */
export function projectPair(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  length: number,
  stiffness: number,
): void {
  const i = 3 * a;
  const j = 3 * b;
  const dx = positions[j] - positions[i];
  const dy = positions[j + 1] - positions[i + 1];
  const dz = positions[j + 2] - positions[i + 2];
  const wa = inverseMasses[a];
  const wb = inverseMasses[b];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const weight = distance * (wa + wb);
  if (weight === 0) return;
  const c = (stiffness * (distance - length)) / weight;
  positions[i] += dx * c * wa;
  positions[i + 1] += dy * c * wa;
  positions[i + 2] += dz * c * wa;
  positions[j] -= dx * c * wb;
  positions[j + 1] -= dy * c * wb;
  positions[j + 2] -= dz * c * wb;
}
