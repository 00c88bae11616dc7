import { expect, it } from 'vitest';
import { mixedSceneHash, runMixedScene } from './support/mixed-scene.ts';

it('computes in Node the bits that are asserted in every engine', () => {
  expect(runMixedScene(1000)).toBe(mixedSceneHash);
});
