/**
 * Normal cones of the vertices and edges of a surface: the directions in which nothing of the surface next to
 * the feature lies beyond it. Only then can the feature touch something in that direction. A few degrees of
 * slack, since faces that lie on each other touch at the rim of the cones of their corners.
 */
import type { MeshSurface } from '@colide/geometry';

/** Sine of the angle by which the surface may rise beyond a feature. */
const slack = 0.03;

/** Whether no edge from vertex `v` leads along `d`, a unit vector in the frame of the surface. */
export function isInVertexCone(surface: MeshSurface, v: number, d: Float64Array): boolean {
  const { vertices: p, neighborStarts, neighbors } = surface;
  for (let i = neighborStarts[v]; i < neighborStarts[v + 1]; i++) {
    const w = 3 * neighbors[i];
    const x = p[w] - p[3 * v];
    const y = p[w + 1] - p[3 * v + 1];
    const z = p[w + 2] - p[3 * v + 2];
    if (x * d[0] + y * d[1] + z * d[2] > slack * Math.sqrt(x * x + y * y + z * z)) return false;
  }
  return true;
}

/**
 * Whether neither triangle of edge `e` leads away from it along `d`, a unit vector in the frame of the
 * surface.
 */
export function isInEdgeCone(surface: MeshSurface, e: number, d: Float64Array): boolean {
  const { vertices: p, corners, edges, edgeTriangles } = surface;
  const a = 3 * edges[2 * e];
  const b = 3 * edges[2 * e + 1];
  const ex = p[b] - p[a];
  const ey = p[b + 1] - p[a + 1];
  const ez = p[b + 2] - p[a + 2];
  const squared = ex * ex + ey * ey + ez * ez;
  for (let side = 0; side < 2; side++) {
    const t = 3 * edgeTriangles[2 * e + side];
    if (t < 0) continue;
    let c = 0;
    for (let k = 0; k < 3; k++)
      if (3 * corners[t + k] !== a && 3 * corners[t + k] !== b) c = 3 * corners[t + k];
    let x = p[c] - p[a];
    let y = p[c + 1] - p[a + 1];
    let z = p[c + 2] - p[a + 2];
    const along = (x * ex + y * ey + z * ez) / squared;
    x -= along * ex;
    y -= along * ey;
    z -= along * ez;
    if (x * d[0] + y * d[1] + z * d[2] > slack * Math.sqrt(x * x + y * y + z * z)) return false;
  }
  return true;
}
