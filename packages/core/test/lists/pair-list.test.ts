import { PairList } from '@colide/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const id = fc.oneof(fc.nat(20), fc.nat(0xffffffff), fc.constantFrom(2 ** 26 - 1, 2 ** 26, 0xffffffff));
const pairs = fc.array(fc.tuple(id, id), { maxLength: 200 });

const fill = (list: PairList, items: readonly (readonly [number, number])[]): PairList => {
  for (const [a, b] of items) list.push(a, b);
  return list;
};

describe('PairList', () => {
  it('returns what was pushed, whatever the first capacity', () => {
    fc.assert(
      fc.property(pairs, fc.nat(10), (items, capacity) => {
        const list = fill(new PairList(capacity), items);
        expect(list.count).toBe(items.length);
        expect(list.toArray()).toEqual(items);
      }),
    );
  });

  it('sorts by first, then second, for small and for 32-bit ids', () => {
    fc.assert(
      fc.property(pairs, items => {
        const expected = [...items].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
        expect(fill(new PairList(), items).sort().toArray()).toEqual(expected);
      }),
    );
  });

  it('compares as a set once both are sorted', () => {
    fc.assert(
      fc.property(pairs, items => {
        const forwards = fill(new PairList(), items).sort();
        const backwards = fill(new PairList(), [...items].reverse()).sort();
        expect(forwards.equals(backwards)).toBe(true);
        backwards.push(1, 2);
        expect(forwards.equals(backwards)).toBe(false);
      }),
    );
  });

  it('orders the two ids of a pair on request', () => {
    const list = new PairList();
    list.pushOrdered(7, 3);
    list.pushOrdered(3, 7);
    expect(list.toArray()).toEqual([
      [3, 7],
      [3, 7],
    ]);
  });

  it('keeps its memory when cleared', () => {
    const list = new PairList(4);
    for (let i = 0; i < 100; i++) list.push(i, i + 1);
    const { data } = list;
    list.clear();
    expect(list.count).toBe(0);
    for (let i = 0; i < 100; i++) list.push(i, i + 1);
    expect(list.data).toBe(data);
  });

  it('names a bad capacity', () => {
    expect(() => new PairList(-1)).toThrow(/capacity/);
    expect(() => new PairList(Number.NaN)).toThrow(/capacity/);
  });

  it('is read by for … of as by get', () => {
    const list = new PairList(1);
    list.push(5, 2);
    list.push(1, 0xffffffff);
    expect(list.get(1)).toEqual([1, 0xffffffff]);
    expect([...list]).toEqual([
      [5, 2],
      [1, 0xffffffff],
    ]);
    list.clear();
    expect([...list]).toEqual([]);
  });
});
