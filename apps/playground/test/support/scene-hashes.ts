/**
 * The bits of every scene after 120 steps, as Node and Chromium must both compute them. Whoever changes what a step computes puts the new
 * numbers here: the failing test in Node prints them.
 */
import { scenes } from '../../src/scenes/index.ts';
import { hashWorld } from './hash-world.ts';

const dt = 1 / 60;
const steps = 120;

/** Runs all scenes and gives their hashes by name. */
export function runSceneHashes(): Record<string, number> {
  const hashes: Record<string, number> = {};
  for (const definition of scenes) {
    const scene = definition.build({
      count: definition.counts[0]!,
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

/** What both engines compute. */
export const sceneHashes: Readonly<Record<string, number>> = {
  'boxes-in-a-container': 1137876099,
  bullets: 3125245186,
  'chains-and-cloths': 2380329108,
  'cloth-on-cube': 2575420381,
  'cloth-on-rope': 2297725964,
  cylinders: 2892910638,
  'icosahedra-in-a-box': 2424662289,
  joints: 758752085,
  'mixed-shapes': 2367754055,
  'polygons-2d': 1589482859,
  'soft-bodies': 544462918,
  'spheres-in-a-container': 974038015,
  stacks: 3728614906,
  terrain: 4212608758,
  'truncated-octahedra': 2937963126,
};
