/**
 * A tree of three.js objects, such as the scene of a glTF file, as settings of one rigid body: its meshes
 * become parts of a compound, at their poses in the tree. Lights, cameras, lines and points are ignored.
 */
import { type Quat, quatFrom, type ReadonlyVec3, type Vec3, vec3From } from '@colide/core';
import { Compound, type CompoundChild, type ConvexShape } from '@colide/geometry';
import { poseCompose } from '@colide/math';
import { type BufferGeometry, Matrix4, type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import { isMesh, meshMatrices, objectName, requireObject3d } from '../internal/mesh-matrices.ts';
import { shapeFromGeometry } from '../shapes/shape-from-geometry.ts';
import type { MeshBody } from './body-from-mesh.ts';

/** Offset of the position in a pose, after a column-major rotation matrix. */
const positionAt = 9;

/** A matrix counts as sheared if the cosine between two of its columns exceeds this. */
const shearTolerance = 1e-4;

/**
 * Shape and pose of `object` and everything below it: the frame is that of `object`, scales go into the
 * shapes. Spread it into `world.add({ ...bodyFromObject(gltf.scene), friction: 0.4 })`, and make the object
 * follow the body with `BodyObjects`.
 *
 * Every mesh becomes one convex shape, by `shapeFromGeometry` or another function such as
 * `compoundFromGeometry`, which cuts concave meshes. For static levels use `meshShapeFromObject`.
 *
 * Throws, naming the object, if there is no mesh at all, or a mesh that cannot be a rigid part: one deformed
 * by bones or morph targets, sheared by its parents, flat or batched.
 */
export function bodyFromObject(
  object: Object3D,
  make: (geometry: BufferGeometry, scale: ReadonlyVec3) => ConvexShape | Compound = shapeFromGeometry,
): MeshBody<ConvexShape | Compound> {
  requireObject3d(object);
  const position = new Vector3();
  const rotation = new Quaternion();
  object.updateWorldMatrix(true, true);
  object.matrixWorld.decompose(position, rotation, new Vector3());
  const inverse = new Matrix4().compose(position, rotation, new Vector3(1, 1, 1)).invert();
  const children: CompoundChild[] = [];
  object.traverse(part => {
    if (!isMesh(part)) return;
    requireStill(part);
    for (const matrix of meshMatrices(part)) addParts(children, part, matrix.premultiply(inverse), make);
  });
  if (children.length === 0) throw new RangeError(`${objectName(object)} must have a mesh, got none`);
  return {
    shape: children.length === 1 && isAtOrigin(children[0]) ? children[0].shape : new Compound(children),
    position: [position.x, position.y, position.z],
    rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
  };
}

/** Throws if bones or morph targets move the vertices of a mesh. */
function requireStill(mesh: Mesh): void {
  if ('isSkinnedMesh' in mesh || mesh.geometry.morphAttributes.position)
    throw new TypeError(`${objectName(mesh)} is deformed by bones or morph targets and cannot be rigid`);
}

/** Appends the convex parts of a mesh that is at `matrix` in the frame of the body. */
function addParts(
  out: CompoundChild[],
  mesh: Mesh,
  matrix: Matrix4,
  make: (geometry: BufferGeometry, scale: ReadonlyVec3) => ConvexShape | Compound,
): void {
  requireRigid(mesh, matrix);
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  matrix.decompose(position, rotation, scale);
  let shape: ConvexShape | Compound;
  try {
    shape = make(mesh.geometry, scale.toArray());
  } catch (error) {
    throw new RangeError(`${objectName(mesh)}: ${(error as Error).message}`, { cause: error });
  }
  if (!(shape.volume > 0))
    throw new RangeError(`${objectName(mesh)} is flat: a part of a body must have a volume`);
  const p = position.toArray();
  const q = rotation.toArray();
  if (shape.kind !== 'compound') {
    out.push({ shape, position: p, rotation: q });
    return;
  }
  const { children, rotations } = shape;
  children.forEach(({ shape: part, pose }, i) => {
    const position: Vec3 = [0, 0, 0];
    const rotation: Quat = [0, 0, 0, 1];
    poseCompose(
      position,
      rotation,
      p,
      q,
      [pose[positionAt], pose[positionAt + 1], pose[positionAt + 2]],
      rotations[i],
    );
    out.push({ shape: part, position, rotation });
  });
}

/** Throws if the axes of `matrix` are not perpendicular or have no length. */
function requireRigid(mesh: Mesh, matrix: Matrix4): void {
  const axes = [0, 1, 2].map(k => new Vector3().setFromMatrixColumn(matrix, k));
  for (const axis of axes)
    if (!(axis.length() > 0)) throw new RangeError(`${objectName(mesh)} must not have a scale of zero`);
  for (let k = 0; k < 3; k++)
    if (Math.abs(axes[k].normalize().dot(axes[(k + 1) % 3].normalize())) > shearTolerance)
      throw new RangeError(`${objectName(mesh)} is sheared: a parent is scaled differently along its axes`);
}

function isAtOrigin({ position, rotation }: CompoundChild): boolean {
  const p = vec3From(position!);
  return (
    Math.max(Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])) < 1e-9 &&
    Math.abs(quatFrom(rotation!)[3]) > 1 - 1e-15
  );
}
