/**
 * The search of a narrow phase: how far apart two convex sets are, along which normal, and where.
 * `satSearch`, `gjkEpaSearch`, `mprSearch` and `chungWangSearch` give the same answer by different
 * algorithms.
 */
import type { Posed } from '@colide/geometry';
import { createGjkCache, type GjkCache } from '../gjk/gjk-cache.ts';
import { createPenetrationResult, type PenetrationResult } from '../penetration/penetration.ts';

/** Work done by searches since the counters were last set to 0. */
export interface PairSearchCounters {
  /** Pairs of sets. */
  pairs: number;
  /** Pairs that separating axes have decided. */
  sat: number;
  /** Searches of GJK, and their steps. */
  gjk: number;
  gjkSteps: number;
  /** Expansions of EPA. */
  epa: number;
  /** Portals of MPR. */
  mpr: number;
  /** Pairs that the vectors of Chung and Wang have separated, and those they have proved to overlap. */
  chungWangApart: number;
  chungWangOverlap: number;
}

/** The input and output of a {@link PairSearch}. One record serves all pairs. */
export interface PairQuery {
  a: Posed;
  b: Posed;
  /** How far apart the sets may be, one number. */
  readonly margin: Float64Array;
  /** The memory of this pair. */
  memory: GjkCache;
  /** Distance, normal and points; valid if the search returned true. */
  readonly result: PenetrationResult;
  readonly counters: PairSearchCounters;
}

/** Whether the sets of `query` are within the margin of each other; fills its result if they are. */
export type PairSearch = (query: PairQuery) => boolean;

/** A query about two sets. */
export function createPairQuery(a: Posed, b: Posed): PairQuery {
  return {
    a,
    b,
    margin: new Float64Array(1),
    memory: createGjkCache(),
    result: createPenetrationResult(),
    counters: {
      pairs: 0,
      sat: 0,
      gjk: 0,
      gjkSteps: 0,
      epa: 0,
      mpr: 0,
      chungWangApart: 0,
      chungWangOverlap: 0,
    },
  };
}
