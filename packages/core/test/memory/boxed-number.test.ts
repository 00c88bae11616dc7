import { BoxedNumber } from '@colide/core';
import { expectNoAllocation, measureAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

/** A function that is not inlined: it calls itself. */
function decay(steps: number, rate: number): number {
  return steps === 0 ? 0 : decay(steps - 1, rate) | 0;
}

describe('BoxedNumber', () => {
  it.each([0, -0, 1, 0.1, Infinity, NaN, 2 ** -1074])('holds %d', value => {
    expect(new BoxedNumber(value).value).toBe(value);
  });

  it('hands its number over without allocation, unlike an array of doubles', () => {
    const rate = new BoxedNumber(0.3);
    const doubles = Float64Array.of(0.3);
    expectNoAllocation(() => decay(3, rate.value));
    expect(measureAllocation(() => decay(3, doubles[0])).bytesPerCall).toBeGreaterThan(0);
  });
});
