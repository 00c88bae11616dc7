/** Gives equal corners one vertex, by a hash table of their coordinates; −0 and 0 are equal. O(corners). */
import type { TriangleGeometry } from '../solids/solid-geometry.ts';

/** Triangles over shared vertices from the nine coordinates of each. */
export function weld(corners: ArrayLike<number>): TriangleGeometry {
  const vertices = new Map<string, number>();
  const positions: number[] = [];
  const indices = new Uint32Array(corners.length / 3);
  for (let i = 0; i < indices.length; i++) {
    const x = corners[3 * i] + 0;
    const y = corners[3 * i + 1] + 0;
    const z = corners[3 * i + 2] + 0;
    const key = `${x},${y},${z}`;
    let vertex = vertices.get(key);
    if (vertex === undefined) {
      vertex = positions.push(x, y, z) / 3 - 1;
      vertices.set(key, vertex);
    }
    indices[i] = vertex;
  }
  return { positions: Float64Array.from(positions), indices };
}
