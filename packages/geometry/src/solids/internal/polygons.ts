/** Building solids from lists of polygons. */
import type { PolygonGeometry } from '../solid-geometry.ts';

/** Packs convex polygons and their fan triangulation. */
export function polygonGeometry(
  positions: Float64Array,
  faces: readonly (readonly number[])[],
): PolygonGeometry {
  const faceOffsets = new Uint32Array(faces.length + 1);
  const faceVertices: number[] = [];
  const indices: number[] = [];
  faces.forEach((face, f) => {
    faceVertices.push(...face);
    faceOffsets[f + 1] = faceVertices.length;
    for (let i = 2; i < face.length; i++) indices.push(face[0], face[i - 1], face[i]);
  });
  return {
    positions,
    indices: Uint32Array.from(indices),
    faceOffsets,
    faceVertices: Uint32Array.from(faceVertices),
  };
}

/**
 * The face of a centrally symmetric convex solid: all vertices farthest along (x, y, z), in counter-clockwise
 * order.
 */
export function faceAlong(positions: Float64Array, x: number, y: number, z: number): number[] {
  const heights: number[] = [];
  for (let i = 0; i < positions.length; i += 3)
    heights.push(positions[i] * x + positions[i + 1] * y + positions[i + 2] * z);
  const top = Math.max(...heights);
  const face: number[] = [];
  heights.forEach((height, i) => {
    if (height > top - 1e-9 * Math.abs(top)) face.push(i);
  });
  // Axes u, v perpendicular to the normal n with u × v = n: angles in them grow counter-clockwise seen from
  // outside.
  const [ux, uy, uz] = Math.abs(x) > 0.5 * Math.hypot(y, z) ? [-y, x, 0] : [0, -z, y];
  const vx = y * uz - z * uy;
  const vy = z * ux - x * uz;
  const vz = x * uy - y * ux;
  const uLength = Math.hypot(ux, uy, uz);
  const vLength = Math.hypot(vx, vy, vz);
  const angle = (i: number): number => {
    const px = positions[3 * i];
    const py = positions[3 * i + 1];
    const pz = positions[3 * i + 2];
    return Math.atan2((px * vx + py * vy + pz * vz) / vLength, (px * ux + py * uy + pz * uz) / uLength);
  };
  return face.sort((a, b) => angle(a) - angle(b));
}
