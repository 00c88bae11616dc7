/** The loop of position Verlet. */

/** Numbers of a step; a record keeps V8 from boxing them in calls that are not inlined. */
export interface VerletStep {
  dt: number;
  previousDt: number;
  damping: number;
}

/** A record to be filled, all fields fractions from the start. */
export function createVerletStep(): VerletStep {
  return { dt: 0.5, previousDt: 0.5, damping: 0.5 };
}

/** Moves the first `count` particles. */
export function moveByVerlet(
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  forces: Float64Array,
  count: number,
  step: VerletStep,
): void {
  const { dt, previousDt, damping } = step;
  const keep = previousDt === dt ? 1 - damping : ((1 - damping) * dt) / previousDt;
  const square = 0.5 * dt * (dt + previousDt);
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const w = inverseMasses[i];
    if (w > 0) {
      const gain = w * square;
      positions[k] = x + ((x - previousPositions[k]) * keep + forces[k] * gain);
      positions[k + 1] = y + ((y - previousPositions[k + 1]) * keep + forces[k + 1] * gain);
      positions[k + 2] = z + ((z - previousPositions[k + 2]) * keep + forces[k + 2] * gain);
    }
    previousPositions[k] = x;
    previousPositions[k + 1] = y;
    previousPositions[k + 2] = z;
  }
}
