import { lerpRange } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

describe('lerpRange', () => {
  it('interpolates a range, exactly at the ends, in place', () => {
    const from = [0.1, 0.2, 0.3, 1e300];
    const to = Float64Array.of(0.7, -4, 0.3, -1e300);
    const out = new Float64Array(4).fill(9);
    lerpRange(out, from, to, 0.25, 1, 3);
    expect([...out]).toEqual([9, 0.75 * 0.2 - 1, 0.75 * 0.3 + 0.25 * 0.3, 9]);
    lerpRange(out, from, to, 0);
    expect([...out]).toEqual(from);
    lerpRange(out, out, to, 1);
    expect([...out]).toEqual([...to]);
  });

  it('allocates nothing', () => {
    const a = new Float64Array(6).fill(1);
    const b = new Float64Array(6).fill(2);
    expectNoAllocation(() => lerpRange(a, a, b, 0.5, 0, 6));
  });
});
