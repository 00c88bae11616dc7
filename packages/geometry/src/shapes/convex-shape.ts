/**
 * What every convex shape of this package offers: a support mapping (the contract {@link Convex}), a box and
 * a ball around it, and the mass properties of the solid for density 1. Multiply volume and inertia by the
 * density to get the mass and inertia of a body. Everything is in the shape's own frame; {@link Posed} gives
 * a shape a pose in the world.
 */
import type { Aabb, Convex, Convex2d, Mat3, Vec2, Vec3 } from '@colide/core';

/** A convex shape in space with its bounds and mass properties. */
export interface ConvexShape extends Convex {
  /** Radius of a ball around the frame's origin that contains the shape. */
  readonly boundingRadius: number;
  /** Volume; 0 for points, segments and triangles. */
  readonly volume: number;
  /** Writes the axis-aligned box of the shape: min x, y, z, then max x, y, z. */
  aabb(out: Aabb): Aabb;
  /** Writes the centre of mass. */
  centerOfMass(out: Vec3): Vec3;
  /** Writes the inertia tensor about the centre of mass, for density 1. */
  inertia(out: Mat3): Mat3;
}

/** A convex shape in the plane with its bounds and mass properties. */
export interface ConvexShape2d extends Convex2d {
  /** Radius of a disc around the frame's origin that contains the shape. */
  readonly boundingRadius: number;
  /** Area; 0 for points and segments. */
  readonly area: number;
  /** Moment of inertia about the centre of mass, for density 1. */
  readonly inertia: number;
  /** Writes the axis-aligned box of the shape: min x, y, then max x, y. */
  aabb(out: Aabb): Aabb;
  /** Writes the centre of mass. */
  centerOfMass(out: Vec2): Vec2;
}
