/** If `update` is never called, in a server that only takes steps for instance, events were kept forever. */
import { PairList } from '@colide/core';
import { expect, it } from 'vitest';
import { EventInbox } from '../../src/remote/internal/event-inbox.ts';

it('keeps the newest events only', () => {
  const inbox = new EventInbox();
  const events = { begun: new PairList(), ended: new PairList() };
  for (let n = 0; n < 5000; n++) inbox.receive(Uint32Array.of(n, n + 1, n, n + 2), Uint32Array.of(n, n + 3));
  inbox.empty(events);
  expect(events.begun.count).toBe(2000);
  expect(events.begun.toArray().slice(0, 2)).toEqual([
    [4000, 4001],
    [4000, 4002],
  ]);
  expect(events.ended.count).toBe(1000);
  expect(events.ended.toArray().at(-1)).toEqual([4999, 5002]);
  inbox.receive(Uint32Array.of(1, 2), new Uint32Array());
  inbox.empty(events);
  expect(events.begun.toArray()).toEqual([[1, 2]]);
  expect(events.ended.count).toBe(0);
});
