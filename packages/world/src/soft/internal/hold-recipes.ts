/**
 * Holds of deformable bodies as data that can be sent to a worker, which makes the same hold from it. Ropes
 * are not among them: their links are solved at once, in about the time it takes to send them.
 */
import {
  LatticeShapeMatching,
  type LatticeShapeMatchingOptions,
  ShapeMatching,
  type ShapeMatchingOptions,
} from '@colide/solvers';
import {
  ClothHold,
  type ClothHoldSettings,
  FigureHold,
  type FigureHoldSettings,
  ShapeHold,
  type SoftHold,
} from './soft-holds.ts';

/** A hold as data. */
export type HoldRecipe =
  | { readonly kind: 'cloth'; readonly settings: ClothHoldSettings }
  | { readonly kind: 'figure'; readonly settings: FigureHoldSettings }
  | {
      readonly kind: 'matching';
      readonly positions: Float64Array;
      readonly masses: Float64Array;
      readonly starts: readonly number[];
      readonly ids: readonly number[];
      readonly options: ShapeMatchingOptions;
    }
  | {
      readonly kind: 'lattice';
      readonly cells: ArrayLike<number>;
      readonly positions: Float64Array;
      readonly masses: Float64Array;
      readonly options: LatticeShapeMatchingOptions;
    };

/** Makes the hold of a recipe. */
export function makeHold(recipe: HoldRecipe): SoftHold {
  switch (recipe.kind) {
    case 'cloth':
      return new ClothHold(recipe.settings);
    case 'figure':
      return new FigureHold(recipe.settings);
    case 'matching': {
      const { positions, masses, starts, ids, options } = recipe;
      return new ShapeHold(new ShapeMatching(positions, masses, starts, ids, options));
    }
    case 'lattice': {
      const { cells, positions, masses, options } = recipe;
      return new ShapeHold(new LatticeShapeMatching(cells, positions, masses, options));
    }
  }
}
