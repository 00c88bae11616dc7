/**
 * Restitution for `ImpulseSolver2d`, passed to its constructor: programs in which nothing bounces do not
 * carry it. Without it contacts are as if their restitution were 0.
 *
 * Bodies that meet within a substep and approach faster than the `restitutionSpeed` of the solver bounce at
 * its start, in rounds, so that impacts travel through rows of bodies. Cost O(points) per substep while
 * nothing bounces.
 */
import type { Doubles } from '@colide/core';
import type { PlanarBlocks } from '../internal/planar-layout.ts';
import { bouncePlanar, loadPlanarImpacts } from './internal/bounce-blocks.ts';
import type { RigidContacts2d } from './rigid-contacts-2d.ts';

/** What lets contacts bounce. */
export interface Restitution2d {
  /** Reads the restitutions of all contacts; false if none has any. @internal */
  load(blocks: PlanarBlocks, contacts: RigidContacts2d): boolean;
  /** Lets everything bounce that meets in this substep. @internal */
  bounce(blocks: PlanarBlocks, states: Doubles, step: Doubles): void;
}

/** Lets the contacts of an `ImpulseSolver2d` bounce. */
export const restitution2d: Restitution2d = { load: loadPlanarImpacts, bounce: bouncePlanar };
