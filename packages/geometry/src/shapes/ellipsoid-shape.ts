/** A ball stretched along the axes. With D = diag(radii), the support point along d is D² d / |D d|. */
import {
  type Aabb,
  type Mat3,
  type ReadonlyVec3,
  requirePositive,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';

/** The ellipsoid around the origin with its semi-axes along x, y and z. */
export class EllipsoidShape implements ConvexShape {
  readonly kind = 'ellipsoid';
  readonly radiusX: number;
  readonly radiusY: number;
  readonly radiusZ: number;
  readonly boundingRadius: number;
  readonly volume: number;

  /** @param radii lengths of the semi-axes */
  constructor(radii: Vec3Like) {
    const r = vec3From(radii) ?? [];
    for (let i = 0; i < 3; i++) requirePositive(`radii[${i}]`, r[i]);
    this.radiusX = r[0];
    this.radiusY = r[1];
    this.radiusZ = r[2];
    this.boundingRadius = Math.max(r[0], r[1], r[2]);
    this.volume = (4 / 3) * Math.PI * r[0] * r[1] * r[2];
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const { radiusX, radiusY, radiusZ } = this;
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    const scale = directionScale(x, y, z);
    x *= scale * radiusX;
    y *= scale * radiusY;
    z *= scale * radiusZ;
    const length = Math.sqrt(x * x + y * y + z * z);
    const factor = length > 0 ? 1 / length : 0;
    out[0] = radiusX * (x * factor);
    out[1] = radiusY * (y * factor);
    out[2] = radiusZ * (z * factor);
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = -this.radiusX;
    out[1] = -this.radiusY;
    out[2] = -this.radiusZ;
    out[3] = this.radiusX;
    out[4] = this.radiusY;
    out[5] = this.radiusZ;
    return out;
  }

  centerOfMass(out: Vec3): Vec3 {
    out[0] = out[1] = out[2] = 0;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const fifth = this.volume / 5;
    const xx = this.radiusX ** 2;
    const yy = this.radiusY ** 2;
    const zz = this.radiusZ ** 2;
    return inertiaDiagonal(out, fifth * (yy + zz), fifth * (xx + zz), fifth * (xx + yy));
  }
}
