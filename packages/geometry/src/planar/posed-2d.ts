/**
 * A shape with a pose in the plane: rotated by an angle, then translated. Cosine and sine are computed once
 * per pose, or given (`setRotation`) if results must be the same bits in every engine. The `core` is posed
 * with it.
 */
import {
  type Aabb,
  type Convex2d,
  type ReadonlyVec2,
  requireFinite,
  requireFiniteArray,
  requireObject,
  type Vec2,
  type VectorLike2d,
  vectorFrom2d,
} from '@colide/core';
import { convexAabb2d } from '../composed/convex-aabb.ts';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';

/** `shape` rotated counter-clockwise by an angle, then translated. */
export class Posed2d<S extends Convex2d = Convex2d> implements ConvexShape2d {
  readonly kind = 'posed';
  readonly shape: S;
  /** The position of the frame's origin. Change it through {@link setPose} or {@link setRotation}. */
  readonly position = new Float64Array(2);
  /** Cosine and sine of the angle. Change it through {@link setPose} or {@link setRotation}. */
  readonly rotation = Float64Array.of(1, 0);
  /** The posed core, if the shape has one. */
  readonly core?: Posed2d;
  readonly margin: number;
  private readonly direction = new Float64Array(2);

  /**
   * @param shape the shape; any convex set will do, but mass properties need a `ConvexShape2d`
   * @param position position of its origin
   * @param angle in radians, counter-clockwise
   */
  constructor(shape: S, position: VectorLike2d = [0, 0], angle = 0) {
    const at = vectorFrom2d(position);
    requireFiniteArray('position', at, 2);
    requireFinite('angle', angle);
    requireObject('shape', shape);
    this.shape = shape;
    this.margin = shape.margin ?? 0;
    if (shape.core !== undefined) this.core = new Posed2d(shape.core);
    this.setPose(at, angle);
  }

  /** Moves the shape. Unchecked and free of allocation. */
  setPose(position: ReadonlyVec2, angle: number): this {
    return this.setRotation(position, Math.cos(angle), Math.sin(angle));
  }

  /** Moves the shape, with the rotation as a unit vector (cosine, sine). Unchecked and free of allocation. */
  setRotation(position: ReadonlyVec2, cosine: number, sine: number): this {
    this.position[0] = position[0];
    this.position[1] = position[1];
    this.rotation[0] = cosine;
    this.rotation[1] = sine;
    if (this.core !== undefined) this.core.setRotation(position, cosine, sine);
    return this;
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const d = this.direction;
    const c = this.rotation[0];
    const s = this.rotation[1];
    const dx = direction[0];
    const dy = direction[1];
    d[0] = c * dx + s * dy;
    d[1] = c * dy - s * dx;
    this.shape.support(out, d);
    return this.toWorld(out);
  }

  /** Writes the axis-aligned box of the posed shape. */
  aabb(out: Aabb): Aabb {
    return convexAabb2d(out, this);
  }

  get boundingRadius(): number {
    return Math.hypot(this.position[0], this.position[1]) + this.solid().boundingRadius;
  }

  get area(): number {
    return this.solid().area;
  }

  get inertia(): number {
    return this.solid().inertia;
  }

  centerOfMass(out: Vec2): Vec2 {
    return this.toWorld(this.solid().centerOfMass(out));
  }

  private toWorld(out: Vec2): Vec2 {
    const c = this.rotation[0];
    const s = this.rotation[1];
    const x = out[0];
    const y = out[1];
    out[0] = c * x - s * y + this.position[0];
    out[1] = s * x + c * y + this.position[1];
    return out;
  }

  private solid(): ConvexShape2d {
    const shape = this.shape as Convex2d as ConvexShape2d;
    if (shape.area === undefined)
      throw new TypeError('shape has a support mapping only: no mass properties are known');
    return shape;
  }
}
