/**
 * Makes the contact points of a pair from the one contact that a search finds: all at once, from the features
 * around the normal (`OneShotManifolds`), or one by one over several frames (`PersistentManifolds`).
 */
import type { HullShape, Posed } from '@colide/geometry';
import { type ContactManifold, contactManifoldReduce } from '../contacts/contact-manifold.ts';
import { manifoldConvexConvex } from '../contacts/manifold-convex-convex.ts';
import { manifoldHullHull } from '../contacts/manifold-hull-hull.ts';
import { featureSlope } from '../internal/feature-slope.ts';
import { namePoints } from '../internal/name-points.ts';
import type { PairQuery } from './pair-search.ts';

/** Finds the contact points of pairs, whose numbers stay the same from step to step. */
export interface PairManifolds {
  /** Whether pairs with half-spaces also get one contact from the search, like other sets. */
  readonly buildsPlanes: boolean;
  /** Doubles of state per pair. */
  readonly stateSize: number;
  /** Fills `out` for a pair whose search has found `query.result`; returns how many points there are. */
  build(out: ContactManifold, query: PairQuery, slot: number): number;
  /** Forgets the points of a pair that is new or no longer touches. */
  clear(slot: number): void;
  /** Writes the state of a pair to `out[at…]`. */
  save(out: Float64Array, at: number, slot: number): void;
  /** Restores it. */
  load(from: Float64Array, at: number, slot: number): void;
}

/** Points from the features of both sets that face along the normal, clipped against each other. */
export class OneShotManifolds implements PairManifolds {
  readonly buildsPlanes = false;
  readonly stateSize = 0;

  build(out: ContactManifold, { result, a, b, margin }: PairQuery): number {
    const slope = featureSlope(margin, a, b);
    result.depth = -result.distance;
    if (a.shape.kind === 'hull' && b.shape.kind === 'hull')
      manifoldHullHull(out, result, a as Posed<HullShape>, b as Posed<HullShape>, undefined, slope);
    else manifoldConvexConvex(out, result, a, b, slope);
    contactManifoldReduce(out);
    namePoints(out);
    return out.count;
  }

  clear(): void {}

  save(): void {}

  load(): void {}
}
