/** Balls of several sizes fall into a container and come to rest. */
import { Random, SphereShape, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import { addContainer } from '../container.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 3;

/** Balls roll: they take longer to come to rest than boxes. */
export const spheresInAContainer: SceneDefinition = {
  name: 'spheres-in-a-container',
  title: 'Balls in a container',
  summary: 'Balls of several sizes fall between four walls and fill the floor.',
  counts: [200, 50, 500, 1000, 2000],
  camera: { position: [8, 7, 10], target: [0, 1.6, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    addContainer(world, half);
    const shapes = [0.25, 0.3, 0.35].map(radius => new SphereShape(radius));
    const random = new Random(2);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: shapes[i % shapes.length],
        angularDamping: 0.5,
        position: [
          0.9 * (i % 6) - 2.25 + random.uniform(-0.1, 0.1),
          0.8 + 0.9 * Math.floor(i / 36),
          0.9 * (Math.floor(i / 6) % 6) - 2.25 + random.uniform(-0.1, 0.1),
        ],
      });
    const height = 2 + 0.9 * Math.ceil(choice.count / 36);
    return { world, container: [-half, 0, -half, half, height, half], restAfter: 120 };
  },
};
