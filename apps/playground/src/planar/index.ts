/** All scenes of the plane, in the order in which they are offered. */
import { car } from './car.ts';
import { cradle } from './cradle.ts';
import { jointGrid } from './joint-grid.ts';
import { mixed } from './mixed.ts';
import type { PlanarSceneDefinition } from './planar-scene.ts';
import { pyramid } from './pyramid.ts';
import { ragdolls } from './ragdolls.ts';
import { soft } from './soft.ts';
import { tumbler } from './tumbler.ts';

export type { PlanarScene, PlanarSceneDefinition } from './planar-scene.ts';

/** The scenes of the plane. */
export const planarScenes: readonly PlanarSceneDefinition[] = [
  mixed,
  pyramid,
  tumbler,
  car,
  ragdolls,
  jointGrid,
  cradle,
  soft,
];
