/** All scenes, in the order in which they are offered. */
import type { SceneDefinition } from '../scene.ts';
import { boxesInAContainer } from './boxes-in-a-container.ts';
import { chainsAndCloths } from './chains-and-cloths.ts';
import { clothOnCube } from './cloth-on-cube.ts';
import { clothOnRope } from './cloth-on-rope.ts';
import { softBodies } from './soft-bodies.ts';

/** The scenes of the playground. */
export const scenes: readonly SceneDefinition[] = [
  clothOnCube,
  clothOnRope,
  chainsAndCloths,
  boxesInAContainer,
  softBodies,
];
