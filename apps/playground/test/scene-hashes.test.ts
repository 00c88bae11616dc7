import { expect, it } from 'vitest';
import { runSceneHashes, sceneHashes } from './support/scene-hashes.ts';

it('computes in Node the bits of every scene that are written down', () => {
  expect(runSceneHashes()).toEqual(sceneHashes);
});
