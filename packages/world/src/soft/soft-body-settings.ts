/** Settings of cloth, ropes and soft bodies. */
import type { QuatLike, Vec3Like } from '../bodies/vector-like.ts';

/** The kinds of deformable bodies. */
export type SoftBodyKind = 'cloth' | 'rope' | 'soft' | 'figure';

/** Settings of every deformable body; all may be left out. */
export interface SoftMaterial {
  /** Position of the body's frame. Default the origin. */
  readonly position?: Vec3Like;
  /** Rotation of the body's frame, a quaternion x, y, z, w. Default none. */
  readonly rotation?: QuatLike;
  /** Velocity of all particles. Default none. */
  readonly velocity?: Vec3Like;
  /** Mass of the whole body in kg; overrides `density`. */
  readonly mass?: number;
  /** Coulomb's μ; that of a contact is the geometric mean of both. Default 0.6. */
  readonly friction?: number;
  /** Restitution from 0 to 1; that of a contact is the larger of both. Default 0. */
  readonly restitution?: number;
  /** Half the thickness: distance that particles keep from rigid bodies, in m. */
  readonly thickness?: number;
  /** Radius of the particles in contacts between deformable bodies, in m. */
  readonly radius?: number;
  /** Whether the body collides with itself. Default true for cloth and ropes, false for soft bodies. */
  readonly selfCollision?: boolean;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Both bodies must agree. Default all. */
  readonly mask?: number;
  /** Particles that are pinned, by their indices in the body. Default none. */
  readonly pins?: ArrayLike<number>;
}

/** Settings of all cloth. */
export interface ClothMaterial extends SoftMaterial {
  /** Mass per area, in kg/m². Default 0.3. */
  readonly density?: number;
  /** Fraction of a stretch that a sweep corrects, 0 to 1. Default 1. */
  readonly stiffness?: number;
  /** Fraction of a bend that a sweep corrects, 0 to 1. Default 0.02. */
  readonly bending?: number;
  /** Fraction of the relative velocity of its ends that a thread removes in a step, 0 to 1. Default 0.1. */
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
  /** Distance between neighbours. */
  readonly spacing: number;
}

/** A cloth of any shape, from a mesh. */
export interface MeshClothSettings extends ClothMaterial {
  /** Three numbers per particle. */
  readonly positions: ArrayLike<number>;
  /** Three particles per triangle. */
  readonly triangles: ArrayLike<number>;
}

/** Cloth: a grid or a mesh. */
export type ClothSettings = GridClothSettings | MeshClothSettings;

/** A rope through points. */
export interface RopeSettings extends SoftMaterial {
  /** Three numbers per particle, from one end to the other. */
  readonly positions: ArrayLike<number>;
  /** Mass per length, in kg/m. Default 0.2. */
  readonly density?: number;
  /** Fraction of a bend that a sweep corrects, 0 to 1. Default 0. */
  readonly bending?: number;
  /** Fraction of the relative velocity of its ends that a link removes in a step, 0 to 1. Default 0.1. */
  readonly viscosity?: number;
  /** Compliance of a link, in m/N. Default 1e-6. */
  readonly compliance?: number;
}

/** A figure of particles: sticks with joints and limits between them, such as a ragdoll. */
export interface FigureSettings extends SoftMaterial {
  /** Three numbers per particle. */
  readonly positions: ArrayLike<number>;
  /** Two particles per stick, which keeps its length. Every particle must be on a stick. */
  readonly sticks: ArrayLike<number>;
  /** Two particles per ball joint, which stay together. Default none. */
  readonly balls?: ArrayLike<number>;
  /**
   * Four particles per hinge, two of each side: the first of both stay together, and so do the second. The
   * axis runs through them. Default none.
   */
  readonly hinges?: ArrayLike<number>;
  /** Three particles per limited angle: the joint, then the two ends. Default none. */
  readonly angles?: ArrayLike<number>;
  /** Cosine of the least angle at each of those joints, −1 to 1; 1 for no limit. */
  readonly angleCosines?: ArrayLike<number>;
  /** Two particles per least distance. Default none. */
  readonly spacers?: ArrayLike<number>;
  /** The least distances, in m. */
  readonly spacerLengths?: ArrayLike<number>;
  /** Mass per length of stick, in kg/m. Default 5. */
  readonly density?: number;
  /** Fraction of the relative velocity of its ends that a stick removes in a step, 0 to 1. Default 0.1. */
  readonly viscosity?: number;
  /** Sweeps over sticks, joints and limits in each sweep of the system. Default 4. */
  readonly sweeps?: number;
}

/** Settings of all soft bodies that have a volume. */
export interface SoftVolumeMaterial extends SoftMaterial {
  /** Mass per volume, in kg/m³. Default 200. */
  readonly density?: number;
  /** Fraction of the displacement to its goal shape that a sweep makes, 0 to 1. Default 0.2. */
  readonly stiffness?: number;
}

/** A soft body of particles that keep their shape as a whole or in clusters. */
export interface MatchedSoftSettings extends SoftVolumeMaterial {
  /** Three numbers per particle. */
  readonly positions: ArrayLike<number>;
  /** Three particles per triangle of the closed surface, facing outward. */
  readonly triangles: ArrayLike<number>;
  /**
   * Deformations that the body permits: none, stretch and shear, or bending and twist as well. Default
   * `'linear'`.
   */
  readonly deformation?: 'rigid' | 'linear' | 'quadratic';
  /** How much of these it permits, 0 to 1. Default 0.5. */
  readonly deformability?: number;
  /**
   * Clusters: lists of particles that keep their shape together; they should overlap. Default one cluster of
   * all particles.
   */
  readonly clusters?: readonly ArrayLike<number>[];
}

/** A soft body of particles on a lattice, centred on the origin of its frame. */
export interface LatticeSoftSettings extends SoftVolumeMaterial {
  /** Particles along x, y and z. */
  readonly size: readonly [number, number, number];
  /** Distance between neighbours. */
  readonly spacing: number;
  /** Which cells of the lattice are filled. Default all. */
  readonly isFilled?: (x: number, y: number, z: number) => boolean;
  /** Half the width of a region in cells: regions keep their shape, larger ones are stiffer. Default 2. */
  readonly regionRadius?: number;
}

/** Soft bodies: matched shapes or lattices. */
export type SoftSettings = MatchedSoftSettings | LatticeSoftSettings;
