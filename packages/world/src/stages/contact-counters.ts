/** Counts of the narrow phase: how many pairs it was given, tested and found in contact, and at what cost. */

/** What the narrow phase has done in a step. */
export interface ContactCounters {
  /** Pairs of boxes from the broad phase and against half-spaces. */
  candidates: number;
  /** Pairs that were tested exactly. */
  tested: number;
  /** Of those, pairs that have contact points or touch a sensor. */
  touching: number;
  /** Pairs that were tested in vain. */
  falsePositives: number;
  /** Contact points. */
  points: number;
  /** Searches of GJK and their steps. */
  gjkSearches: number;
  gjkSteps: number;
}
