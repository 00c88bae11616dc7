/** The bits of every scene after 120 steps, as one number each: what Node and Chromium must both compute. */
import { scenes } from '../../src/scenes/index.ts';
import { hashWorld } from './hash-world.ts';

const dt = 1 / 60;
const steps = 120;

/** Runs all scenes and gives their hashes by name. */
export function runSceneHashes(): Record<string, number> {
  const hashes: Record<string, number> = {};
  for (const definition of scenes) {
    const scene = definition.build({
      count: definition.counts[0],
      solver: 'impulses',
      broadPhase: 'hash grid',
    });
    for (let n = 0; n < steps; n++) {
      scene.beforeStep?.(n * dt);
      scene.world.step(dt);
    }
    hashes[definition.name] = hashWorld(scene.world);
  }
  return hashes;
}
