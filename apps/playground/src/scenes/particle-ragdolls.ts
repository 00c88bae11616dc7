/** Ragdolls made of particles fall down a stair of boxes. */
import { BoxShape, HalfSpace, ragdollFigure, SoftBodies, World } from 'colide';
import { chosenOptions, chosenSoftOptions } from '../choice.ts';
import { addContainer } from '../container.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 2.5;

/** The source's knees and elbows: angles, least distances, hinges and ball joints between particles. */
export const particleRagdolls: SceneDefinition = {
  name: 'particle-ragdolls',
  title: 'Ragdolls of particles',
  summary:
    'Each figure is 22 particles and sticks. Shoulders are ball joints, knees hinges; elbows and knees have limited angles, and spacers keep the legs apart.',
  source: 'S4',
  counts: [6, 1, 12],
  camera: { position: [4.5, 3.2, 5.5], target: [0, 0.9, 0] },
  build(choice) {
    const soft = new SoftBodies(chosenSoftOptions(choice));
    const world = new World({ ...chosenOptions(choice), parts: [soft] });
    world.add({ shape: new HalfSpace() });
    addContainer(world, half);
    for (let step = 0; step < 3; step++)
      world.add({
        shape: new BoxShape([0.4, 0.2 + 0.2 * step, 1.6]),
        position: [-0.4 - 0.8 * step, 0.2 + 0.2 * step, 0],
        type: 'static',
      });
    for (let i = 0; i < choice.count; i++)
      soft.addFigure({
        ...ragdollFigure(),
        position: [(i % 3) - 1.4, 1.3 + 1.9 * Math.floor(i / 3), 0.8 * (i % 2) - 0.4],
        rotation: [0.15 * (i % 4), 0.3 * i, 0.2 - 0.1 * (i % 3), 1],
        friction: 0.8,
      });
    const top = 4 + 1.9 * Math.ceil(choice.count / 3);
    return { world, soft, container: [-half, 0, -half, half, top, half], restAfter: 40 };
  },
};
