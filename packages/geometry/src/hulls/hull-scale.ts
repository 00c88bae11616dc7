/**
 * A convex hull scaled along the axes of its frame; negative factors mirror it. With S = diag(factors), a
 * vertex v becomes S v and a plane n · x = d the plane S⁻¹n · x = d, normalised; the corners of mirrored
 * faces change direction. Faces and edges stay the same, so nothing is searched. O(size of the hull).
 */
import { refuse, requireFiniteArray, type Vec3Like, vec3From } from '@colide/core';
import { planeSize } from './internal/hull-layout.ts';
import type { Hull } from './quick-hull.ts';

/** The image of `hull` under the scaling by `factors`, none of which may be 0. */
export function hullScale(hull: Hull, factors: Vec3Like): Hull {
  const f = vec3From(factors);
  requireFiniteArray('factors', f, 3);
  for (let k = 0; k < 3; k++) if (f[k] === 0) refuse('factors', 'not be 0', f[k]);
  const { dimension, vertexIds, faceOffsets } = hull;
  const vertices = hull.vertices.map((x, i) => x * f[i % 3]);
  const planes = hull.planes.slice();
  for (let at = 0; at < planes.length; at += planeSize) {
    for (let k = 0; k < 3; k++) planes[at + k] /= f[k];
    const length = Math.hypot(planes[at], planes[at + 1], planes[at + 2]);
    for (let k = 0; k < planeSize; k++) planes[at + k] /= length;
  }
  const faceVertices = hull.faceVertices.slice();
  if (f[0] * f[1] * f[2] < 0)
    for (let i = 0; i + 1 < faceOffsets.length; i++)
      faceVertices.subarray(faceOffsets[i], faceOffsets[i + 1]).reverse();
  return {
    dimension,
    vertices,
    vertexIds: vertexIds.slice(),
    faceOffsets: faceOffsets.slice(),
    faceVertices,
    planes,
  };
}
