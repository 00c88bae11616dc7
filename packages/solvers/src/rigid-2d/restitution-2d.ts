/**
 * Restitution for `ImpulseSolver2d`, passed to its constructor, so that programs in which nothing bounces do
 * not include it. Without it contacts behave as if their restitution were 0.
 *
 * Bodies that meet within a substep and approach faster than the `restitutionSpeed` of the solver bounce at
 * its start, in rounds, so that impacts travel through rows of bodies. Cost O(points) per substep while
 * nothing bounces.
 */
import type { Doubles } from '@colide/core';
import type { PlanarBlocks } from '../internal/planar-layout.ts';
import { bouncePlanar, loadPlanarImpacts } from './internal/bounce-blocks.ts';
import type { RigidContacts2d } from './rigid-contacts-2d.ts';

/** The functions that make contacts bounce. */
export interface Restitution2d {
  /** Reads the restitutions of all contacts; false if none has any. @internal */
  load(blocks: PlanarBlocks, contacts: RigidContacts2d): boolean;
  /** Applies restitution to all contacts that close in this substep. @internal */
  bounce(blocks: PlanarBlocks, states: Doubles, step: Doubles): void;
}

/** Makes the contacts of an `ImpulseSolver2d` bounce. */
export const restitution2d: Restitution2d = { load: loadPlanarImpacts, bounce: bouncePlanar };
