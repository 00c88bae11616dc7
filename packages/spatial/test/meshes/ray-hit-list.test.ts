import { RayHitList } from '@colide/spatial';
import { describe, expect, it } from 'vitest';

describe('RayHitList', () => {
  it('is read by get and by for … of', () => {
    const hits = new RayHitList(1);
    hits.push(4, 2.5, 0.25, 0.5);
    hits.push(9, 1.5, 0, 1);
    expect(hits.get(1)).toEqual({ t: 1.5, triangle: 9, u: 0, v: 1 });
    hits.sortFrom(0);
    expect([...hits].map(({ triangle }) => triangle)).toEqual([9, 4]);
    expect(() => hits.get(2)).toThrow(/^index must be/);
  });
});
