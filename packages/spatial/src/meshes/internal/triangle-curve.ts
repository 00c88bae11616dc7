/** The order of a mesh's triangles along a Morton curve, from which the tree of a `TriangleBvh` is built. */
import { MortonCodes } from '../../internal/morton-order.ts';
import type { Corners } from '../../internal/ray-state.ts';

/**
 * The triangles of a mesh sorted along a Morton curve through the centres of their boxes. `sums` is room for
 * three numbers per triangle.
 */
export function triangleCurve(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  sums: Corners,
): MortonCodes {
  const count = indices.length / 3;
  const curve = new MortonCodes(count);
  // Of twice the centres.
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = 0; i < 3 * count; i += 3) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    const x = twiceCenter(positions[a], positions[b], positions[c]);
    const y = twiceCenter(positions[a + 1], positions[b + 1], positions[c + 1]);
    const z = twiceCenter(positions[a + 2], positions[b + 2], positions[c + 2]);
    sums[i] = x;
    sums[i + 1] = y;
    sums[i + 2] = z;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const scale = curve.scaleTo(Math.max(x1 - x0, y1 - y0, z1 - z0));
  for (let i = 0, at = 0; i < count; i++, at += 3)
    curve.put(
      i,
      ((sums[at] - x0) * scale) | 0,
      ((sums[at + 1] - y0) * scale) | 0,
      ((sums[at + 2] - z0) * scale) | 0,
    );
  curve.sort(count);
  return curve;
}

/** Twice the centre of the interval of three numbers. */
function twiceCenter(p: number, q: number, r: number): number {
  return Math.min(p, q, r) + Math.max(p, q, r);
}
