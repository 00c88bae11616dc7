/** The contact materials of the bodies of a world, as flat arrays. */

/** Contact materials by body id. */
export interface BodyMaterials {
  /** Coulomb's μ. */
  readonly frictions: Float64Array;
  /** Restitution from 0 to 1. */
  readonly restitutions: Float64Array;
  /** Bits of the groups that a body is in. */
  readonly groups: Uint32Array;
  /** Bits of the groups that a body collides with. */
  readonly masks: Uint32Array;
  /** 1 for bodies that only report the bodies they touch. */
  readonly sensors: Uint8Array;
}
