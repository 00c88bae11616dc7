/** Records for the answers of `KdTree`. */
import { requireInteger } from '@colide/core';

/** The point nearest to a given one. Made by {@link createNearestPoint}. */
export interface NearestPoint {
  /** The index of the point; meaningless if there is none within the limit. */
  id: number;
  /** Its distance; `Infinity` when there is none within the limit. */
  distance: number;
}

/** The points nearest to a given one, nearest first. Made by {@link createNearestPoints}. */
export interface NearestPoints {
  /** How many were found; only this many entries of the arrays are valid. */
  count: number;
  /** Their indices. */
  readonly ids: Uint32Array;
  /** Their distances, ascending. */
  readonly distances: Float64Array;
}

/** A record for `KdTree.nearest`. */
export function createNearestPoint(): NearestPoint {
  return { id: 0, distance: Infinity };
}

/** A record for `KdTree.nearestMany` with room for the `k` nearest points. */
export function createNearestPoints(k: number): NearestPoints {
  requireInteger('k', k, 1, 2 ** 26);
  return { count: 0, ids: new Uint32Array(k), distances: new Float64Array(k) };
}
