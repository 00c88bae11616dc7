/** Settings of a `Character`. */
import type { Vec3Like } from '../bodies/vector-like.ts';

/** Settings of a character; all may be left out. */
export interface CharacterOptions {
  /** Where the middle of the capsule begins. Default the origin. */
  readonly position?: Vec3Like;
  /** Radius of the capsule in m. Default 0.3. */
  readonly radius?: number;
  /** Height from the soles to the top of the head in m, at least twice the radius. Default 1.8. */
  readonly height?: number;
  /** The direction that is up. Default the y axis. */
  readonly up?: Vec3Like;
  /** Height of the steps that it climbs, and of the edges that it stands on, in m. Default 0.3. */
  readonly stepHeight?: number;
  /** How far it goes down to stay on the ground, on slopes and stairs, in m. Default the height of a step. */
  readonly snapDistance?: number;
  /** Angle of the steepest slope that it can stand on, in radians, below π/2. Default π/4. */
  readonly slopeLimit?: number;
  /** The force with which it pushes dynamic bodies, in N. Default 500. */
  readonly strength?: number;
  /** Mass that weighs on the dynamic body it stands on, in kg. Default 75. */
  readonly mass?: number;
  /**
   * How far the capsule may overlap others before it gives way, in m: sweeps are made with one that is thinner.
   * Less than the radius. Default 0.02.
   */
  readonly skin?: number;
  /** Bits of the groups that it is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Default all. */
  readonly mask?: number;
}
