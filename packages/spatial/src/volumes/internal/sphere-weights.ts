/** The centre of a smallest sphere as a weighted sum of the points that determine it. */
import type { MinimalSphere } from '@colide/bounds';

/**
 * Numbers per row of the equations, the offset of the right-hand side, and the step from one diagonal element
 * to the next.
 */
const rowSize = 4;
const rightAt = 3;
const diagonalStep = rowSize + 1;
const matrix = /* @__PURE__ */ new Float64Array(3 * rowSize);

/**
 * Writes four weights to `out[at]` that add up to 1, with which the support points of `minimal` make its
 * centre: least squares in the differences from the first of them, by elimination; points that add no
 * direction get no weight.
 */
export function centerWeights(
  out: Float64Array,
  at: number,
  points: Float64Array,
  minimal: MinimalSphere,
): void {
  const { support, supportCount, sphere } = minimal;
  const difference = (i: number, k: number) => points[3 * support[i] + k] - points[3 * support[0] + k];
  out.fill(0, at, at + 4);
  const size = supportCount - 1;
  for (let i = 0; i < size; i++) {
    let right = 0;
    for (let k = 0; k < 3; k++) right += difference(i + 1, k) * (sphere[k] - points[3 * support[0] + k]);
    matrix[rowSize * i + rightAt] = right;
    for (let j = 0; j < size; j++) {
      let product = 0;
      for (let k = 0; k < 3; k++) product += difference(i + 1, k) * difference(j + 1, k);
      matrix[rowSize * i + j] = product;
    }
  }
  // Gauss–Jordan with the largest diagonal element first; the matrix is symmetric and not negative.
  const done = [false, false, false];
  let largest = 0;
  for (let i = 0; i < size; i++) largest = Math.max(largest, matrix[diagonalStep * i]);
  for (let step = 0; step < size; step++) {
    let pivot = -1;
    for (let i = 0; i < size; i++)
      if (!done[i] && (pivot < 0 || matrix[diagonalStep * i] > matrix[diagonalStep * pivot])) pivot = i;
    if (!(matrix[diagonalStep * pivot] > 1e-14 * largest)) break;
    done[pivot] = true;
    for (let i = 0; i < size; i++) {
      if (i === pivot) continue;
      const factor = matrix[rowSize * i + pivot] / matrix[diagonalStep * pivot];
      for (let j = 0; j < rowSize; j++)
        if (j < size || j === rightAt) matrix[rowSize * i + j] -= factor * matrix[rowSize * pivot + j];
    }
  }
  let sum = 0;
  for (let i = 0; i < size; i++) {
    if (!done[i]) continue;
    out[at + i + 1] = matrix[rowSize * i + rightAt] / matrix[diagonalStep * i];
    sum += out[at + i + 1];
  }
  out[at] = 1 - sum;
}
