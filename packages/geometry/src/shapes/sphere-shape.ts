/** A ball around the origin: a point with a margin. */
import { type Aabb, type Mat3, type ReadonlyVec3, requirePositive, type Vec3 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';
import type { Pose } from './internal/lowest-line.ts';
import { PointShape } from './point-shape.ts';

/** The ball of the given radius around the origin. */
export class SphereShape implements ConvexShape {
  readonly kind = 'sphere';
  readonly radius: number;
  readonly boundingRadius: number;
  readonly volume: number;
  /** The centre. */
  readonly core: PointShape;
  readonly margin: number;

  constructor(radius: number) {
    requirePositive('radius', radius);
    this.radius = radius;
    this.boundingRadius = radius;
    this.volume = (4 / 3) * Math.PI * radius ** 3;
    this.core = new PointShape();
    this.margin = radius;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    const scale = directionScale(x, y, z);
    x *= scale;
    y *= scale;
    z *= scale;
    const length = Math.sqrt(x * x + y * y + z * z);
    const factor = length > 0 ? this.radius / length : 0;
    out[0] = x * factor;
    out[1] = y * factor;
    out[2] = z * factor;
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = out[1] = out[2] = -this.radius;
    out[3] = out[4] = out[5] = this.radius;
    return out;
  }

  /** Moves a point of the surface to where that is lowest along `normal`. @internal */
  putBelow(point: Float64Array, { position }: Pose, normal: Float64Array): void {
    for (let k = 0; k < 3; k++) point[k] = position[k] - this.radius * normal[k];
  }

  centerOfMass(out: Vec3): Vec3 {
    out[0] = out[1] = out[2] = 0;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const moment = 0.4 * this.volume * this.radius * this.radius;
    return inertiaDiagonal(out, moment, moment, moment);
  }
}
