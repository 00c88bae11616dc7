/**
 * The roundness of colliders, which decides how a contact point moves while bodies roll or slide: it stays
 * with the rounder of the two surfaces. `RigidContacts` explains the numbers.
 *
 * Balls are rounder than other round bodies, and those are rounder than faces. Of two equally round ones
 * neither counts as round, except for balls.
 */
import { grown } from '@colide/core';
import type { ConvexShape, HalfSpace, Posed } from '@colide/geometry';
import type { RigidContacts } from '@colide/solvers';

const ball = 0;
const round = 1;
const flat = 2;

/** Column of y in a rotation matrix: the axis of cylinders and cones. */
const axisYAt = 3;

/** Square of the smallest cosine between the axis and the normal on an end face. */
const endCosine = 0.9975;

/** The roundness of every collider. */
export class Roundness {
  private flatness = new Uint8Array(16);
  /** Radius of curvature; 0 unless the surface is that of a ball. */
  private radii = new Float64Array(16);
  /** 1 if the collider is a whole body that is round about its own y axis. */
  private axes = new Uint8Array(16);

  /** Sets the roundness of `collider`; `isWhole` says whether it is the only collider of its body. */
  set(collider: number, shape: ConvexShape | HalfSpace, isWhole: boolean): void {
    if (collider >= this.flatness.length) {
      const room = 2 * collider;
      this.flatness = grown(this.flatness, room);
      this.radii = grown(this.radii, room);
      this.axes = grown(this.axes, room);
    }
    const { kind } = shape;
    this.flatness[collider] = flatnessOf(kind);
    this.radii[collider] = 0;
    if (kind === 'ellipsoid') this.radii[collider] = shape.boundingRadius;
    else if (kind !== 'halfSpace') this.radii[collider] = shape.margin ?? 0;
    this.axes[collider] = isWhole && (kind === 'cylinder' || kind === 'cone' || kind === 'capsule') ? 1 : 0;
  }

  /**
   * Writes the roundness of colliders `i` and `j`, relative to each other, to the contacts from `first` on.
   */
  write(
    contacts: RigidContacts,
    first: number,
    i: number,
    j: number,
    convexes: readonly (Posed | undefined)[],
  ): void {
    if (first === contacts.count) return;
    const { radii } = this;
    const flatnessI = this.flatnessAt(i, contacts, first, convexes);
    const flatnessJ = this.flatnessAt(j, contacts, first, convexes);
    const less = flatnessI - flatnessJ;
    const balls = less === 0 && flatnessI === ball;
    const { radii: out, axes, count } = contacts;
    const rounder = less < 0 ? i : j;
    const flatter = less === 0 && flatnessI === round ? -Infinity : Infinity;
    const axis = less !== 0 && this.axes[rounder] === 1 ? convexes[rounder]!.matrix : undefined;
    for (let p = first; p < count; p++) {
      out[2 * p] = less < 0 || balls ? radii[i] : flatter;
      out[2 * p + 1] = less > 0 || balls ? radii[j] : flatter;
      if (axis) for (let k = 0; k < 3; k++) axes[3 * p + k] = axis[axisYAt + k];
    }
  }

  /** Whether `collider` is flat at contact `c`, as the ends of cylinders and cones are. */
  private flatnessAt(
    collider: number,
    { normals }: RigidContacts,
    c: number,
    convexes: readonly (Posed | undefined)[],
  ): number {
    if (this.axes[collider] === 0) return this.flatness[collider];
    const { matrix } = convexes[collider]!;
    let along = 0;
    for (let k = 0; k < 3; k++) along += normals[3 * c + k] * matrix[axisYAt + k];
    return along * along > endCosine ? flat : this.flatness[collider];
  }
}

function flatnessOf(kind: string | undefined): number {
  switch (kind) {
    case 'sphere':
      return ball;
    case 'box':
    case 'hull':
    case 'halfSpace':
    case 'mesh':
    case 'triangle':
      return flat;
    default:
      return round;
  }
}
