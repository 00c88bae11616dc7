import { expect, it } from 'vitest';
import { runSceneHashes, sceneHashes } from './support/scene-hashes.ts';

it('computes in Chromium the bits of every scene that Node computes', () => {
  expect(runSceneHashes()).toEqual(sceneHashes);
});
