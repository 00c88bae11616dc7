/** Transforms the vertices of a triangle, nine numbers, by an affine column-major matrix. */
import type { ReadonlyMat4 } from '@colide/core';

export function placeTriangle(triangle: Float64Array, m: ReadonlyMat4): void {
  for (let i = 0; i < 9; i += 3) {
    const x = triangle[i];
    const y = triangle[i + 1];
    const z = triangle[i + 2];
    triangle[i] = m[0] * x + m[4] * y + m[8] * z + m[12];
    triangle[i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    triangle[i + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  }
}
