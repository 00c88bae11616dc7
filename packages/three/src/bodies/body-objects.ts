/**
 * Objects of a scene that follow bodies: each object's own matrix is written from the flat arrays of poses,
 * without going through position, quaternion and scale. For many copies of one mesh use `BodyInstances`.
 *
 * Bodies are in world space. If an object has parents that are translated, rotated or scaled, its matrix
 * compensates for them.
 */
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { localAppend, localOfShape, type PoseSource } from './internal/local-matrix.ts';
import {
  type BodyPoses,
  createInterpolation,
  localSize,
  poseMatrix,
  setInterpolation,
} from './internal/pose-matrix.ts';
import type { PoseHistory } from './pose-history.ts';

const scratch = /* @__PURE__ */ new Float64Array(localSize);

/** Objects and the bodies that they follow. */
export class BodyObjects {
  private readonly objects: Object3D[] = [];
  private readonly bodies: number[] = [];
  private readonly locals: Float64Array[] = [];
  private readonly between = createInterpolation();
  /** The inverse of the matrix of a parent. */
  private readonly inverse = new Matrix4();

  /** Number of objects. */
  get count(): number {
    return this.objects.length;
  }

  /**
   * Makes `object` follow a body of `world`. It keeps its size in the scene, including the scale of its
   * parents, as in shapes of `bodyFromMesh`; position and rotation become the body's.
   */
  add(world: PoseSource, body: number, object: Object3D): void {
    localOfShape(scratch, world, body);
    object.updateWorldMatrix(true, false);
    const rotation = new Quaternion();
    object.matrixWorld.decompose(new Vector3(), rotation, new Vector3());
    // The rest without position and rotation: the scale, and the shear if there is any.
    const size = new Matrix4().makeRotationFromQuaternion(rotation.invert()).multiply(object.matrixWorld);
    localAppend(scratch, size.setPosition(0, 0, 0).elements);
    object.matrixAutoUpdate = false;
    this.objects.push(object);
    this.bodies.push(body);
    this.locals.push(scratch.slice());
  }

  /** Stops `object` from following. Its position, rotation and scale are set from its matrix. */
  remove(object: Object3D): void {
    const index = this.objects.indexOf(object);
    if (index < 0) return;
    for (const list of [this.objects, this.bodies, this.locals]) list.splice(index, 1);
    object.matrix.decompose(object.position, object.quaternion, object.scale);
    object.matrixAutoUpdate = true;
  }

  /**
   * Writes the matrices of all objects; see `BodyInstances.update`. Parents must have been updated before
   * their children, which is the order of {@link add} if one follows a body and is the parent of another.
   */
  update(bodies: BodyPoses, factor = 1, history?: PoseHistory): void {
    setInterpolation(this.between, bodies, factor, history);
    // Most objects have the same parent.
    let parent: Object3D | null = null;
    let isPlaced = false;
    for (let i = 0; i < this.objects.length; i++) {
      const object = this.objects[i];
      const local = this.locals[i];
      poseMatrix(object.matrix.elements, 0, this.between, this.bodies[i], local, 0);
      if (object.parent !== parent) {
        parent = object.parent;
        isPlaced = parent !== null && this.invert(parent);
      }
      if (isPlaced) object.matrix.premultiply(this.inverse);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  /** Inverts the matrix of a parent; false if it is the identity. */
  private invert(parent: Object3D): boolean {
    parent.updateWorldMatrix(true, false);
    const { elements } = parent.matrixWorld;
    let isPlaced = false;
    for (let k = 0; k < 16; k++) isPlaced ||= elements[k] !== (k % 5 === 0 ? 1 : 0);
    if (isPlaced) this.inverse.copy(parent.matrixWorld).invert();
    return isPlaced;
  }
}
