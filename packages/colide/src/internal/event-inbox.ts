/** Pairs that have begun and ceased to touch, as messages bring them, until somebody looks. */
import { PairList } from '@colide/core';

/** Events on their way. */
export class EventInbox {
  private readonly begun = new PairList();
  private readonly ended = new PairList();

  /** Takes what a message has brought. */
  receive(begun: Uint32Array, ended: Uint32Array): void {
    extend(this.begun, begun);
    extend(this.ended, ended);
  }

  /** Hands over everything that has come since the last call. */
  empty(events: { readonly begun: PairList; readonly ended: PairList }): void {
    move(events.begun, this.begun);
    move(events.ended, this.ended);
  }
}

function extend(to: PairList, pairs: Uint32Array): void {
  for (let i = 0; i < pairs.length; i += 2) to.push(pairs[i]!, pairs[i + 1]!);
}

function move(to: PairList, from: PairList): void {
  to.clear();
  for (let i = 0; i < from.length; i++) to.push(from.first(i), from.second(i));
  from.clear();
}
