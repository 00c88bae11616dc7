/** A line segment between two points: a wire, a ray of finite length, the core of every capsule. */
import {
  type Aabb,
  type Mat3,
  type ReadonlyVec3,
  requireFiniteArray,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';

/** The segment from a to b. */
export class SegmentShape implements ConvexShape {
  readonly kind = 'segment';
  /** Both ends: a x, y, z, then b x, y, z. */
  readonly vertices: Float64Array;
  readonly boundingRadius: number;
  readonly volume = 0;

  constructor(a: Vec3Like, b: Vec3Like) {
    const p = vec3From(a);
    const q = vec3From(b);
    requireFiniteArray('a', p, 3);
    requireFiniteArray('b', q, 3);
    this.vertices = Float64Array.of(p[0], p[1], p[2], q[0], q[1], q[2]);
    this.boundingRadius = Math.max(Math.hypot(p[0], p[1], p[2]), Math.hypot(q[0], q[1], q[2]));
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    return this.vertex(out, this.supportVertex(direction, 0));
  }

  supportVertex(direction: ReadonlyVec3, _start: number): number {
    const v = this.vertices;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    const scale = directionScale(x, y, z);
    const along = (v[3] - v[0]) * (x * scale) + (v[4] - v[1]) * (y * scale) + (v[5] - v[2]) * (z * scale);
    return along > 0 ? 1 : 0;
  }

  vertex(out: Vec3, id: number): Vec3 {
    const at = 3 * id;
    out[0] = this.vertices[at];
    out[1] = this.vertices[at + 1];
    out[2] = this.vertices[at + 2];
    return out;
  }

  aabb(out: Aabb): Aabb {
    const v = this.vertices;
    for (let i = 0; i < 3; i++) {
      out[i] = Math.min(v[i], v[i + 3]);
      out[i + 3] = Math.max(v[i], v[i + 3]);
    }
    return out;
  }

  /** Writes the middle of the segment. */
  centerOfMass(out: Vec3): Vec3 {
    const v = this.vertices;
    out[0] = 0.5 * v[0] + 0.5 * v[3];
    out[1] = 0.5 * v[1] + 0.5 * v[4];
    out[2] = 0.5 * v[2] + 0.5 * v[5];
    return out;
  }

  inertia(out: Mat3): Mat3 {
    return inertiaDiagonal(out, 0, 0, 0);
  }
}
