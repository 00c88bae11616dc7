import type { SceneDefinition } from '../../src/scene.ts';

/**
 * The default number of bodies of a scene, or the largest up to `most` that it offers, or the least that it
 * offers.
 */
export function countAtMost({ counts }: SceneDefinition, most: number): number {
  return Math.min(counts[0], Math.max(Math.min(...counts), ...counts.filter(count => count <= most)));
}
