/**
 * The best quadratic map of a rest shape onto its particles, `Σ m p q̃ᵀ (Σ m q̃ q̃ᵀ)⁻¹`, 3×9 column-major:
 * the linear map of x, y, z, then the columns of x², y², z², xy, yz, zx.
 */
import type { MatchedShapes } from './shape-rest.ts';

/** Numbers of a linear map, which a quadratic one begins with, and of a quadratic map. */
export const linearMapSize = 9;
export const quadraticMapSize = 27;
/** Columns of a quadratic map, and numbers of the 9×9 matrix that it is solved with. */
const columnCount = 9;
const inverseSize = 81;

const sums = /* @__PURE__ */ new Float64Array(quadraticMapSize);

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
      for (let j = 0; j < columnCount; j++) sums[3 * j + axis] += p * offsets[columnCount * k + j];
    }
  for (let j = 0; j < columnCount; j++)
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let l = 0; l < columnCount; l++)
        sum += sums[3 * l + axis] * inverses[inverseSize * b + columnCount * j + l];
      out[3 * j + axis] = sum;
    }
}
