/**
 * Writes triangle meshes as binary files that every viewer opens: PLY keeps shared vertices and doubles, STL
 * neither.
 */
import { requireFiniteArray, requireMultiple, requireObject } from '@colide/core';
import type { TriangleGeometry } from '../solids/solid-geometry.ts';
import {
  cornersAt,
  countAt,
  floatSize,
  triangleSize,
  trianglesAt,
  vectorSize,
} from './internal/stl-layout.ts';

/**
 * Bytes of a coordinate and of a face in our PLY files; a face is the number of its corners, then the
 * corners.
 */
const coordinateSize = 8;
const faceSize = 13;
const faceCornersAt = 1;
const indexSize = 4;

/** `geometry` as a binary little-endian PLY file with double coordinates. */
export function writePly(geometry: TriangleGeometry): Uint8Array {
  requireObject('geometry', geometry);
  const { positions, indices } = geometry;
  requireMultiple('positions', positions, 3);
  requireMultiple('indices', indices, 3);
  const header = new TextEncoder().encode(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${positions.length / 3}\nproperty double x\n` +
      `property double y\nproperty double z\nelement face ${indices.length / 3}\n` +
      'property list uchar int vertex_indices\nend_header\n',
  );
  const triangles = indices.length / 3;
  const bytes = new Uint8Array(header.length + coordinateSize * positions.length + faceSize * triangles);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += coordinateSize) view.setFloat64(at, positions[i], true);
  for (let t = 0; t < triangles; t++, at += faceSize) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setInt32(at + faceCornersAt + indexSize * k, indices[3 * t + k], true);
  }
  return bytes;
}

/** `geometry` as a binary STL file: single precision, every corner written out, normals from the corners. */
export function writeStl(geometry: TriangleGeometry): Uint8Array {
  requireObject('geometry', geometry);
  const { positions, indices } = geometry;
  requireMultiple('positions', positions, 3);
  requireFiniteArray('positions', positions);
  requireMultiple('indices', indices, 3);
  const triangles = indices.length / 3;
  const view = new DataView(new ArrayBuffer(trianglesAt + triangleSize * triangles));
  view.setUint32(countAt, triangles, true);
  for (let t = 0; t < triangles; t++) {
    const at = trianglesAt + triangleSize * t;
    const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]] as const;
    const edge = (from: number, to: number, axis: number) => positions[to + axis] - positions[from + axis];
    const normal = [0, 1, 2].map(axis => {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      return edge(a, b, u) * edge(a, c, v) - edge(a, b, v) * edge(a, c, u);
    });
    const length = Math.hypot(...normal) || 1;
    for (let k = 0; k < 3; k++) {
      const normalAt = at + floatSize * k;
      const cornerAt = normalAt + cornersAt;
      view.setFloat32(normalAt, normal[k] / length, true);
      view.setFloat32(cornerAt, positions[a + k], true);
      view.setFloat32(cornerAt + vectorSize, positions[b + k], true);
      view.setFloat32(cornerAt + 2 * vectorSize, positions[c + k], true);
    }
  }
  return new Uint8Array(view.buffer);
}
