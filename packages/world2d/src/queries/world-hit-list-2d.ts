/**
 * Hits of queries in the plane: one record per hit, and a reusable list of them, so that nothing is allocated
 * in steady state.
 */
import { HitList } from '@colide/narrowphase';

/** The hit of a query on a planar body. Other fields are valid only if `body` is not −1. */
export interface WorldHit2d {
  /** Id of the body, −1 for none. */
  body: number;
  /** A number that identifies the part among those of all bodies. */
  collider: number;
  /** Index of the part of a compound or of the link of a chain; 0 for bodies of one shape. */
  child: number;
  /** Parameter along the ray or fraction of the motion; `Infinity` for none. */
  t: number;
  /** Distance, for `WorldQueries2d.closest`; negative where shapes overlap. */
  distance: number;
  /** Outward unit normal of the body. */
  readonly normal: Float64Array;
  /** The point of the body that was hit or is nearest. */
  readonly point: Float64Array;
}

/** A record without a hit. */
export function createWorldHit2d(): WorldHit2d {
  return {
    body: -1,
    collider: -1,
    child: -1,
    t: Infinity,
    distance: Infinity,
    normal: new Float64Array(2),
    point: new Float64Array(2),
  };
}

/** A reusable list of hits. */
export class WorldHitList2d extends HitList<WorldHit2d> {
  constructor() {
    super(createWorldHit2d);
  }
}
