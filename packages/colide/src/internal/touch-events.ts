/** Who touches whom, and what has changed since the last step. Lists of body pairs, sorted, the smaller id first. */
import { PairList } from '@colide/core';
import { PairOrder } from './pair-order.ts';

/** Touching pairs of two steps, and their difference. */
export class TouchEvents {
  /** Pairs that touch. */
  touching = new PairList();
  /** Pairs that have begun to touch in this step. */
  readonly begun = new PairList();
  /** Pairs that no longer touch. */
  readonly ended = new PairList();
  private previous = new PairList();
  private readonly order = new PairOrder();

  /** Begins a step: what touched is remembered. */
  begin(): void {
    const { touching } = this;
    this.touching = this.previous;
    this.previous = touching;
    this.touching.clear();
  }

  /** Keeps the pairs of the last step for which both bodies are at rest, as marked by 1 in `resting`: nobody tested them. */
  keepResting(resting: Uint8Array): void {
    const { data, length } = this.previous;
    for (let i = 0; i < 2 * length; i += 2)
      if (resting[data[i]!] === 1 && resting[data[i + 1]!] === 1) this.touching.push(data[i]!, data[i + 1]!);
  }

  /** Forgets the pairs of a body without an event, for a body that is taken out. */
  forget(body: number): void {
    for (const list of [this.touching, this.previous]) {
      let kept = 0;
      for (let i = 0; i < list.length; i++) {
        const a = list.first(i);
        const b = list.second(i);
        if (a === body || b === body) continue;
        list.data[2 * kept] = a;
        list.data[2 * kept + 1] = b;
        kept++;
      }
      list.length = kept;
    }
  }

  /** Sorts what was added to {@link touching}, drops repetitions and compares with the last step. */
  finish(bodyCount: number): void {
    const { touching, previous, begun, ended } = this;
    this.order.sort(touching, bodyCount);
    const { data } = touching;
    let count = 0;
    for (let i = 0; i < touching.length; i++) {
      const a = data[2 * i]!;
      const b = data[2 * i + 1]!;
      if (count > 0 && data[2 * count - 2] === a && data[2 * count - 1] === b) continue;
      data[2 * count] = a;
      data[2 * count + 1] = b;
      count++;
    }
    touching.length = count;
    begun.clear();
    ended.clear();
    let i = 0;
    let j = 0;
    while (i < touching.length || j < previous.length) {
      const side = compare(touching, i, previous, j);
      if (side < 0) begun.push(touching.first(i), touching.second(i));
      if (side > 0) ended.push(previous.first(j), previous.second(j));
      if (side <= 0) i++;
      if (side >= 0) j++;
    }
  }
}

/** Which of two pairs comes first; the end of a list comes last. */
function compare(a: PairList, i: number, b: PairList, j: number): number {
  if (i === a.length) return 1;
  if (j === b.length) return -1;
  if (a.first(i) !== b.first(j)) return a.first(i) < b.first(j) ? -1 : 1;
  if (a.second(i) !== b.second(j)) return a.second(i) < b.second(j) ? -1 : 1;
  return 0;
}
