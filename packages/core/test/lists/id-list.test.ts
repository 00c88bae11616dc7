import { IdList } from '@colide/core';
import { expectNoAllocation } from '@colide/testing/allocation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ids = fc.array(fc.oneof(fc.nat(20), fc.nat(0xffffffff), fc.constant(0xffffffff)), { maxLength: 200 });

const fill = (list: IdList, items: readonly number[]): IdList => {
  for (const id of items) list.push(id);
  return list;
};

describe('IdList', () => {
  it('returns what was pushed, whatever the first capacity', () => {
    fc.assert(
      fc.property(ids, fc.nat(10), (items, capacity) => {
        const list = fill(new IdList(capacity), items);
        expect(list.count).toBe(items.length);
        expect(list.toArray()).toEqual(items);
        items.forEach((id, i) => {
          expect(list.get(i)).toBe(id);
        });
      }),
    );
  });

  it('knows what it holds, and nothing beyond its length', () => {
    const list = fill(new IdList(), [5, 0xffffffff, 5]);
    expect(list.has(5)).toBe(true);
    expect(list.has(0xffffffff)).toBe(true);
    expect(list.has(0)).toBe(false);
    list.clear();
    expect(list.has(5)).toBe(false);
  });

  it('sorts unsigned, and only the ids it holds', () => {
    fc.assert(
      fc.property(ids, items => {
        const list = fill(new IdList(300), [...items, 1, 2, 3]);
        list.count = items.length;
        expect(list.sort().toArray()).toEqual([...items].sort((a, b) => a - b));
        expect([...list.data.subarray(items.length, items.length + 3)]).toEqual([1, 2, 3]);
      }),
    );
  });

  it('compares as a set once both are sorted', () => {
    fc.assert(
      fc.property(ids, items => {
        const forwards = fill(new IdList(), items).sort();
        const backwards = fill(new IdList(0), [...items].reverse()).sort();
        expect(forwards.equals(backwards)).toBe(true);
        backwards.push(1);
        expect(forwards.equals(backwards)).toBe(false);
      }),
    );
    expect(fill(new IdList(), [1, 2]).equals(fill(new IdList(), [2, 1]))).toBe(false);
  });

  it('reserves without losing ids, and at least doubles', () => {
    const list = fill(new IdList(32), [1, 2, 3]);
    list.reserve(33);
    expect(list.data.length).toBe(64);
    list.reserve(1000);
    expect(list.data.length).toBe(1000);
    list.reserve(10);
    expect(list.data.length).toBe(1000);
    expect(list.toArray()).toEqual([1, 2, 3]);
  });

  it('allocates nothing in steady state', () => {
    const list = new IdList(4);
    expectNoAllocation(() => {
      list.clear();
      for (let i = 0; i < 100; i++) list.push(i * 3);
    });
    expect(list.count).toBe(100);
  });

  it('names a bad capacity', () => {
    expect(() => new IdList(-1)).toThrow(/capacity/);
    expect(() => new IdList(1.5)).toThrow(/capacity/);
    expect(() => new IdList(Number.NaN)).toThrow(/capacity/);
  });

  it('is read by for … of as by get', () => {
    const list = new IdList(1);
    for (const id of [7, 3, 0xffffffff]) list.push(id);
    expect([...list]).toEqual([7, 3, 0xffffffff]);
    list.clear();
    expect([...list]).toEqual([]);
  });
});
