import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { PairTracker } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const keysOf = (pairs: PairList) => pairs.toArray().map(([a, b]) => `${a} ${b}`);

describe('PairTracker', () => {
  it('tells begun, staying and ended pairs as sets do', () => {
    const random = new Random(1);
    const tracker = new PairTracker();
    let before = new Set<string>();
    let events = 0;
    for (let frame = 0; frame < 300; frame++) {
      const pairs = new PairList();
      const now = new Set<string>();
      for (let k = random.integer(200); k > 0; k--) {
        const a = random.integer(12);
        const b = a + 1 + random.integer(12);
        if (random.next() < 0.5) pairs.push(a, b);
        else pairs.push(b, a);
        now.add(`${a} ${b}`);
      }
      events += tracker.update(pairs);
      expect(new Set(keysOf(tracker.begun))).toEqual(new Set([...now].filter(key => !before.has(key))));
      expect(new Set(keysOf(tracker.stayed))).toEqual(new Set([...now].filter(key => before.has(key))));
      expect(new Set(keysOf(tracker.ended))).toEqual(new Set([...before].filter(key => !now.has(key))));
      expect(tracker.begun.count + tracker.stayed.count).toBe(now.size);
      expect(tracker.count).toBe(now.size);
      for (const key of now) {
        const [a, b] = key.split(' ').map(Number);
        expect(tracker.has(b, a)).toBe(true);
      }
      before = now;
    }
    expect(events).toBeGreaterThan(1000);
    expect(tracker.has(70, 71)).toBe(false);
    tracker.clear();
    expect(tracker.count).toBe(0);
    expect(tracker.update(new PairList())).toBe(0);
  });

  it('allocates nothing in steady state', () => {
    const random = new Random(2);
    const lists = Array.from({ length: 4 }, () => {
      const pairs = new PairList(128);
      for (let k = 0; k < 100; k++) pairs.push(random.integer(20), 20 + random.integer(20));
      return pairs;
    });
    const tracker = new PairTracker();
    let frame = 0;
    expectNoAllocation(() => {
      tracker.update(lists[frame]);
      frame = (frame + 1) & 3;
    });
  });
});
