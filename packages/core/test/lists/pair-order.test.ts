import { PairList, PairOrder } from '@colide/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const pairs = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 120 });

it('sorts by first, then second ids, or by one of them alone, and lists go on growing', () => {
  const order = new PairOrder();
  fc.assert(
    fc.property(pairs, pairs, fc.constantFrom(0 as const, 1 as const), (items, more, column) => {
      const list = new PairList(0);
      for (const [a, b] of items) list.push(a, b);
      order.sortBy(list, column, 31);
      // Sorting of arrays is stable, too.
      expect(list.toArray()).toEqual([...items].sort((p, q) => p[column] - q[column]));
      for (const [a, b] of more) list.push(a, b);
      expect(list.toArray().slice(items.length)).toEqual(more);
      order.sort(list, 31);
      expect(list.toArray()).toEqual([...items, ...more].sort((p, q) => p[0] - q[0] || p[1] - q[1]));
    }),
  );
});
