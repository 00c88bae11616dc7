/**
 * The vertices that a mesh actually uses. A volume around a mesh is a volume around its vertices; vertex
 * buffers may hold others, unused or shared with other parts, which would make the volume too large.
 */
import { requireMultiple } from '@colide/core';

/**
 * The vertices that `indices` names, each once, in the order of the buffer: points for any `…FromPoints`.
 * Throws when an index is out of range.
 */
export function meshPoints(positions: ArrayLike<number>, indices: ArrayLike<number>): Float64Array {
  requireMultiple('positions', positions, 3);
  const count = positions.length / 3;
  const used = new Uint8Array(count);
  let total = 0;
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (!(Number.isInteger(index) && index >= 0 && index < count))
      throw new RangeError(`indices[${i}] must be an integer from 0 to ${count - 1}, got ${index}`);
    if (used[index] === 0) {
      used[index] = 1;
      total++;
    }
  }
  const points = new Float64Array(3 * total);
  for (let i = 0, at = 0; i < count; i++) {
    if (used[i] === 0) continue;
    points[at++] = positions[3 * i];
    points[at++] = positions[3 * i + 1];
    points[at++] = positions[3 * i + 2];
  }
  return points;
}
