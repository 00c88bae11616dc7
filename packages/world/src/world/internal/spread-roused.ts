/** Finds the bodies that wake together: those that rest on each other. */
import type { PairList } from '@colide/core';

/**
 * Marks in `roused` the bodies whose bits of `resting` are `asleep` and that are connected to marked ones
 * through `pairs` that touched. Sensors connect nothing.
 */
export function spreadRoused(
  roused: Uint8Array,
  { data, count }: PairList,
  resting: Uint8Array,
  asleep: number,
  sensors: ArrayLike<number>,
): void {
  // Back and forth, so that a stack is marked in one pass, in whichever order its bodies were added.
  for (let marked = 1, forward = true; marked > 0; forward = !forward) {
    marked = 0;
    for (let n = 0; n < count; n++) {
      const i: number = 2 * (forward ? n : count - 1 - n);
      const a: number = data[i];
      const b = data[i + 1];
      if (roused[a] === roused[b] || sensors[a] === 1 || sensors[b] === 1) continue;
      const other = roused[a] === 1 ? b : a;
      if (resting[other] !== asleep) continue;
      roused[other] = 1;
      marked++;
    }
  }
}
