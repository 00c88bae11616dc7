/**
 * `NeighborList` and `PairTracker` refuse bad arguments: the error names the argument, and boxes, candidates and
 * events are those from before.
 */
import { IdList, PairList } from '@colide/core';
import { NeighborList, PairTracker } from '@colide/spatial';
import {
  type Argument,
  callBadly,
  type MethodRow,
  type MethodTable,
  numberArgument,
  objectArgument,
} from '@colide/testing';
import { expect, it } from 'vitest';

const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 0.5, 0, 0, 2, 1, 1, 9, 9, 9, 10, 10, 10);

/** Large as it may be, the number is good. */
function extent(name: string): Argument {
  const { bad, ...others } = numberArgument(name, 0.5, { isInfinite: true });
  return { ...others, bad };
}

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

/** Three entries with the candidate 0, 1. */
function makeList(): NeighborList {
  const list = new NeighborList();
  list.reserve(3);
  list.fitAll(boxes, Int32Array.of(0, 1, 2), 3);
  for (let entry = 0; entry < 3; entry++) list.widen(entry, 0.1);
  list.candidates.push(0, 1);
  list.index(3);
  return list;
}

function pairsOf(list: NeighborList): number[] {
  const out = new PairList();
  list.findPairs(out);
  return Array.from(out.data.subarray(0, 2 * out.count));
}

it('bad calls of NeighborList are refused by name, and nothing changes', async () => {
  const list = makeList();
  const out = new PairList();
  const entry = numberArgument('entry', 1, { isInteger: true, also: [3, 2 ** 32] });
  const holed = boxes.slice();
  holed[4] = Number.NaN;
  const table: MethodTable<NeighborList> = {
    reserve: [numberArgument('capacity', 2, { isInteger: true, also: [2 ** 40] })],
    fit: [
      entry,
      typedArgument('boxes', () => boxes, [holed, new Float64Array(5)]),
      numberArgument('from', 0, { isInteger: true, also: [13] }),
    ],
    fitAll: [
      typedArgument('boxes', () => boxes),
      objectArgument('ids', () => Int32Array.of(0, 1, 2), [new Int32Array(2)]),
      numberArgument('count', 3, { isInteger: true, also: [4] }),
    ],
    margin: [entry],
    widen: [entry, extent('margin')],
    renew: [
      entry,
      extent('slack'),
      { name: 'isTight', good: () => true, bad: [undefined, null, 0, 1, 'true', {}, []] },
    ],
    invalidate: 'no arguments',
    index: [numberArgument('entryCount', 3, { isInteger: true, also: [1, 4] })],
    findPairs: [objectArgument('out', () => out, [new IdList()])],
  };
  await expectRefused(list, table, () => [
    list.exact,
    list.wide,
    list.isValid,
    list.capacity,
    list.byteLength,
    list.candidates.count,
    out.count,
    pairsOf(list),
  ]);
  expect(pairsOf(list)).toEqual([0, 1]);
});

it('candidates that are no entries are refused, and the old index stays', () => {
  for (const [a, b] of [
    [0, 3],
    [3, 0],
    [2 ** 32 - 1, 1],
  ]) {
    const list = makeList();
    list.candidates.push(a, b);
    expect(() => list.index(3)).toThrow(/^candidates must be below entryCount/);
    expect(pairsOf(list)).toEqual([0, 1]);
  }
});

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
