/**
 * The separating vectors of Chung and Wang as the search of a narrow phase: a vector, mostly that of the last
 * step, recognises pairs that are more than the margin apart at the cost of two support points. The remaining
 * pairs touch or nearly touch; GJK and EPA measure them.
 */
import { chungWangTest, chungWangVerdict } from '../sat/chung-wang.ts';
import { gjkEpaSearch } from './gjk-epa-search.ts';
import type { PairQuery } from './pair-search.ts';

/** Reflections to try before GJK runs. */
const steps = 64;

/** A `PairSearch` by separating vectors, with GJK and EPA behind them. */
export function chungWangSearch(query: PairQuery): boolean {
  const { counters } = query;
  const verdict = chungWangTest(query.a, query.b, query.memory, steps, query.margin);
  if (verdict === chungWangVerdict.apart) {
    counters.chungWangApart++;
    return false;
  }
  if (verdict === chungWangVerdict.overlap) counters.chungWangOverlap++;
  return gjkEpaSearch(query);
}
