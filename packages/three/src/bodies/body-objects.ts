/**
 * Objects of a scene that follow bodies: each object's own matrix is written from the flat arrays of poses, without the detour
 * over position, quaternion and scale. For many equal things use `BodyInstances`.
 */
import type { Object3D } from 'three';
import { localAppend, localOfShape, type PoseSource } from './internal/local-matrix.ts';
import { type BodyPoses, localStride, poseMatrix } from './internal/pose-matrix.ts';
import type { PoseHistory } from './pose-history.ts';

const scratch = /* @__PURE__ */ new Float64Array(localStride);

/** Objects and the bodies that they follow. The parents of the objects must stand still at the origin. */
export class BodyObjects {
  private readonly objects: Object3D[] = [];
  private readonly bodies: number[] = [];
  private readonly locals: Float64Array[] = [];
  private readonly factor = new Float64Array(1);

  /** How many objects follow. */
  get count(): number {
    return this.objects.length;
  }

  /** Lets `object` follow a body of `world`. Its scale is kept; its position and rotation are the body's from now on. */
  add(world: PoseSource, body: number, object: Object3D): void {
    localOfShape(scratch, world, body);
    const { x, y, z } = object.scale;
    localAppend(scratch, [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]);
    object.matrixAutoUpdate = false;
    this.objects.push(object);
    this.bodies.push(body);
    this.locals.push(scratch.slice());
  }

  /** Lets `object` go. Its position, rotation and scale are set from where it is. */
  remove(object: Object3D): void {
    const index = this.objects.indexOf(object);
    if (index < 0) return;
    for (const list of [this.objects, this.bodies, this.locals]) list.splice(index, 1);
    object.matrix.decompose(object.position, object.quaternion, object.scale);
    object.matrixAutoUpdate = true;
  }

  /** Writes the matrices of all objects; see `BodyInstances.update`. */
  update(bodies: BodyPoses, factor = 1, history?: PoseHistory): void {
    const from =
      history && history.recorded === 2 && history.positions.length === bodies.positions.length
        ? history
        : bodies;
    this.factor[0] = factor;
    for (let i = 0; i < this.objects.length; i++) {
      const object = this.objects[i];
      const local = this.locals[i];
      poseMatrix(object.matrix.elements, 0, from, bodies, this.bodies[i], local, 0, this.factor);
      object.matrixWorldNeedsUpdate = true;
    }
  }
}
