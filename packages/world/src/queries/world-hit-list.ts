/**
 * Hits of world queries: one record per hit, and a reusable list of them, so that nothing is allocated in
 * steady state.
 */
import { HitList } from '@colide/narrowphase';

/** The hit of a query on a body. Other fields are valid only if `body` is not −1. */
export interface WorldHit {
  /** Id of the body, −1 for none. */
  body: number;
  /** Id of the collider in `world.colliders`. */
  collider: number;
  /** Index of the shape in a compound; 0 for bodies of one shape. */
  child: number;
  /** The triangle of a mesh that a ray hit; −1 for other shapes and queries. */
  triangle: number;
  /** Parameter along the ray or fraction of the motion; `Infinity` for none. */
  t: number;
  /** Distance, for `WorldQueries.closest`; negative where shapes overlap. */
  distance: number;
  /** Outward unit normal of the body. */
  readonly normal: Float64Array;
  /** The point of the body that was hit or is nearest. */
  readonly point: Float64Array;
}

/** A record without a hit. */
export function createWorldHit(): WorldHit {
  return {
    body: -1,
    collider: -1,
    child: -1,
    triangle: -1,
    t: Infinity,
    distance: Infinity,
    normal: new Float64Array(3),
    point: new Float64Array(3),
  };
}

/** A reusable list of hits. */
export class WorldHitList extends HitList<WorldHit> {
  constructor() {
    super(createWorldHit);
  }
}
