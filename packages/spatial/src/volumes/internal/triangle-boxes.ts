/** Boxes of the triangles of a mesh. */

import { roundDownF32, roundUpF32 } from '@colide/bounds';
import { boxSize } from '../../internal/box-layout.ts';

/** Writes the boxes of triangles, rounded outward. */
export function triangleBoxes(
  out: Float32Array,
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  count = indices.length / 3,
): void {
  for (let i = 0, to = 0; i < 3 * count; i += 3, to += boxSize) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    for (let k = 0; k < 3; k++) {
      const x = positions[a + k];
      const y = positions[b + k];
      const z = positions[c + k];
      const min = Math.min(x, y, z);
      const max = Math.max(x, y, z);
      out[to + k] = min;
      out[to + k + 3] = max;
      if (out[to + k] > min) out[to + k] = roundDownF32(min);
      if (out[to + k + 3] < max) out[to + k + 3] = roundUpF32(max);
    }
  }
}
