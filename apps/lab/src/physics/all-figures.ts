/** All figures of the physics suite, and the ones that our world does not reach yet. */
import type { PhysicsFigure } from './measures.ts';
import { bouncingFigures } from './scenes/bouncing.ts';
import { continuousFigures } from './scenes/continuous.ts';
import { jointFigures } from './scenes/joints.ts';
import { meshFigures } from './scenes/meshes.ts';
import { restingFigures } from './scenes/resting.ts';
import { rollingFigures } from './scenes/rolling.ts';
import { towerFigures } from './scenes/towers.ts';

/** The figures by theme. */
export const physicsFigures: readonly PhysicsFigure[] = [
  ...rollingFigures,
  ...bouncingFigures,
  ...restingFigures,
  ...towerFigures,
  ...meshFigures,
  ...continuousFigures,
  ...jointFigures,
];

/** Scenes in which our world is out of its limit, known and open. The test checks all others. */
export const openScenes: readonly string[] = [];
