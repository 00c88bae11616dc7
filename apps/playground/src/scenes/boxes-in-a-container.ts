/** Boxes of several sizes fall into a container and come to rest. */
import { BoxShape, HalfSpace, Random, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 3;
const walls: [number, number, number][] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** The scene that is also used to compare boxes and balls with other engines. */
export const boxesInAContainer: SceneDefinition = {
  name: 'boxes-in-a-container',
  title: 'Boxes in a container',
  summary: 'Boxes of several sizes fall between four walls, pile up and fall asleep.',
  vertices: true,
  counts: [200, 50, 500, 1000, 2000],
  camera: { position: [8, 7, 10], target: [0, 1.6, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    world.add({ shape: new HalfSpace() });
    for (const normal of walls) world.add({ shape: new HalfSpace(normal, -half) });
    const random = new Random(1);
    const shapes = [0.2, 0.26, 0.32].map(size => new BoxShape([size, 0.8 * size, 1.2 * size]));
    for (let i = 0; i < choice.count; i++) {
      const layer = Math.floor(i / 36);
      world.add({
        shape: shapes[i % shapes.length],
        position: [
          (i % 6) * 0.9 - 2.25 + random.uniform(-0.1, 0.1),
          0.8 + 0.9 * layer,
          (Math.floor(i / 6) % 6) * 0.9 - 2.25 + random.uniform(-0.1, 0.1),
        ],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    }
    const height = 2 + 0.9 * Math.ceil(choice.count / 36);
    return { world, container: [-half, 0, -half, half, height, half], restAfter: 10 + choice.count / 100 };
  },
};
