/** A deformable body before it has particles in a world: topology, rest shape, masses, material. */
import type { SoftBodyKind } from '../soft-body-settings.ts';
import type { HoldRecipe } from './hold-recipes.ts';
import type { SoftHold } from './soft-holds.ts';

/** Everything that defines a deformable body. */
export interface SoftBodyParts {
  readonly kind: SoftBodyKind;
  readonly triangles: Uint32Array;
  readonly segments: Uint32Array;
  readonly restPositions: Float64Array;
  /** Mass of each particle. */
  readonly masses: Float64Array;
  readonly hold: SoftHold;
  /** The recipe of the hold; `undefined` for holds that are not divided among workers. */
  readonly recipe: HoldRecipe | undefined;
  readonly friction: number;
  readonly restitution: number;
  readonly thickness: number;
  readonly radius: number;
  readonly selfCollision: boolean;
  readonly group: number;
  readonly mask: number;
}
