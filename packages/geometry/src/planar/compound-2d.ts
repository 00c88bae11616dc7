/**
 * Several convex shapes that move as one: a concave body in the plane as a union of convex parts, such as
 * those of `convexDecomposition2d`. Where parts overlap, the shared material counts twice.
 */
import {
  type Aabb,
  requireLength,
  requireObject,
  tellUnknown,
  type Vec2,
  type VectorLike2d,
} from '@colide/core';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';
import { Posed2d } from './posed-2d.ts';

/** One part of a compound in the plane. */
export interface CompoundChild2d {
  readonly shape: ConvexShape2d;
  /** Position of the part's origin in the compound's frame. Default: the origin. */
  readonly position?: VectorLike2d;
  /** Counter-clockwise rotation in radians. Default 0. */
  readonly angle?: number;
}

/** A rigid group of convex shapes in the plane. */
export class Compound2d {
  readonly kind = 'compound';
  /** The parts, posed in the compound's frame. */
  readonly children: readonly Posed2d<ConvexShape2d>[];
  /** Sum of the parts' areas. */
  readonly area: number;
  /** Moment of inertia about the common centre of mass, for density 1. */
  readonly inertia: number;
  /** Radius of a disc around the frame's origin that contains all parts. */
  readonly boundingRadius: number;
  private readonly center = new Float64Array(2);

  constructor(children: readonly CompoundChild2d[]) {
    requireLength('children', children, 1);
    for (const [i, child] of children.entries()) {
      requireObject(`children[${i}]`, child);
      tellUnknown(`children[${i}]`, child, ['shape', 'position', 'angle']);
    }
    this.children = children.map(({ shape, position, angle }) => new Posed2d(shape, position, angle));
    this.boundingRadius = Math.max(...this.children.map(child => child.boundingRadius));
    const { center } = this;
    const point = [0, 0];
    let area = 0;
    for (const child of this.children) area += child.area;
    for (const child of this.children) {
      // Without any area all parts weigh the same.
      const weight = area > 0 ? child.area / area : 1 / this.children.length;
      child.centerOfMass(point);
      for (let k = 0; k < 2; k++) center[k] += weight * point[k];
    }
    let inertia = 0;
    for (const child of this.children) {
      child.centerOfMass(point);
      inertia += child.inertia + child.area * ((point[0] - center[0]) ** 2 + (point[1] - center[1]) ** 2);
    }
    this.area = area;
    this.inertia = inertia;
  }

  /** Writes the axis-aligned box of all parts. */
  aabb(out: Aabb): Aabb {
    const box = [0, 0, 0, 0];
    out[0] = out[1] = Infinity;
    out[2] = out[3] = -Infinity;
    for (const child of this.children) {
      child.aabb(box);
      for (let k = 0; k < 2; k++) {
        out[k] = Math.min(out[k], box[k]);
        out[k + 2] = Math.max(out[k + 2], box[k + 2]);
      }
    }
    return out;
  }

  /** Writes the common centre of mass. */
  centerOfMass(out: Vec2): Vec2 {
    out[0] = this.center[0];
    out[1] = this.center[1];
    return out;
  }
}
