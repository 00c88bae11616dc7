/** Fixed steps do not depend on the frame rate, variable ones do; and a scene shows it. */
import { describe, expect, it } from 'vitest';
import { stacks } from '../src/scenes/stacks.ts';
import { StepClock, stepSeconds } from '../src/step-clock.ts';
import { hashWorld } from './support/hash-world.ts';

/** The lengths of all steps in pictures of the given lengths. */
function stepsOf(clock: StepClock, pictures: readonly number[]): number[] {
  const lengths: number[] = [];
  for (const picture of pictures) {
    clock.add(picture);
    for (let seconds = clock.next(); seconds > 0 && lengths.length < 1000; seconds = clock.next())
      lengths.push(seconds);
  }
  return lengths;
}

const uneven: readonly number[] = Array.from({ length: 90 }, (_, n) => (n % 3 === 0 ? 0.021 : 0.008));

describe('the clock', () => {
  it('divides any pictures into the same fixed steps', () => {
    const fixed = new StepClock('fixed');
    const lengths = stepsOf(fixed, uneven);
    expect(new Set(lengths)).toEqual(new Set([stepSeconds]));
    const time = uneven.reduce((sum, picture) => sum + picture);
    expect(lengths.length).toBe(Math.floor(time / stepSeconds));
    expect(fixed.factor).toBeCloseTo(time / stepSeconds - lengths.length, 6);
  });

  it('takes one variable step per picture, as long as it, within bounds', () => {
    const variable = new StepClock('variable');
    expect(stepsOf(variable, uneven)).toEqual(uneven);
    expect(stepsOf(variable, [1, 0.0001, 0.01])).toEqual([1 / 15, 0.0101]);
    expect(variable.factor).toBe(1);
  });

  it('drops what a late world cannot make up for, and steps once on demand', () => {
    for (const kind of ['fixed', 'variable'] as const) {
      const clock = new StepClock(kind);
      clock.add(0.5);
      clock.drop();
      expect(clock.next()).toBe(0);
      clock.single();
      expect(clock.next()).toBe(stepSeconds);
      expect(clock.next()).toBe(0);
    }
  });
});

it('moves a scene alike at all frame rates with fixed steps only', () => {
  const hashes = (kind: 'fixed' | 'variable') =>
    [1 / 60, 1 / 30, 1 / 120].map(picture => {
      const { world, beforeStep } = stacks.build({
        count: Math.min(...stacks.counts),
        solver: 'impulses',
        broadPhase: 'hash grid',
      });
      let time = 0;
      const count = Math.round(0.5 / picture);
      for (const seconds of stepsOf(
        new StepClock(kind),
        new Array<number>(count).fill(picture * (1 + 1e-9)),
      )) {
        beforeStep?.(time);
        world.step(seconds);
        time += seconds;
      }
      return hashWorld(world);
    });
  expect(new Set(hashes('fixed')).size).toBe(1);
  expect(new Set(hashes('variable')).size).toBe(3);
});
