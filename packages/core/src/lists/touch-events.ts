/**
 * Which bodies touch, and what has changed since the last step: sorted lists of pairs, the smaller id first.
 */
import { PairList } from './pair-list.ts';
import { PairOrder } from './pair-order.ts';

/** Touching pairs of two steps, and their difference. */
export class TouchEvents {
  /** Pairs that touch. */
  readonly touching = new PairList();
  /** Pairs that began to touch in this step. */
  readonly begun = new PairList();
  /** Pairs that no longer touch, including those of removed bodies. */
  readonly ended = new PairList();
  /** Pairs that touched in the last step. @internal */
  readonly previous = new PairList();
  /** Pairs of bodies that were removed since the last step. */
  private readonly gone = new PairList();
  private readonly order = new PairOrder();
  /** How many of the touching pairs {@link keepResting} has kept. */
  private kept = 0;

  /** Begins a step: stores the pairs that touched. */
  begin(): void {
    const { touching, previous } = this;
    const { data } = previous;
    previous.data = touching.data;
    previous.count = touching.count;
    touching.data = data;
    touching.clear();
  }

  /**
   * Keeps the pairs of the last step whose bodies share a bit of `resting`, because they are not tested
   * again. Call it in every step or in none.
   */
  keepResting(resting: Uint8Array): void {
    const { data, count } = this.previous;
    for (let i = 0; i < 2 * count; i += 2)
      if ((resting[data[i]] & resting[data[i + 1]]) !== 0) this.touching.push(data[i], data[i + 1]);
    this.kept = this.touching.count;
  }

  /** Ends the pairs of a body that is removed. */
  forget(body: number): void {
    const { touching, gone } = this;
    const { data, count } = touching;
    touching.clear();
    for (let i = 0; i < 2 * count; i += 2)
      (data[i] === body || data[i + 1] === body ? gone : touching).push(data[i], data[i + 1]);
  }

  /**
   * Sets the number of touching pairs; the caller writes the pairs. None of them counts as begun or ended.
   */
  reset(touching: number): void {
    for (const list of [this.begun, this.ended, this.gone]) list.clear();
    this.touching.reserve(touching);
    this.touching.count = touching;
  }

  /** Sorts the pairs added to {@link touching}, drops duplicates and compares them with the last step. */
  finish(bodyCount: number): void {
    const { touching, previous, begun, ended, gone } = this;
    // Pairs that were kept are in order.
    if (touching.count > this.kept) this.order.sort(touching, bodyCount);
    const { data } = touching;
    const { data: old, count: oldCount } = previous;
    begun.clear();
    ended.clear();
    let count = 0;
    let p = 0;
    for (let i = 0; i < 2 * touching.count; i += 2) {
      const a = data[i];
      const b = data[i + 1];
      if (count > 0 && data[count - 2] === a && data[count - 1] === b) continue;
      data[count++] = a;
      data[count++] = b;
      for (; p < 2 * oldCount && (old[p] < a || (old[p] === a && old[p + 1] < b)); p += 2)
        ended.push(old[p], old[p + 1]);
      if (p < 2 * oldCount && old[p] === a && old[p + 1] === b) p += 2;
      else begun.push(a, b);
    }
    touching.count = count / 2;
    for (; p < 2 * oldCount; p += 2) ended.push(old[p], old[p + 1]);
    if (gone.count === 0) return;
    for (let i = 0; i < gone.count; i++) ended.push(gone.first(i), gone.second(i));
    gone.clear();
    this.order.sort(ended, bodyCount);
  }
}

/**
 * Ends the pairs of a body that can touch no longer though the body is still there, because it was taken out
 * or cannot move any more. They are reported with the next step.
 *
 * @param ends whether the pair with another body ends
 */
export function touchEventsEnd(
  events: TouchEvents,
  body: number,
  ends: (other: number) => boolean = () => true,
): void {
  const { touching } = events;
  const isOver = (a: number, b: number) => (a === body || b === body) && ends(a === body ? b : a);
  let i = 0;
  while (i < touching.count && !isOver(touching.first(i), touching.second(i))) i++;
  if (i === touching.count) return;
  const pairs = [...touching];
  touching.clear();
  for (const [a, b] of pairs) if (isOver(a, b)) touching.push(a, b);
  events.forget(body);
  for (const [a, b] of pairs) if (!isOver(a, b)) touching.push(a, b);
}
