/** A single point: the simplest convex set, and the core of every sphere. */
import {
  type Aabb,
  type Mat3,
  type ReadonlyVec3,
  requireFiniteArray,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';

/** The set that holds one point. */
export class PointShape implements ConvexShape {
  readonly kind = 'point';
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly boundingRadius: number;
  readonly volume = 0;

  /** @param point the point, by default the origin */
  constructor(point: Vec3Like = [0, 0, 0]) {
    const p = vec3From(point);
    requireFiniteArray('point', p, 3);
    this.x = p[0];
    this.y = p[1];
    this.z = p[2];
    this.boundingRadius = Math.hypot(this.x, this.y, this.z);
  }

  support(out: Vec3, _direction: ReadonlyVec3): Vec3 {
    return this.centerOfMass(out);
  }

  supportVertex(_direction: ReadonlyVec3, _start: number): number {
    return 0;
  }

  vertex(out: Vec3, _id: number): Vec3 {
    return this.centerOfMass(out);
  }

  aabb(out: Aabb): Aabb {
    out[0] = out[3] = this.x;
    out[1] = out[4] = this.y;
    out[2] = out[5] = this.z;
    return out;
  }

  centerOfMass(out: Vec3): Vec3 {
    out[0] = this.x;
    out[1] = this.y;
    out[2] = this.z;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    return inertiaDiagonal(out, 0, 0, 0);
  }
}
