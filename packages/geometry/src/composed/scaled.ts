/**
 * A shape scaled along the axes of its frame; negative factors mirror it. With S = diag(factors), the support
 * point along d is S · support(S d); a zero factor flattens the shape.
 */
import {
  type Aabb,
  type Mat3,
  type ReadonlyVec3,
  requireFiniteArray,
  requireObject,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';
import type { ConvexShape } from '../shapes/convex-shape.ts';
import { convexAabb } from './convex-aabb.ts';

/** The image of `shape` under the scaling by `factors`. */
export class Scaled<S extends ConvexShape = ConvexShape> implements ConvexShape {
  readonly kind = 'scaled';
  readonly shape: S;
  readonly factorX: number;
  readonly factorY: number;
  readonly factorZ: number;
  private readonly direction = new Float64Array(3);

  constructor(shape: S, factors: Vec3Like) {
    requireObject('shape', shape);
    const f = vec3From(factors);
    requireFiniteArray('factors', f, 3);
    this.shape = shape;
    this.factorX = f[0];
    this.factorY = f[1];
    this.factorZ = f[2];
  }

  get boundingRadius(): number {
    const largest = Math.max(Math.abs(this.factorX), Math.abs(this.factorY), Math.abs(this.factorZ));
    return largest * this.shape.boundingRadius;
  }

  get volume(): number {
    return Math.abs(this.factorX * this.factorY * this.factorZ) * this.shape.volume;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const d = this.direction;
    d[0] = direction[0] * this.factorX;
    d[1] = direction[1] * this.factorY;
    d[2] = direction[2] * this.factorZ;
    this.shape.support(out, d);
    out[0] *= this.factorX;
    out[1] *= this.factorY;
    out[2] *= this.factorZ;
    return out;
  }

  aabb(out: Aabb): Aabb {
    return convexAabb(out, this);
  }

  centerOfMass(out: Vec3): Vec3 {
    this.shape.centerOfMass(out);
    out[0] *= this.factorX;
    out[1] *= this.factorY;
    out[2] *= this.factorZ;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const { factorX, factorY, factorZ } = this;
    this.shape.inertia(out);
    const mass = Math.abs(factorX * factorY * factorZ);
    // The second moments ∫x², ∫y², ∫z² scale axis by axis; the tensor is made of their sums.
    const half = 0.5 * (out[0] + out[4] + out[8]);
    const xx = mass * factorX * factorX * (half - out[0]);
    const yy = mass * factorY * factorY * (half - out[4]);
    const zz = mass * factorZ * factorZ * (half - out[8]);
    out[0] = yy + zz;
    out[4] = xx + zz;
    out[8] = xx + yy;
    out[1] = out[3] = mass * factorX * factorY * out[1];
    out[2] = out[6] = mass * factorX * factorZ * out[2];
    out[5] = out[7] = mass * factorY * factorZ * out[5];
    return out;
  }
}
