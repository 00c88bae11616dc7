/** Pairs that have begun and ceased to touch, as messages bring them, until somebody looks. */
import type { PairList } from '@colide/core';

/** Messages that are kept, lest memory grow where nobody looks. */
const limit = 1000;

/** Events on their way. */
export class EventInbox {
  private readonly messages: { readonly begun: Uint32Array; readonly ended: Uint32Array }[] = [];

  /** Takes what a message has brought; when there are too many, the oldest is forgotten. */
  receive(begun: Uint32Array, ended: Uint32Array): void {
    this.messages.push({ begun, ended });
    if (this.messages.length > limit) this.messages.shift();
  }

  /** Hands over everything that has come since the last call. */
  empty(events: { readonly begun: PairList; readonly ended: PairList }): void {
    events.begun.clear();
    events.ended.clear();
    for (const { begun, ended } of this.messages) {
      extend(events.begun, begun);
      extend(events.ended, ended);
    }
    this.messages.length = 0;
  }
}

function extend(to: PairList, pairs: Uint32Array): void {
  for (let i = 0; i < pairs.length; i += 2) to.push(pairs[i], pairs[i + 1]);
}
