/**
 * A box around the origin with its sides along the axes. The support point is the corner in the direction's
 * octant.
 */
import {
  type Aabb,
  type Mat3,
  type ReadonlyVec3,
  requireNonNegative,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';

/** The box from −halfExtents to +halfExtents. */
export class BoxShape implements ConvexShape {
  readonly kind = 'box';
  readonly halfX: number;
  readonly halfY: number;
  readonly halfZ: number;
  readonly boundingRadius: number;
  readonly volume: number;

  /** @param halfExtents half the lengths of the sides; 0 makes a plate, a stick or a point */
  constructor(halfExtents: Vec3Like) {
    const half = vec3From(halfExtents) ?? [];
    for (let i = 0; i < 3; i++) requireNonNegative(`halfExtents[${i}]`, half[i]);
    this.halfX = half[0];
    this.halfY = half[1];
    this.halfZ = half[2];
    this.boundingRadius = Math.hypot(this.halfX, this.halfY, this.halfZ);
    this.volume = 8 * this.halfX * this.halfY * this.halfZ;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    out[0] = (x < 0 ? -1 : 1) * this.halfX;
    out[1] = (y < 0 ? -1 : 1) * this.halfY;
    out[2] = (z < 0 ? -1 : 1) * this.halfZ;
    return out;
  }

  /** The number of the corner: bit 0 is set if x is positive, bit 1 for y, bit 2 for z. */
  supportVertex(direction: ReadonlyVec3, _start: number): number {
    return (direction[0] < 0 ? 0 : 1) | (direction[1] < 0 ? 0 : 2) | (direction[2] < 0 ? 0 : 4);
  }

  vertex(out: Vec3, id: number): Vec3 {
    out[0] = (id & 1 ? 1 : -1) * this.halfX;
    out[1] = (id & 2 ? 1 : -1) * this.halfY;
    out[2] = (id & 4 ? 1 : -1) * this.halfZ;
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = -this.halfX;
    out[1] = -this.halfY;
    out[2] = -this.halfZ;
    out[3] = this.halfX;
    out[4] = this.halfY;
    out[5] = this.halfZ;
    return out;
  }

  centerOfMass(out: Vec3): Vec3 {
    out[0] = out[1] = out[2] = 0;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const third = this.volume / 3;
    const xx = this.halfX ** 2;
    const yy = this.halfY ** 2;
    const zz = this.halfZ ** 2;
    return inertiaDiagonal(out, third * (yy + zz), third * (xx + zz), third * (xx + yy));
  }
}
