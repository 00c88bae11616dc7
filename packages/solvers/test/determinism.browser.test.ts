import { expect, it } from 'vitest';
import { mixedSceneHash, runMixedScene } from './support/mixed-scene.ts';

it('computes in Chromium the bits that Node computes', () => {
  expect(runMixedScene(1000)).toBe(mixedSceneHash);
});
