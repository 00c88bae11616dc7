/** Icosahedra fall into a box. */
import { HullShape, Random, solidIcosahedron, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import { addContainer } from '../container.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 1.6;

/** The source's test of its own solver: rigid bodies made of particles. */
export const icosahedraInABox: SceneDefinition = {
  name: 'icosahedra-in-a-box',
  title: 'Icosahedra in a box',
  summary: 'Up to 50 rigid icosahedra are dropped into a box, pile up and come to rest.',
  source: 'E3.1',
  vertices: true,
  counts: [50, 10, 20, 30, 40],
  camera: { position: [4, 4, 6], target: [0, 1, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    addContainer(world, half);
    const shape = HullShape.fromPoints(solidIcosahedron(0.4).positions);
    const random = new Random(31);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape,
        position: [
          (i % 3) - 1 + random.uniform(-0.1, 0.1),
          0.6 + 0.95 * Math.floor(i / 9),
          (Math.floor(i / 3) % 3) - 1 + random.uniform(-0.1, 0.1),
        ],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    return { world, container: [-half, 0, -half, half, 8, half], restAfter: 30 };
  },
};
