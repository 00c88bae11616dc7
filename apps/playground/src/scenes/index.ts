/** All scenes, in the order in which they are offered. */
import type { SceneDefinition } from '../scene.ts';
import { belts } from './belts.ts';
import { boxesInAContainer } from './boxes-in-a-container.ts';
import { bullets } from './bullets.ts';
import { chainsAndCloths } from './chains-and-cloths.ts';
import { character } from './character.ts';
import { clothOnCube } from './cloth-on-cube.ts';
import { clothOnRope } from './cloth-on-rope.ts';
import { cylinders } from './cylinders.ts';
import { icosahedraInABox } from './icosahedra-in-a-box.ts';
import { joints } from './joints.ts';
import { machines } from './machines.ts';
import { mixedShapes } from './mixed-shapes.ts';
import { particleRagdolls } from './particle-ragdolls.ts';
import { polygons2d } from './polygons-2d.ts';
import { softBodies } from './soft-bodies.ts';
import { spheresInAContainer } from './spheres-in-a-container.ts';
import { stacks } from './stacks.ts';
import { terrain } from './terrain.ts';
import { truncatedOctahedra } from './truncated-octahedra.ts';
import { vehicles } from './vehicles.ts';
import { water } from './water.ts';

/** The scenes of the playground: one of everything, then those of the sources. */
export const scenes: readonly SceneDefinition[] = [
  mixedShapes,
  truncatedOctahedra,
  icosahedraInABox,
  cylinders,
  stacks,
  clothOnCube,
  clothOnRope,
  chainsAndCloths,
  particleRagdolls,
  polygons2d,
  boxesInAContainer,
  spheresInAContainer,
  joints,
  machines,
  bullets,
  terrain,
  softBodies,
  character,
  vehicles,
  water,
  belts,
];
