/** Pairs that began or ceased to touch, collected from messages until they are read. */
import type { PairList } from '@colide/core';

/** Largest number of messages that are kept, so that memory does not grow if they are never read. */
const limit = 1000;

/** Events that have not been read yet. */
export class EventInbox {
  private readonly messages: { readonly begun: Uint32Array; readonly ended: Uint32Array }[] = [];

  /** Stores the events of a message; when there are too many, the oldest are dropped. */
  receive(begun: Uint32Array, ended: Uint32Array): void {
    this.messages.push({ begun, ended });
    if (this.messages.length > limit) this.messages.shift();
  }

  /** Moves everything that has arrived since the last call to `events`. */
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
