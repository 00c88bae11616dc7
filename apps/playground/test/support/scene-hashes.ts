/** The bits of every scene after some steps, as one number each: what Node and Chromium must both compute. */
import { scenes } from '../../src/scenes/index.ts';
import { countAtMost } from './count-at-most.ts';
import { hashWorld } from './hash-world.ts';

const dt = 1 / 60;

/** Runs all scenes, each with at most so many bodies for so many steps, and gives their hashes by name. */
export function runSceneHashes(most: number, steps: number): Record<string, number> {
  const hashes: Record<string, number> = {};
  for (const definition of scenes) {
    const count = countAtMost(definition, most);
    const scene = definition.build({ count, solver: 'impulses', broadPhase: 'hash grid' });
    for (let n = 0; n < steps; n++) {
      scene.beforeStep?.(n * dt);
      scene.world.step(dt);
    }
    hashes[definition.name] = hashWorld(scene.world);
  }
  return hashes;
}
