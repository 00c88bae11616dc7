/** Where a mesh of a scene is: once, or once for each of its instances. */
import { type InstancedMesh, Matrix4, type Mesh, type Object3D } from 'three';

/** The matrices of a mesh in the world, which must be up to date. Throws on a `BatchedMesh`. */
export function meshMatrices(mesh: Mesh): Matrix4[] {
  if ('isBatchedMesh' in mesh)
    throw new TypeError(`${objectName(mesh)} is a BatchedMesh, which is not supported`);
  const instanced = mesh as InstancedMesh;
  if (!instanced.isInstancedMesh) return [mesh.matrixWorld.clone()];
  return Array.from({ length: instanced.count }, (_, i) => {
    const matrix = new Matrix4();
    instanced.getMatrixAt(i, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}

/** What an error calls an object. */
export function objectName(object: Object3D): string {
  return object.name === '' ? object.type : `${object.type} '${object.name}'`;
}
