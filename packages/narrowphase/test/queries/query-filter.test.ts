import { filterAdmits, HitList, type QueryFilter, requireFilter } from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

const bodies = { groups: [1, 2, 3, 0x80000000], masks: [0xffffffff, 1, 2, 4], sensors: [0, 0, 1, 0] };

/** The bodies that pass. */
const passing = (filter: QueryFilter) => [0, 1, 2, 3].filter(body => filterAdmits(filter, bodies, body));

describe('a filter', () => {
  it.each<[QueryFilter, number[]]>([
    [{}, [0, 1, 3]],
    [{ sensors: true }, [0, 1, 2, 3]],
    [{ mask: 2, sensors: true }, [1, 2]],
    [{ mask: -(2 ** 31) }, [3]],
    [{ group: 4 }, [0, 3]],
    [{ except: 0 }, [1, 3]],
    [{ except: [0, 3] }, [1]],
    [{ accepts: body => body > 1, sensors: true }, [2, 3]],
    [{ mask: 0 }, []],
  ])('%j', (filter, expected) => {
    requireFilter(filter);
    expect(passing(filter)).toEqual(expected);
  });

  it('asks the function only about bodies that all else lets pass', () => {
    const asked: number[] = [];
    passing({ mask: 3, except: [0], accepts: body => asked.push(body) > 0 });
    expect(asked).toEqual([1]);
  });
});

describe('a list of hits', () => {
  it('sorts what was appended, and keeps its records', () => {
    const list = new HitList(() => ({ t: 0, collider: 0 }));
    const times = [5, 3, 3, 9, 1];
    for (const [i, t] of times.entries()) Object.assign(list.push(), { t, collider: 4 - i });
    list.sortFrom(1);
    const order = () => Array.from({ length: list.count }, (_, i) => [list.get(i).t, list.get(i).collider]);
    expect(order()).toEqual([
      [5, 4],
      [1, 0],
      [3, 2],
      [3, 3],
      [9, 1],
    ]);
    const first = list.get(0);
    list.clear();
    expect(() => list.get(0)).toThrow(/index/);
    expect(list.push()).toBe(first);
  });
});
