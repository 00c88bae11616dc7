/**
 * The triangles of a three.js geometry as flat arrays over shared vertices.
 *
 * Geometries repeat vertices wherever normals or texture coordinates differ: a box has 24. Here equal
 * positions become one vertex, and triangles that lose their area, as at the poles of a sphere, are dropped.
 * A surface that looks closed is then also closed for decomposition and mass properties. Cost: O(n log n).
 */
import { type ReadonlyVec3, requirePositive } from '@colide/core';
import type { TriangleGeometry } from '@colide/geometry';
import type { BufferGeometry } from 'three';

/**
 * The triangles of `geometry`, its coordinates times `scale`. Vertices closer than 1e-6 of the largest extent
 * are merged, since sines and cosines are rounded.
 */
export function trianglesFromGeometry(
  geometry: BufferGeometry,
  scale: ReadonlyVec3 = [1, 1, 1],
): TriangleGeometry {
  const attribute = geometry.getAttribute('position');
  if (attribute === undefined || attribute.count === 0)
    throw new RangeError('geometry must have positions, got none');
  const points = new Float64Array(3 * attribute.count);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < attribute.count; v++)
    for (let k = 0; k < 3; k++) {
      const value = attribute.getComponent(v, k) * scale[k];
      if (!Number.isFinite(value)) throw new RangeError(`position ${v} of geometry must be finite`);
      points[3 * v + k] = value;
      low[k] = Math.min(low[k], value);
      high[k] = Math.max(high[k], value);
    }
  const extent = Math.max(...high.map((top, k) => top - low[k]));
  requirePositive('the extent of geometry', extent);
  const welded = weld(points, 1e-6 * extent);
  const index = geometry.getIndex();
  const corners = index ? index.count : attribute.count;
  // Mirroring turns triangles inside out; exchanging two corners corrects that.
  const mirrored = scale[0] * scale[1] * scale[2] < 0;
  const indices: number[] = [];
  for (let i = 0; i + 2 < corners; i += 3) {
    const [a, b, c] = [0, 1, 2].map(k => welded.ids[index ? index.getX(i + k) : i + k]);
    if (a === b || b === c || c === a) continue;
    if (mirrored) indices.push(a, c, b);
    else indices.push(a, b, c);
  }
  return { positions: welded.positions, indices: Uint32Array.from(indices) };
}

/**
 * Merges points that are within `tolerance` of each other along every axis; sorted by x, so that few are
 * compared.
 */
function weld(points: Float64Array, tolerance: number): { positions: Float64Array; ids: Uint32Array } {
  const count = points.length / 3;
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => points[3 * a] - points[3 * b] || a - b,
  );
  const ids = new Uint32Array(count);
  const kept: number[] = [];
  let start = 0;
  for (const v of order) {
    const x = points[3 * v];
    while (start < kept.length && points[3 * kept[start]] < x - tolerance) start++;
    let found = -1;
    for (let i = start; i < kept.length && found < 0; i++) {
      const u = kept[i];
      if (
        Math.abs(points[3 * u + 1] - points[3 * v + 1]) <= tolerance &&
        Math.abs(points[3 * u + 2] - points[3 * v + 2]) <= tolerance
      )
        found = i;
    }
    ids[v] = found < 0 ? kept.push(v) - 1 : found;
  }
  const positions = new Float64Array(3 * kept.length);
  kept.forEach((v, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = points[3 * v + k];
  });
  return { positions, ids };
}
