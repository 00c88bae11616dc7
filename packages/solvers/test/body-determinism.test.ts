import { expect, it } from 'vitest';
import { bodySceneHash, runBodyScene } from './support/body-scene.ts';

it('computes in Node the bits that are asserted in every engine', () => {
  expect(runBodyScene(1000)).toBe(bodySceneHash);
});
