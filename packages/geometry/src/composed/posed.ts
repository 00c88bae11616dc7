/**
 * A shape with a pose in the world: x ↦ R x + p. The support point along d is R · support(Rᵀ d) + p. The
 * rotation matrix is computed once per pose, so posing adds two matrix–vector products to a support call.
 *
 * The `core` of a posed shape is the core of the shape at the same pose, so that rounded shapes stay cheap
 * for iterative algorithms.
 */
import {
  type Aabb,
  type Convex,
  type Mat3,
  type QuatLike,
  quatFrom,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireFiniteArray,
  requireObject,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';
import { rotationFromQuat } from '@colide/math';
import { inertiaRotate } from '../internal/inertia.ts';
import { poseSize, positionAt } from '../internal/pose-layout.ts';
import type { ConvexShape } from '../shapes/convex-shape.ts';
import { convexAabb } from './convex-aabb.ts';

/** `shape` rotated by a quaternion, then translated. */
export class Posed<S extends Convex = Convex> implements ConvexShape {
  readonly kind = 'posed';
  readonly shape: S;
  /** Rotation and position in one array: nine and three numbers. Change it through {@link setPose}. */
  readonly pose = new Float64Array(poseSize);
  /** The rotation as a column-major 3×3 matrix, a view of {@link pose}. */
  readonly matrix: Float64Array = this.pose.subarray(0, positionAt);
  /** The position of the frame's origin, a view of {@link pose}. */
  readonly position: Float64Array = this.pose.subarray(positionAt);
  /** The posed core, if the shape has one. */
  readonly core?: Posed;
  readonly margin: number;
  /** The shape's own `supportVertex`, in the world; present if the shape has one. */
  readonly supportVertex?: (this: Posed, direction: ReadonlyVec3, start: number) => number;
  /** The shape's own `vertex`, in the world; present if the shape has one. */
  readonly vertex?: (this: Posed, out: Vec3, id: number) => Vec3;
  /** The vertices in the frame of the shape; present if the shape is a polytope that has them as an array. */
  readonly points?: Float64Array;
  /** The shape's cells of directions, with {@link points}; present if the shape is a hull. */
  readonly cells?: Int32Array;
  /** The hull of the shape, if it is a box that has been tested against a hull. */
  hull: Convex | undefined = undefined;
  /** Made when first read: most bodies of a world never need it. */
  private lazyScratch: Float64Array[] | undefined = undefined;

  /**
   * @param shape the shape; any convex set will do, but mass properties need a `ConvexShape`
   * @param position position of its origin
   * @param rotation quaternion x, y, z, w; it need not have unit length
   */
  constructor(shape: S, position: Vec3Like = [0, 0, 0], rotation: QuatLike = [0, 0, 0, 1]) {
    const p = vec3From(position);
    const q = quatFrom(rotation);
    requireFiniteArray('position', p, 3);
    requireFiniteArray('rotation', q, 4);
    if (Math.hypot(q[0], q[1], q[2], q[3]) === 0)
      throw new RangeError('rotation must not be the zero quaternion');
    requireObject('shape', shape);
    this.shape = shape;
    this.margin = shape.margin ?? 0;
    if (shape.core !== undefined) this.core = new Posed(shape.core);
    if (shape.supportVertex !== undefined) {
      this.supportVertex = posedSupportVertex;
      this.vertex = posedVertex;
      const { vertices, cells }: { vertices?: unknown; cells?: unknown } = shape;
      if (vertices instanceof Float64Array) this.points = vertices;
      if (cells instanceof Int32Array) this.cells = cells;
    }
    this.setPose(p, q);
  }

  /** Scratch: a direction and a point in the frame of the shape. @internal */
  get scratch(): Float64Array[] {
    this.lazyScratch ??= [new Float64Array(3), new Float64Array(3)];
    return this.lazyScratch;
  }

  /** Moves the shape. Unchecked and free of allocation; `rotation` must not be zero. */
  setPose(position: ReadonlyVec3, rotation: ReadonlyQuat): this {
    const m = this.pose;
    for (let k = 0; k < 3; k++) m[positionAt + k] = position[k];
    rotationFromQuat(m, rotation);
    if (this.core !== undefined) this.core.copyPose(this);
    return this;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const { scratch } = this;
    this.shape.support(scratch[1], this.toLocalDirection(scratch[0], direction));
    return this.toWorld(out, scratch[1]);
  }

  /** Writes the world direction `direction` in the coordinates of the shape's frame. */
  toLocalDirection(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const m = this.pose;
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    out[0] = m[0] * dx + m[1] * dy + m[2] * dz;
    out[1] = m[3] * dx + m[4] * dy + m[5] * dz;
    out[2] = m[6] * dx + m[7] * dy + m[8] * dz;
    return out;
  }

  /** Writes the point `point` of the shape's frame in world coordinates. */
  toWorld(out: Vec3, point: ReadonlyVec3): Vec3 {
    const m = this.pose;
    const x = point[0];
    const y = point[1];
    const z = point[2];
    out[0] = m[0] * x + m[3] * y + m[6] * z + m[positionAt];
    out[1] = m[1] * x + m[4] * y + m[7] * z + m[positionAt + 1];
    out[2] = m[2] * x + m[5] * y + m[8] * z + m[positionAt + 2];
    return out;
  }

  /** Writes the axis-aligned box of the shape in the world. */
  aabb(out: Aabb): Aabb {
    const hull = this.shape as { aabbAt?(out: Aabb, pose: Float64Array): Aabb | undefined };
    return hull.aabbAt?.(out, this.pose) ?? convexAabb(out, this);
  }

  get boundingRadius(): number {
    const p = this.position;
    return Math.hypot(p[0], p[1], p[2]) + this.solid().boundingRadius;
  }

  get volume(): number {
    return this.solid().volume;
  }

  /** Writes the centre of mass in the world. */
  centerOfMass(out: Vec3): Vec3 {
    return this.toWorld(out, this.solid().centerOfMass(this.scratch[1]));
  }

  /** Writes the inertia tensor about the centre of mass, in the axes of the world, for density 1. */
  inertia(out: Mat3): Mat3 {
    return inertiaRotate(out, this.solid().inertia(out), this.matrix);
  }

  private copyPose(other: Posed): void {
    this.pose.set(other.pose);
    if (this.core !== undefined) this.core.copyPose(other);
  }

  private solid(): ConvexShape {
    const shape = this.shape as Convex as ConvexShape;
    // A method: with many kinds of shapes V8 would box the volume.
    if (shape.inertia === undefined)
      throw new TypeError('shape has a support mapping only: no mass properties are known');
    return shape;
  }
}

function posedSupportVertex(this: Posed, direction: ReadonlyVec3, start: number): number {
  return this.shape.supportVertex!(this.toLocalDirection(this.scratch[0], direction), start);
}

function posedVertex(this: Posed, out: Vec3, id: number): Vec3 {
  return this.toWorld(out, this.shape.vertex!(this.scratch[1], id));
}
