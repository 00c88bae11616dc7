/**
 * GJK and EPA as the search of a narrow phase. GJK begins with the simplex of the last step, so that most
 * pairs take one or two steps; EPA follows if the cores overlap. Exact for all convex sets.
 *
 * As `penetration`; van den Bergen 2003, §4.3.
 */
import { penetration } from '../penetration/penetration.ts';
import type { PairQuery } from './pair-search.ts';

/** A `PairSearch` by GJK and EPA. */
export function gjkEpaSearch(query: PairQuery): boolean {
  const { result, counters } = query;
  penetration(result, query.a, query.b, query.memory);
  counters.gjk++;
  counters.gjkSteps += result.gjk.steps;
  if (result.expanded) counters.epa++;
  return result.distance <= query.margin[0];
}
