/** Cylinders of 26 vertices fall on the ground between walls. */
import { HullShape, Random, solidCylinder, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import { addContainer } from '../container.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 2;

/** Many contacts at a time: in the source, the comparison with ODE. */
export const cylinders: SceneDefinition = {
  name: 'cylinders',
  title: 'Cylinders',
  summary: 'Fifty cylinders of 26 vertices and 48 triangles each, with many contacts at a time.',
  source: 'E3.4',
  vertices: true,
  counts: [50, 10, 25, 100],
  camera: { position: [5, 4.5, 7], target: [0, 1, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    addContainer(world, half);
    const shape = HullShape.fromPoints(solidCylinder(0.3, 0.45, 13).positions);
    const random = new Random(34);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape,
        position: [
          1.2 * (i % 3) - 1.2 + random.uniform(-0.1, 0.1),
          0.8 + 1.1 * Math.floor(i / 9),
          1.2 * (Math.floor(i / 3) % 3) - 1.2 + random.uniform(-0.1, 0.1),
        ],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    return { world, container: [-half, 0, -half, half, 16, half], restAfter: 40 };
  },
};
