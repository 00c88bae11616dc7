/** The matrices of a mesh in a scene: one, or one for each of its instances. */
import { refuse } from '@colide/core';
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

/** Whether an object of a scene is a mesh, of any kind. */
export function isMesh(object: Object3D): object is Mesh {
  return 'isMesh' in object;
}

/** The name of an object in errors. */
export function objectName(object: Object3D): string {
  return object.name === '' ? object.type : `${object.type} '${object.name}'`;
}

/** Throws unless `object` is an object of three.js: loaders give records that have one. */
export function requireObject3d(object: Object3D): void {
  if (!object?.isObject3D) refuse('object', 'be an Object3D, such as gltf.scene', object);
}
