/** Settings of cloth, ropes and soft bodies. */
import type { QuatLike, Vec3Like } from '../bodies/vector-like.ts';

/** Settings of every deformable body; all may be left out. */
export interface SoftMaterial {
  /** Where the frame of the body's positions is. Default the origin. */
  readonly position?: Vec3Like;
  /** How it is turned, a quaternion x, y, z, w. Default not at all. */
  readonly rotation?: QuatLike;
  /** Velocity of all particles. Default none. */
  readonly velocity?: Vec3Like;
  /** Mass in kg of the whole body; takes the place of `density`. */
  readonly mass?: number;
  /** Coulomb's μ; that of a contact is the geometric mean of both. Default 0.6. */
  readonly friction?: number;
  /** Restitution from 0 to 1; that of a contact is the larger of both. Default 0. */
  readonly restitution?: number;
  /** Half the thickness: how far particles stay away from rigid bodies, in m. */
  readonly thickness?: number;
  /** Radius of the particles against those of deformable bodies, in m. */
  readonly radius?: number;
  /** Whether the body collides with itself. Default true for cloth and ropes, false for soft bodies. */
  readonly selfCollision?: boolean;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it meets. Both bodies must agree. Default all. */
  readonly mask?: number;
  /** Particles that are held where they are, by their numbers in the body. Default none. */
  readonly pins?: ArrayLike<number>;
}

/** Settings of all cloth. */
export interface ClothMaterial extends SoftMaterial {
  /** Mass by area, in kg/m². Default 0.3. */
  readonly density?: number;
  /** How much of a stretch is taken back in a sweep, 0 to 1. Default 1. */
  readonly stiffness?: number;
  /** How much of a bend is taken back in a sweep, 0 to 1. Default 0.02. */
  readonly bending?: number;
  /** How much of the relative velocity of its ends a thread takes away in a step, 0 to 1. Default 0.1. */
  readonly viscosity?: number;
  /** Threads stretched beyond this factor tear. Default never. */
  readonly tearFactor?: number;
}

/** A rectangular cloth, centred on the origin of its frame in the plane y = 0. */
export interface GridClothSettings extends ClothMaterial {
  /** Particles along x. */
  readonly columns: number;
  /** Particles along z. */
  readonly rows: number;
  /** Distance of neighbours. */
  readonly spacing: number;
}

/** A cloth of any form. */
export interface MeshClothSettings extends ClothMaterial {
  /** Three numbers a particle. */
  readonly positions: ArrayLike<number>;
  /** Three particles a triangle. */
  readonly triangles: ArrayLike<number>;
}

/** Cloth: a grid or a mesh. */
export type ClothSettings = GridClothSettings | MeshClothSettings;

/** A rope through points. */
export interface RopeSettings extends SoftMaterial {
  /** Three numbers a particle, from one end to the other. */
  readonly positions: ArrayLike<number>;
  /** Mass by length, in kg/m. Default 0.2. */
  readonly density?: number;
  /** How much of a bend is taken back in a sweep, 0 to 1. Default 0. */
  readonly bending?: number;
  /** How much of the relative velocity of its ends a link takes away in a step, 0 to 1. Default 0.1. */
  readonly viscosity?: number;
  /** How far a link gives way, in m/N. Default 1e-6. */
  readonly compliance?: number;
}

/** Settings of all soft bodies that have a volume. */
export interface SoftVolumeMaterial extends SoftMaterial {
  /** Mass by volume, in kg/m³. Default 200. */
  readonly density?: number;
  /** How far towards its shape the body goes in a sweep, 0 to 1. Default 0.2. */
  readonly stiffness?: number;
}

/** A soft body of particles that keep their shape as a whole or in clusters. */
export interface MatchedSoftSettings extends SoftVolumeMaterial {
  /** Three numbers a particle. */
  readonly positions: ArrayLike<number>;
  /** Three particles a triangle of the closed surface, facing outward. */
  readonly triangles: ArrayLike<number>;
  /** Which deformations the body likes: none, stretch and shear, or bending and twist as well. Default `'linear'`. */
  readonly deformation?: 'rigid' | 'linear' | 'quadratic';
  /** How much of these it keeps, 0 to 1. Default 0.5. */
  readonly deformability?: number;
  /** Lists of particles that keep their shape together; they should share particles. Default one of all. */
  readonly clusters?: readonly ArrayLike<number>[];
}

/** A soft body of particles on a lattice, centred on the origin of its frame. */
export interface LatticeSoftSettings extends SoftVolumeMaterial {
  /** Particles along x, y and z. */
  readonly size: readonly [number, number, number];
  /** Distance of neighbours. */
  readonly spacing: number;
  /** Which places of the lattice are taken. Default all. */
  readonly isFilled?: (x: number, y: number, z: number) => boolean;
  /** How many neighbours to each side keep their shape together: more is stiffer. Default 2. */
  readonly reach?: number;
}

/** Soft bodies: matched shapes or lattices. */
export type SoftSettings = MatchedSoftSettings | LatticeSoftSettings;
