/**
 * All triangles of a tree of three.js objects as one shape: a level as loaded from a file.
 */
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { type BufferGeometry, type Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { isMesh, meshMatrices, requireObject3d } from '../internal/mesh-matrices.ts';
import { trianglesFromGeometry } from './triangles-from-geometry.ts';

/**
 * A mesh shape of all meshes of `object` and its descendants, in world space: the body that gets it needs no
 * position. Skinned meshes are taken in their current pose. Throws if there is no triangle.
 */
export function meshShapeFromObject(object: Object3D): MeshShape {
  requireObject3d(object);
  const positions: number[] = [];
  const indices: number[] = [];
  object.updateWorldMatrix(true, true);
  object.traverse(part => {
    if (!isMesh(part)) return;
    const matrices = meshMatrices(part);
    const { positions: points, indices: corners } = trianglesFromGeometry(withVertices(part));
    for (const matrix of matrices) append(positions, indices, points, corners, matrix);
  });
  if (indices.length === 0) throw new RangeError('object must have a triangle, got none');
  return new MeshShape(new TriangleBvh(Float64Array.from(positions), Uint32Array.from(indices)));
}

/** The geometry of a mesh; a copy if bones or morph targets move it. */
function withVertices(mesh: Mesh): BufferGeometry {
  const { geometry } = mesh;
  if (!('isSkinnedMesh' in mesh) && !geometry.morphAttributes.position) return geometry;
  const moved = geometry.clone();
  const position = moved.getAttribute('position');
  const vertex = new Vector3();
  for (let v = 0; v < position.count; v++) {
    mesh.getVertexPosition(v, vertex);
    position.setXYZ(v, vertex.x, vertex.y, vertex.z);
  }
  return moved;
}

/** Appends triangles, transformed by `matrix`; mirrored ones are turned right side out. */
function append(
  positions: number[],
  indices: number[],
  points: ArrayLike<number>,
  corners: ArrayLike<number>,
  matrix: Matrix4,
): void {
  const first = positions.length / 3;
  const vertex = new Vector3();
  for (let v = 0; v < points.length; v += 3) {
    vertex.set(points[v], points[v + 1], points[v + 2]).applyMatrix4(matrix);
    positions.push(vertex.x, vertex.y, vertex.z);
  }
  const swap = matrix.determinant() < 0 ? 1 : 0;
  for (let i = 0; i < corners.length; i += 3)
    indices.push(first + corners[i], first + corners[i + 1 + swap], first + corners[i + 2 - swap]);
}
