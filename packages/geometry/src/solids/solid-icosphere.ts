/**
 * A sphere from an icosahedron: every triangle is cut in four and the new vertices are pushed out to the
 * sphere, repeatedly. Level n has 10 · 4ⁿ + 2 vertices and 20 · 4ⁿ triangles of nearly equal size. All
 * vertices lie on the sphere, so the solid is inscribed.
 */
import { requireInteger, requirePositive } from '@colide/core';
import type { TriangleGeometry } from './solid-geometry.ts';
import { solidIcosahedron } from './solid-platonic.ts';

/** The icosahedron of circumradius `radius`, subdivided `level` times. */
export function solidIcosphere(radius = 1, level = 2): TriangleGeometry {
  requirePositive('radius', radius);
  requireInteger('level', level, 0, 9);
  const base = solidIcosahedron(radius);
  const positions = new Float64Array(3 * (10 * 4 ** level + 2));
  positions.set(base.positions);
  let indices: Uint32Array = base.indices;
  let count = 12;
  for (let step = 0; step < level; step++) {
    const midpoints = new Map<number, number>();
    const next = new Uint32Array(4 * indices.length);
    const midpoint = (a: number, b: number): number => {
      const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
      let found = midpoints.get(key);
      if (found === undefined) {
        found = count++;
        midpoints.set(key, found);
        const x = positions[3 * a] + positions[3 * b];
        const y = positions[3 * a + 1] + positions[3 * b + 1];
        const z = positions[3 * a + 2] + positions[3 * b + 2];
        const factor = radius / Math.sqrt(x * x + y * y + z * z);
        positions[3 * found] = x * factor;
        positions[3 * found + 1] = y * factor;
        positions[3 * found + 2] = z * factor;
      }
      return found;
    };
    for (let t = 0; t < indices.length; t += 3) {
      const a = indices[t];
      const b = indices[t + 1];
      const c = indices[t + 2];
      const ab = midpoint(a, b);
      const bc = midpoint(b, c);
      const ca = midpoint(c, a);
      next.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * t);
    }
    indices = next;
  }
  return { positions, indices };
}
