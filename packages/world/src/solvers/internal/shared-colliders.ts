/**
 * The helpers' copy of the colliders of a world: shapes at the poses of their bodies, to the same bits as in
 * the world. Offsets are copied as they are; a `ColliderSet` would normalise them once more.
 */
import { type Convex, grown } from '@colide/core';
import { Posed } from '@colide/geometry';
import { poseCompose } from '@colide/math';
import { colliderSize, type VertexColliders } from './vertex-set.ts';

/** Pose of a collider in its body: position, then a unit quaternion. */
const offsetRotationAt = 3;

type Colliders = VertexColliders['colliders'];
const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const bodyPosition = /* @__PURE__ */ new Float64Array(3);
const bodyRotation = /* @__PURE__ */ new Float64Array(4);

/** Shapes fixed to bodies, and half-spaces. */
export class SharedColliders implements Colliders {
  readonly convexes: (Posed | undefined)[] = [];
  /** As in a `ColliderSet`; here, half-spaces only. */
  data = new Float64Array(0);
  private readonly bodies: number[] = [];
  private readonly offsets: (readonly number[])[] = [];
  private readonly free: number[] = [];

  /** Fixes a shape to a body; returns the collider's id. */
  add(body: number, shape: Convex, offset: readonly number[]): number {
    const id = this.take(body);
    this.convexes[id] = new Posed(shape);
    this.offsets[id] = offset;
    return id;
  }

  /** Adds a half-space n · x ≤ d: n, then d. */
  addPlane(body: number, plane: readonly number[]): number {
    const id = this.take(body);
    const at = colliderSize * id;
    if (at >= this.data.length) this.data = grown(this.data, 2 * (at + colliderSize));
    this.data.set(plane, at);
    this.convexes[id] = undefined;
    return id;
  }

  /** Removes a collider. Its id is reused. */
  remove(id: number): void {
    this.free.push(id);
  }

  /** Moves a collider to the pose of its body. A half-space stays where it is. */
  place(id: number, positions: Float64Array, rotations: Float64Array): void {
    const posed = this.convexes[id];
    if (!posed) return;
    const body = this.bodies[id];
    const offset = this.offsets[id];
    for (let k = 0; k < 3; k++) {
      bodyPosition[k] = positions[3 * body + k];
      position[k] = offset[k];
    }
    for (let k = 0; k < 4; k++) {
      bodyRotation[k] = rotations[4 * body + k];
      rotation[k] = offset[offsetRotationAt + k];
    }
    poseCompose(position, rotation, bodyPosition, bodyRotation, position, rotation);
    posed.setPose(position, rotation);
  }

  private take(body: number): number {
    const id = this.free.pop() ?? this.bodies.length;
    this.bodies[id] = body;
    return id;
  }
}
