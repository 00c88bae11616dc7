import { expect, it } from 'vitest';
import { bodySceneHash, runBodyScene } from './support/body-scene.ts';

it('computes in Chromium the bits that Node computes', () => {
  expect(runBodyScene(1000)).toBe(bodySceneHash);
});
