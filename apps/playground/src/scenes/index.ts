/** All scenes, in the order in which they are offered. */
import type { SceneDefinition } from '../scene.ts';
import { boxesInAContainer } from './boxes-in-a-container.ts';

/** The scenes of the playground. */
export const scenes: readonly SceneDefinition[] = [boxesInAContainer];
