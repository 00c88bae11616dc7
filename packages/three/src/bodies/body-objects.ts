/**
 * Objects of a scene that follow bodies: each object's own matrix is written from the flat arrays of poses,
 * without going through position, quaternion and scale. For many copies of one mesh use `BodyInstances`.
 */
import type { Object3D } from 'three';
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

/** Objects and the bodies that they follow. The parents of the objects must stand still at the origin. */
export class BodyObjects {
  private readonly objects: Object3D[] = [];
  private readonly bodies: number[] = [];
  private readonly locals: Float64Array[] = [];
  private readonly between = createInterpolation();

  /** How many objects follow. */
  get count(): number {
    return this.objects.length;
  }

  /** Lets `object` follow a body of `world`. Its scale is kept; position and rotation become the body's. */
  add(world: PoseSource, body: number, object: Object3D): void {
    localOfShape(scratch, world, body);
    const { x, y, z } = object.scale;
    localAppend(scratch, [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]);
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

  /** Writes the matrices of all objects; see `BodyInstances.update`. */
  update(bodies: BodyPoses, factor = 1, history?: PoseHistory): void {
    setInterpolation(this.between, bodies, factor, history);
    for (let i = 0; i < this.objects.length; i++) {
      const object = this.objects[i];
      const local = this.locals[i];
      poseMatrix(object.matrix.elements, 0, this.between, this.bodies[i], local, 0);
      object.matrixWorldNeedsUpdate = true;
    }
  }
}
