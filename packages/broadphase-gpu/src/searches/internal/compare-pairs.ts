/** Compares two sorted lists of pairs. */
import type { PairList } from '@colide/core';

/**
 * Appends the pairs of `after` that `before` lacks to `begun`, and those of `before` that `after` lacks to
 * `ended`; one pass over both.
 */
export function comparePairs(before: PairList, after: PairList, begun: PairList, ended: PairList): void {
  let i = 0;
  let j = 0;
  while (i < before.count || j < after.count) {
    const order =
      i === before.count
        ? 1
        : j === after.count
          ? -1
          : before.first(i) - after.first(j) || before.second(i) - after.second(j);
    if (order < 0) ended.push(before.first(i), before.second(i));
    else if (order > 0) begun.push(after.first(j), after.second(j));
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
}
