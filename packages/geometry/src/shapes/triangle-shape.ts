/** A triangle. `set` moves it without allocating, so that one triangle can visit a whole mesh. */
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

/** The triangle a, b, c. It may be degenerate. */
export class TriangleShape implements ConvexShape {
  readonly kind = 'triangle';
  /** The corners: a x, y, z, then b, then c. */
  readonly vertices = new Float64Array(9);
  readonly volume = 0;

  constructor(a: Vec3Like, b: Vec3Like, c: Vec3Like) {
    const p = vec3From(a);
    const q = vec3From(b);
    const r = vec3From(c);
    requireFiniteArray('a', p, 3);
    requireFiniteArray('b', q, 3);
    requireFiniteArray('c', r, 3);
    for (let i = 0; i < 3; i++) {
      this.vertices[i] = p[i];
      this.vertices[i + 3] = q[i];
      this.vertices[i + 6] = r[i];
    }
  }

  /** Takes the nine numbers of `corners` from position `at` on; unchecked. */
  set(corners: ArrayLike<number>, at = 0): this {
    for (let i = 0; i < 9; i++) this.vertices[i] = corners[at + i];
    return this;
  }

  get boundingRadius(): number {
    const v = this.vertices;
    return Math.max(Math.hypot(v[0], v[1], v[2]), Math.hypot(v[3], v[4], v[5]), Math.hypot(v[6], v[7], v[8]));
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    return this.vertex(out, this.supportVertex(direction, 0));
  }

  supportVertex(direction: ReadonlyVec3, _start: number): number {
    const v = this.vertices;
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    const scale = directionScale(x, y, z);
    x *= scale;
    y *= scale;
    z *= scale;
    const a = v[0] * x + v[1] * y + v[2] * z;
    const b = v[3] * x + v[4] * y + v[5] * z;
    const c = v[6] * x + v[7] * y + v[8] * z;
    return b > a ? (c > b ? 2 : 1) : c > a ? 2 : 0;
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
      out[i] = Math.min(v[i], v[i + 3], v[i + 6]);
      out[i + 3] = Math.max(v[i], v[i + 3], v[i + 6]);
    }
    return out;
  }

  /** Writes the centroid. */
  centerOfMass(out: Vec3): Vec3 {
    const v = this.vertices;
    out[0] = (v[0] + v[3] + v[6]) / 3;
    out[1] = (v[1] + v[4] + v[7]) / 3;
    out[2] = (v[2] + v[5] + v[8]) / 3;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    return inertiaDiagonal(out, 0, 0, 0);
  }
}
