/**
 * Several convex shapes that move as one: a concave body as a union of convex parts. Volume, centre of mass
 * and inertia are sums over the parts, moved to the common centre by the parallel-axis theorem; where parts
 * overlap, the shared material counts twice.
 */
import {
  type Aabb,
  type Mat3,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireLength,
  type Vec3,
} from '@colide/core';
import { inertiaAddPoint, inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from '../shapes/convex-shape.ts';
import { Posed } from './posed.ts';

/** One part of a compound. */
export interface CompoundChild {
  shape: ConvexShape;
  /** Position of the part's origin in the compound's frame. Default: the origin. */
  position?: ReadonlyVec3;
  /** Quaternion x, y, z, w. Default: no rotation. */
  rotation?: ReadonlyQuat;
}

/** A rigid group of convex shapes. */
export class Compound {
  readonly kind = 'compound';
  /** The parts, posed in the compound's frame. */
  readonly children: readonly Posed<ConvexShape>[];
  /** Rotations of the parts: a quaternion x, y, z, w each. */
  readonly rotations: readonly ReadonlyQuat[];
  /** Sum of the parts' volumes. */
  readonly volume: number;
  /** Radius of a ball around the frame's origin that contains all parts. */
  readonly boundingRadius: number;
  private readonly center = new Float64Array(3);
  private readonly tensor = new Float64Array(9);
  private readonly box = new Float64Array(6);

  constructor(children: readonly CompoundChild[]) {
    requireLength('children', children, 1);
    this.children = children.map(child => new Posed(child.shape, child.position, child.rotation));
    this.rotations = children.map(child => child.rotation ?? [0, 0, 0, 1]);
    this.boundingRadius = Math.max(...this.children.map(child => child.boundingRadius));
    let volume = 0;
    for (const child of this.children) volume += child.volume;
    this.volume = volume;
    const { center, box } = this;
    const point = new Float64Array(3);
    box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    const childBox = new Float64Array(6);
    for (const child of this.children) {
      // Without any volume (only points, segments, triangles) all parts weigh the same.
      const weight = volume > 0 ? child.volume / volume : 1 / this.children.length;
      child.centerOfMass(point);
      child.aabb(childBox);
      for (let i = 0; i < 3; i++) {
        center[i] += weight * point[i];
        box[i] = Math.min(box[i], childBox[i]);
        box[i + 3] = Math.max(box[i + 3], childBox[i + 3]);
      }
    }
    const tensor = this.tensor;
    const part = new Float64Array(9);
    inertiaDiagonal(tensor, 0, 0, 0);
    for (const child of this.children) {
      child.centerOfMass(point);
      child.inertia(part);
      for (let i = 0; i < 9; i++) tensor[i] += part[i];
      inertiaAddPoint(tensor, child.volume, point[0] - center[0], point[1] - center[1], point[2] - center[2]);
    }
  }

  /** Writes the axis-aligned box of all parts. */
  aabb(out: Aabb): Aabb {
    for (let i = 0; i < 6; i++) out[i] = this.box[i];
    return out;
  }

  /** Writes the common centre of mass. */
  centerOfMass(out: Vec3): Vec3 {
    for (let i = 0; i < 3; i++) out[i] = this.center[i];
    return out;
  }

  /** Writes the inertia tensor about the common centre of mass, for density 1. */
  inertia(out: Mat3): Mat3 {
    for (let i = 0; i < 9; i++) out[i] = this.tensor[i];
    return out;
  }
}
