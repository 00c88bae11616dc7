import { expectNoAllocation, measureAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

describe('expectNoAllocation', () => {
  const out = new Float64Array(3);
  const sink: { value: unknown } = { value: undefined };
  let counter = 0;

  it('passes work on typed arrays', () => {
    expectNoAllocation(() => {
      for (let i = 0; i < 3; i++) out[i] = out[i] * 0.5 + i;
    });
  });

  it('passes an empty call and one that is slow', () => {
    expectNoAllocation(() => {});
    expectNoAllocation(() => {
      for (let i = 0; i < 1e5; i++) out[0] = out[0] * 0.999 + 1;
    });
  });

  it.each<[string, () => void]>([
    ['one small object', () => void (sink.value = { x: counter++ })],
    ['an empty array', () => void (sink.value = [])],
    ['a boxed number', () => void (sink.value = counter++ + 0.5)],
    ['a closure', () => void (sink.value = () => out)],
    ['a typed array', () => void (sink.value = new Float64Array(3))],
    ['a large typed array', () => void (sink.value = new Float64Array(1e5))],
    ['a subarray', () => void (sink.value = out.subarray(1))],
    ['a megabyte of objects', () => void (sink.value = Array.from({ length: 3e4 }, (_, i) => ({ i })))],
    ['one object in a hundred calls', () => void (counter++ % 100 === 0 && (sink.value = { x: counter }))],
  ])('fails for %s a call', (_, call) => {
    expect(() => expectNoAllocation(call, { warmUp: 5 })).toThrow(/expected no allocation per call, got/);
  });

  it('allows for a given number of boxed numbers and no more', () => {
    const one = () => void (sink.value = counter++ + 0.5);
    const two = () => void (sink.value = [counter++ + 0.5, {}]);
    expectNoAllocation(one, { boxedNumbers: 1 });
    expect(() => expectNoAllocation(two, { boxedNumbers: 1, warmUp: 50 })).toThrow(/at most 16 bytes/);
    expect(measureAllocation(one).bytesPerCall).toBeCloseTo(16, 0);
  });
});
