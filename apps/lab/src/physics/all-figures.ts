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
export const openScenes: readonly string[] = [
  'ball of radius 0.5 m rolls on half-space',
  'ball of radius 0.5 m rolls on static box',
  'ball of radius 0.5 m rolls on mesh',
  'ball of radius 0.5 m rolls on heavy box',
  'ball of radius 5 mm rolls on half-space',
  'ball of radius 5 mm rolls on static box',
  'ball of radius 5 mm rolls on mesh',
  'ball of radius 5 mm rolls on heavy box',
  'ball of radius 0.05 m rolls on half-space',
  'ball of radius 0.05 m rolls on static box',
  'ball of radius 0.05 m rolls on mesh',
  'ball of radius 0.05 m rolls on heavy box',
  'ball of radius 5 m rolls on half-space',
  'ball of radius 5 m rolls on static box',
  'ball of radius 5 m rolls on mesh',
  'ball of radius 5 m rolls on heavy box',
  'marble of radius 5 cm nudged to 5 cm/s',
  'ball slides at 10 m/s until it rolls',
  'elastic balls in a box: spin',
  'two crossed sticks',
  'heap of 60 sticks',
  'tower of 18 layers of three blocks',
  'stack of ten octagonal prisms on box',
  'stack of ten octagonal prisms on half-space',
  'stack of ten cylinders on box',
  'stack of ten cylinders on half-space',
  '200 boxes at one point: burst',
  '200 boxes at one point: rest',
  'tower of 20 cubes, no sleep, 60 s',
  'tower of 50 cubes, 60 s',
  'tower of five cubes of 1 cm',
  'tower of five cubes of 1 cm on a box',
  'stack of 20 plates of 2 mm',
  '225 boxes on bumpy land',
  'five ragdolls',
];
