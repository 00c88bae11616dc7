/**
 * The base class of shapes made from support mappings alone: it finds bounds and mass properties by sampling.
 */
import type { Aabb, Convex, Mat3, ReadonlyVec3, Vec3 } from '@colide/core';
import { type ConvexMass, convexMass, createConvexMass } from '../../mass/convex-mass.ts';
import type { ConvexShape } from '../../shapes/convex-shape.ts';
import { convexAabb } from '../convex-aabb.ts';

/** A convex shape whose mass properties are integrated on first use and kept. */
export abstract class ComposedShape implements ConvexShape {
  private cachedMass: ConvexMass | undefined = undefined;

  abstract support(out: Vec3, direction: ReadonlyVec3): Vec3;

  /**
   * Radius of a ball around the frame's origin that contains the shape; here the distance of the farthest
   * corner of its box.
   */
  get boundingRadius(): number {
    return convexBoundingRadius(this);
  }

  /** Volume, to the accuracy of `convexMass`. */
  get volume(): number {
    return this.mass().volume;
  }

  /** Writes the axis-aligned box of the shape. */
  aabb(out: Aabb): Aabb {
    return convexAabb(out, this);
  }

  /** Writes the centre of mass, to the accuracy of `convexMass`. */
  centerOfMass(out: Vec3): Vec3 {
    const { center } = this.mass();
    for (let i = 0; i < 3; i++) out[i] = center[i];
    return out;
  }

  /** Writes the inertia tensor about the centre of mass, for density 1, to the accuracy of `convexMass`. */
  inertia(out: Mat3): Mat3 {
    const { inertia } = this.mass();
    for (let i = 0; i < 9; i++) out[i] = inertia[i];
    return out;
  }

  private mass(): ConvexMass {
    if (this.cachedMass === undefined) {
      this.cachedMass = createConvexMass();
      convexMass(this.cachedMass, this);
    }
    return this.cachedMass;
  }
}

/** Distance from the origin to the farthest corner of the box of `shape`. */
export function convexBoundingRadius(shape: Convex): number {
  const box = convexAabb(new Float64Array(6), shape);
  return Math.hypot(Math.max(-box[0], box[3]), Math.max(-box[1], box[4]), Math.max(-box[2], box[5]));
}
