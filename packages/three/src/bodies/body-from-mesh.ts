/** A three.js mesh as settings of a body: shape, position and rotation. */

import { type Quat, type ReadonlyVec3, refuse, type Vec3 } from '@colide/core';
import { type ConvexShape, HalfSpace } from '@colide/geometry';
import { type BufferGeometry, type Mesh, Quaternion, Vector3 } from 'three';
import { shapeFromGeometry } from '../shapes/shape-from-geometry.ts';

/**
 * Settings of a body at the pose of a mesh; spread them into
 * `world.add({ ...bodyFromMesh(mesh), friction: 0.4 })`.
 */
export interface MeshBody<S> {
  readonly shape: S;
  /** Absent for half-spaces, whose position is given by their plane. */
  readonly position?: Vec3;
  readonly rotation?: Quat;
}

/**
 * Shape and pose of `mesh` in the world; the scale goes into the shape. A `PlaneGeometry` becomes the
 * half-space behind it. To make the shape with another function than `shapeFromGeometry`, pass it, such as
 * `compoundFromGeometry`; or pass a shape, which is used unchanged, whatever the scale of the mesh. The mesh
 * must not be sheared by its parents.
 */
export function bodyFromMesh(mesh: Mesh): MeshBody<ConvexShape | HalfSpace>;
export function bodyFromMesh<S>(
  mesh: Mesh,
  make: (geometry: BufferGeometry, scale: ReadonlyVec3) => S,
): MeshBody<S>;
export function bodyFromMesh<S extends object>(mesh: Mesh, shape: S): MeshBody<S>;
export function bodyFromMesh(mesh: Mesh, shape: unknown = shapeFromGeometry): MeshBody<unknown> {
  if (!mesh?.isMesh) refuse('mesh', 'be a Mesh; bodyFromObject takes other objects', mesh);
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  mesh.updateWorldMatrix(true, false);
  mesh.matrixWorld.decompose(position, rotation, scale);
  if (shape === shapeFromGeometry && mesh.geometry.type === 'PlaneGeometry') {
    const normal = new Vector3(0, 0, 1).applyQuaternion(rotation);
    return { shape: new HalfSpace([normal.x, normal.y, normal.z], normal.dot(position)) };
  }
  return {
    shape: typeof shape === 'function' ? shape(mesh.geometry, [scale.x, scale.y, scale.z]) : shape,
    position: [position.x, position.y, position.z],
    rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
  };
}
