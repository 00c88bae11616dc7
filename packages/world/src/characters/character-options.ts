/** Settings of a `Character`. */
import type { Vec3Like } from '../bodies/vector-like.ts';
import type { ContactRules } from '../contacts/contact-rules.ts';

/** Settings of a character; all are optional. */
export interface CharacterOptions {
  /**
   * Its body, in a world that was loaded: that of the character that was saved, with the same `radius` and
   * `up`; its height, group and mask are kept. Default a new one.
   */
  readonly body?: number;
  /** Initial position of the centre of a new capsule. Default the origin. */
  readonly position?: Vec3Like;
  /** Radius of the capsule in m. Default 0.3. */
  readonly radius?: number;
  /** Overall height in m, at least twice the radius. Default 1.8, or that of `body`. */
  readonly height?: number;
  /** The upward direction. Default the y axis. */
  readonly up?: Vec3Like;
  /** Height in m of the steps it can climb and of the edges it can stand on. Default 0.3. */
  readonly stepHeight?: number;
  /** How far it is pulled down to stay on slopes and stairs, in m. Default the step height. */
  readonly snapDistance?: number;
  /** Angle of the steepest slope that it can stand on, in radians, below π/2. Default π/4. */
  readonly slopeLimit?: number;
  /** The force with which it pushes dynamic bodies, in N. Default 500. */
  readonly strength?: number;
  /** Its mass in kg, as a load on the dynamic body it stands on. Default 75. */
  readonly mass?: number;
  /**
   * How far the capsule may overlap others before it is pushed out, in m: shape casts use a capsule that is
   * thinner by this much. Less than the radius. Default 0.02, or half the radius if that is less.
   */
  readonly skin?: number;
  /** Bits of the groups that it is in. Default 1, or that of `body`, which keeps its own in any case. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Default all, or that of `body`, likewise. */
  readonly mask?: number;
  /**
   * The rules of the world, if it has any: one-way platforms let the character through, belts carry it, and
   * it passes through what the filter lets it pass.
   */
  readonly rules?: ContactRules;
}
