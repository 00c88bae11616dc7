/**
 * `PairTracker` refuses bad arguments: the error names the argument, and its events are those from before.
 */
import { IdList, PairList } from '@colide/core';
import { PairTracker } from '@colide/spatial';
import {
  type Argument,
  callBadly,
  type MethodRow,
  type MethodTable,
  numberArgument,
  objectArgument,
} from '@colide/testing';
import { expect, it } from 'vitest';

/** A typed array, since plain ones are not read. */
function typedArgument(name: string, good: () => unknown, others: readonly unknown[] = []): Argument {
  return objectArgument(name, good, [[1, 2, 3, 4, 5, 6], ['1', '2'], ...others]);
}

async function expectRefused(target: object, table: object, state: () => unknown): Promise<void> {
  for (const [method, row] of Object.entries(table)) {
    if (typeof row === 'string') continue;
    const { calls, wrong } = await callBadly(target, method, row as MethodRow, state);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(4);
  }
}

it('bad calls of PairTracker are refused by name, and nothing changes', async () => {
  const tracker = new PairTracker();
  const pairs = new PairList();
  pairs.push(1, 2);
  tracker.update(pairs);
  pairs.push(3, 4);
  tracker.update(pairs);
  const id = (name: string) => numberArgument(name, 1, { isInteger: true, also: [2 ** 32] });
  const table: MethodTable<PairTracker> = {
    has: [id('a'), id('b')],
    update: [objectArgument('pairs', () => pairs, [new IdList()])],
    updateFrom: [
      typedArgument('pairs', () => Uint32Array.of(1, 2), [new Uint32Array(1), new Float64Array(2)]),
      { ...numberArgument('count', 1, { isInteger: true }) },
    ],
    clear: 'no arguments',
  };
  const listed = (list: PairList) => Array.from(list.data.subarray(0, 2 * list.count));
  const { begun, stayed, ended } = tracker;
  await expectRefused(tracker, table, () => [
    tracker.count,
    listed(begun),
    listed(stayed),
    listed(ended),
    tracker.has(2, 1),
    tracker.has(3, 4),
  ]);
  expect(() => tracker.updateFrom(Uint32Array.of(1, 2), 2)).toThrow(/^pairs must have at least 4/);
  expect([listed(begun), listed(stayed)]).toEqual([
    [3, 4],
    [1, 2],
  ]);
});
