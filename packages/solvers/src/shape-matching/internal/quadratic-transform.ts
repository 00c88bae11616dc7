/**
 * The best quadratic map of a rest shape onto its particles, `Σ m p q̃ᵀ (Σ m q̃ q̃ᵀ)⁻¹`, 3×9 column-major.
 */
import type { MatchedShapes } from './shape-rest.ts';

const sums = /* @__PURE__ */ new Float64Array(27);

/** Writes the map of body `b`, whose centre is known, to `out`. */
export function quadraticTransform(
  out: Float64Array,
  shapes: MatchedShapes,
  positions: Float64Array,
  b: number,
): void {
  const { centers, offsets, inverses } = shapes;
  const { starts, ids, weights } = shapes.members;
  sums.fill(0);
  for (let k = starts[b]; k < starts[b + 1]; k++)
    for (let axis = 0; axis < 3; axis++) {
      const p = weights[k] * (positions[3 * ids[k] + axis] - centers[3 * b + axis]);
      for (let j = 0; j < 9; j++) sums[3 * j + axis] += p * offsets[9 * k + j];
    }
  for (let j = 0; j < 9; j++)
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let l = 0; l < 9; l++) sum += sums[3 * l + axis] * inverses[81 * b + 9 * j + l];
      out[3 * j + axis] = sum;
    }
}
