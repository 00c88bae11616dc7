/** Steps whose pairs come later: the same world as with pairs at once, whatever happens while it waits. */
import type { AsyncBroadPhase, PairList } from '@colide/core';
import { SortAndSweep } from '@colide/spatial';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { disturb, heap, outcome } from '../support/async-scene.ts';

/**
 * Answers after some iterations of the event loop, from the boxes at the time of the call; ids other than
 * those of a HashGrid.
 */
class Slow extends SortAndSweep {
  searches = 0;
  error: Error | undefined;

  constructor() {
    super();
    this.insert([0, 0, 0, 0, 0, 0]);
    this.insert([0, 0, 0, 0, 0, 0]);
    this.remove(0);
    this.remove(1);
  }

  async later(out: PairList): Promise<number> {
    this.searches++;
    const count = this.findPairs(out);
    await new Promise(resolve => setTimeout(resolve));
    if (this.error) throw this.error;
    return count;
  }
}

function slow(): { inner: Slow; asyncBroadPhase: AsyncBroadPhase } {
  const inner = new Slow();
  const asyncBroadPhase = new Proxy(inner, {
    get: (target, key) => {
      if (key === 'findPairs') return (out: PairList) => target.later(out);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { inner, asyncBroadPhase: asyncBroadPhase as unknown as AsyncBroadPhase };
}

it('leads to the same bits as step', async () => {
  const { inner, asyncBroadPhase } = slow();
  const [now, later, without] = [heap(), heap({ asyncBroadPhase }), heap()];
  expect(inner.count).toBe(40);
  for (let frame = 0; frame < 150; frame++) {
    for (const world of [now, later, without]) disturb(world, frame);
    now.step(1 / 60);
    await later.stepAsync(1 / 60);
    await without.stepAsync(1 / 60);
    expect(later.counters).toEqual(now.counters);
  }
  expect(outcome(later)).toEqual(outcome(now));
  expect(outcome(without)).toEqual(outcome(now));
  expect(inner.searches).toBe(150);
  expect(now.counters.touching).toBeGreaterThan(20);
  // Steps of both kinds may alternate.
  now.step(1 / 60);
  now.step(1 / 60);
  later.step(1 / 60);
  await later.stepAsync(1 / 60);
  expect(outcome(later)).toEqual(outcome(now));
});

it('asks again when the world has changed while it waits', async () => {
  const { inner, asyncBroadPhase } = slow();
  const [now, later] = [heap(), heap({ asyncBroadPhase })];
  for (let frame = 0; frame < 120; frame++) {
    disturb(now, frame);
    now.step(1 / 60);
    const step = later.stepAsync(1 / 60);
    expect(() => later.step(1 / 60)).toThrow(/stepAsync is not done/);
    await expect(later.stepAsync(1 / 60)).rejects.toThrow(/stepAsync is not done/);
    await expect(later.advanceAsync(1)).rejects.toThrow(/stepAsync is not done/);
    expect(() => later.advance(1)).toThrow(/stepAsync is not done/);
    disturb(later, frame);
    const snapshot = later.snapshot();
    later.restore(snapshot);
    await step;
  }
  expect(outcome(later)).toEqual(outcome(now));
  expect(inner.searches).toBeGreaterThan(130);
});

it('leaves the world as it was when the search fails', async () => {
  const { inner, asyncBroadPhase } = slow();
  const world = heap({ asyncBroadPhase });
  await world.stepAsync(1 / 60);
  const before = outcome(world);
  inner.error = new Error('device lost');
  await expect(world.stepAsync(1 / 60)).rejects.toThrow('device lost');
  expect(outcome(world)).toEqual(before);
  await expect(world.stepAsync(0)).rejects.toThrow(/dt/);
  const twin = heap();
  twin.step(1 / 60);
  twin.step(1 / 60);
  world.step(1 / 60);
  expect(outcome(world)).toEqual(outcome(twin));
});

it('advances by fixed steps as advance does', async () => {
  const { asyncBroadPhase } = slow();
  const [now, later] = [heap(), heap({ asyncBroadPhase })];
  for (const elapsed of [0.01, 0.03, 1, 0, 0.05, 1 / 60]) {
    const factor = now.advance(elapsed);
    expect(await later.advanceAsync(elapsed)).toBe(factor);
  }
  expect(outcome(later)).toEqual(outcome(now));
  await expect(later.advanceAsync(-1)).rejects.toThrow(/elapsed/);
});

it('requires an empty structure', () => {
  const { inner, asyncBroadPhase } = slow();
  inner.insert([0, 0, 0, 1, 1, 1]);
  expect(() => new World({ asyncBroadPhase })).toThrow(/asyncBroadPhase must be empty/);
});
