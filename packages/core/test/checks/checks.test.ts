import {
  requireAabb,
  requireFinite,
  requireFiniteArray,
  requireInteger,
  requireLength,
  requireMultiple,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import { describe, expect, it } from 'vitest';

/** Asserts that each value passes or throws a `RangeError` that names the argument. */
function sorts(check: (value: number) => void, good: readonly number[], bad: readonly number[]): void {
  for (const value of good) expect(() => check(value), `${value}`).not.toThrow();
  for (const value of bad) {
    expect(() => check(value), `${value}`).toThrow(RangeError);
    expect(() => check(value), `${value}`).toThrow(/^speed /);
    expect(() => check(value), `${value}`).toThrow(`got ${value}`);
  }
}

const smallest = Number.MIN_VALUE;
const largest = Number.MAX_VALUE;

describe('argument checks', () => {
  it('requireFinite', () => {
    sorts(
      x => requireFinite('speed', x),
      [0, -0, -largest, largest, smallest],
      [Infinity, -Infinity, Number.NaN],
    );
  });

  it('requirePositive', () => {
    sorts(x => requirePositive('speed', x), [smallest, 1, largest], [0, -1, Infinity, Number.NaN]);
  });

  it('requireNonNegative', () => {
    sorts(x => requireNonNegative('speed', x), [0, smallest, largest], [-smallest, -1, Infinity, Number.NaN]);
  });

  it('requireInteger', () => {
    const bad = [-1, 0.5, Infinity, Number.NaN, 2 ** 53];
    sorts(x => requireInteger('speed', x), [0, 1, Number.MAX_SAFE_INTEGER], bad);
    sorts(x => requireInteger('speed', x, -2, 3), [-2, 0, 3], [-3, 4, 2.5, Number.NaN]);
  });

  it('requireLength and requireMultiple', () => {
    expect(() => requireLength('points', [1, 2], 2)).not.toThrow();
    expect(() => requireLength('points', new Float32Array(3), 2)).not.toThrow();
    expect(() => requireLength('points', [1], 2)).toThrow(/points .*2.*got 1/);
    expect(() => requireLength('points', [1], Number.NaN)).toThrow(/points/);
    expect(() => requireMultiple('points', new Float32Array(9), 3)).not.toThrow();
    expect(() => requireMultiple('points', [], 3)).not.toThrow();
    expect(() => requireMultiple('points', new Float32Array(10), 3)).toThrow(/points .*3.*got 10/);
  });

  it('requireFiniteArray names the element', () => {
    expect(() => requireFiniteArray('m', [1, -2, 0])).not.toThrow();
    expect(() => requireFiniteArray('m', [1, Number.NaN, 0])).toThrow(/m\[1\].*NaN/);
    expect(() => requireFiniteArray('m', [1, 2, -Infinity])).toThrow(/m\[2\].*-Infinity/);
    expect(() => requireFiniteArray('m', [1, 2, Number.NaN], 2)).not.toThrow();
    expect(() => requireFiniteArray('m', [1, 2], 3)).toThrow(/m .*3.*got 2/);
  });

  it('requireAabb names the axis', () => {
    expect(() => requireAabb('box', [0, 0, 0, 0, 0, 0])).not.toThrow();
    expect(() => requireAabb('box', [-Infinity, 0, 0, Infinity, 1, 1])).not.toThrow();
    expect(() => requireAabb('box', [0, 0, 0, 1, 1])).toThrow(/box/);
    expect(() => requireAabb('box', [2, 0, 0, 1, 1, 1])).toThrow(/box .*axis x/);
    expect(() => requireAabb('box', [0, Number.NaN, 0, 1, 1, 1])).toThrow(/box .*axis y/);
    expect(() => requireAabb('box', [0, 0, 0, 1, 1, Number.NaN])).toThrow(/box .*axis z/);
  });
});
