import { expect, it } from 'vitest';
import { mixedSceneHash2d, runMixedScene2d } from '../support/mixed-scene.ts';

it('computes in Node the bits that are asserted in every engine', () => {
  expect(runMixedScene2d(false)).toBe(mixedSceneHash2d);
});

it('goes on from a snapshot in another world with the same bits', () => {
  expect(runMixedScene2d(true)).toBe(mixedSceneHash2d);
});
