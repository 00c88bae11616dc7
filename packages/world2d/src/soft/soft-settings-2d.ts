/** Settings of planar ropes, nets and soft bodies. */
import type { VectorLike2d } from '../bodies/vector-like-2d.ts';

/** The kinds of deformable bodies. */
export type SoftBodyKind2d = 'rope' | 'net' | 'soft';

/** Settings of every deformable body; all may be left out. */
export interface SoftMaterial2d {
  /** Added to all positions. Default the origin. */
  readonly position?: VectorLike2d;
  /** Velocity of all particles. Default none. */
  readonly velocity?: VectorLike2d;
  /** Mass of the whole body in kg, divided evenly among its particles. Default 1. */
  readonly mass?: number;
  /** Coulomb's μ; that of a contact is the geometric mean of both. Default 0.6. */
  readonly friction?: number;
  /** Distance that threads keep from rigid bodies, in m. Default 0.02. */
  readonly radius?: number;
  /** Compliance of the threads, in m/N. Default 0: they do not stretch. */
  readonly compliance?: number;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Both bodies must agree. Default all. */
  readonly mask?: number;
  /** Particles that are pinned, by their indices in the body. Default none. */
  readonly pins?: ArrayLike<number>;
}

/** A rope through points. */
export interface RopeSettings2d extends SoftMaterial2d {
  /** Two numbers per particle, from one end to the other. */
  readonly positions: ArrayLike<number>;
  /** Fraction of a bend that a substep corrects, 0 to 1. Default 0. */
  readonly bending?: number;
}

/** A net of threads, its upper left particle at the origin; rows go down. */
export interface NetSettings2d extends SoftMaterial2d {
  /** Particles per row. */
  readonly columns: number;
  /** Number of rows. */
  readonly rows: number;
  /** Distance between neighbours. */
  readonly spacing: number;
}

/** A soft body with a closed outline. */
export interface SoftSettings2d extends SoftMaterial2d {
  /** Two numbers per particle, counter-clockwise around the outline. */
  readonly positions: ArrayLike<number>;
  /** Fraction of the displacement to its rest shape that a substep makes, 0 to 1. Default 0.05. */
  readonly stiffness?: number;
  /** Fraction of the velocity of its deformation that a substep removes, 0 to 1. Default 0.05. */
  readonly viscosity?: number;
  /** Target area, as a factor of its area at rest. Default 1. */
  readonly pressure?: number;
}
