/** Counters of the narrow phase: pairs received, tested and found in contact, and the cost. */

/** The work of the narrow phase in a step. */
export interface ContactCounters {
  /** Pairs of boxes from the broad phase and against half-spaces. */
  candidates: number;
  /** Pairs that were tested exactly. */
  tested: number;
  /** Of those, pairs that have contact points or touch a sensor. */
  touching: number;
  /** Pairs that were tested and do not touch. */
  falsePositives: number;
  /** Contact points. */
  points: number;
  /** GJK searches. */
  gjkSearches: number;
  /** Steps of those searches in total. */
  gjkSteps: number;
}
