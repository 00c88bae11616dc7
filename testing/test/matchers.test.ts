import {
  expectClose,
  expectHitRate,
  expectNoNaN,
  expectRotation3,
  expectVectorClose,
  isClose,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

describe('expectClose', () => {
  it('takes relative and absolute tolerance together', () => {
    expectClose(100.9, 100, { relative: 0.01 });
    expectClose(0.009, 0, { absolute: 0.01 });
    expectClose(101.9, 100, { relative: 0.01, absolute: 1 });
    expect(() => expectClose(102.1, 100, { relative: 0.01, absolute: 1 })).toThrow(/off by 2\.0999/);
  });

  it('is relative 1e-12 without a tolerance, and absolute alone where only that is given', () => {
    expectClose(1 + 1e-13, 1);
    expect(() => expectClose(1 + 1e-11, 1)).toThrow();
    expect(isClose(1e6 + 0.1, 1e6, { absolute: 0.01 })).toBe(false);
  });

  it('knows infinities and NaN', () => {
    expectClose(Infinity, Infinity);
    expect(isClose(Infinity, -Infinity)).toBe(false);
    expect(isClose(1, Infinity)).toBe(false);
    expect(isClose(NaN, NaN)).toBe(false);
    expect(isClose(NaN, 1, { absolute: Infinity })).toBe(false);
  });
});

describe('expectVectorClose', () => {
  it('measures the distance relative to the length', () => {
    expectVectorClose([3, 4.04], [3, 4], { relative: 0.01 });
    expect(() => expectVectorClose([3, 4.06], [3, 4], { relative: 0.01 })).toThrow(/allowed 0\.05/);
    expectVectorClose([Infinity, 1], [Infinity, 1]);
    expect(() => expectVectorClose([Infinity, 1], [-Infinity, 1])).toThrow();
    expect(() => expectVectorClose([Infinity, 1], [Infinity, 2])).toThrow();
  });

  it('fails on NaN and on another length', () => {
    expect(() => expectVectorClose([NaN], [1], { absolute: 1e9 })).toThrow();
    expect(() => expectVectorClose([1], [NaN], { absolute: 1e9 })).toThrow();
    expect(() => expectVectorClose([1], [1, 2])).toThrow(/2 components/);
  });
});

describe('expectRotation3', () => {
  it('tells rotations from reflections and shears', () => {
    expectRotation3([0, 1, 0, -1, 0, 0, 0, 0, 1]);
    expect(() => expectRotation3([0, 1, 0, 1, 0, 0, 0, 0, 1])).toThrow(/reflection/);
    expect(() => expectRotation3([1, 0, 0, 1e-6, 1, 0, 0, 0, 1])).toThrow(/not orthonormal/);
    expect(() => expectRotation3(new Array(9).fill(NaN))).toThrow();
  });
});

describe('other expectations', () => {
  it('finds NaN', () => {
    expectNoNaN([1, Infinity]);
    expect(() => expectNoNaN([1, NaN])).toThrow('values[1] is NaN');
  });

  it('wants a hit rate that means something', () => {
    expectHitRate(50, 100);
    expect(() => expectHitRate(5, 100)).toThrow(/0\.050/);
    expect(() => expectHitRate(0, 0)).toThrow();
  });
});
