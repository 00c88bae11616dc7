/** Truncated octahedra in a column above the ground fall, hit each other and spread into a heap. */
import { HalfSpace, HullShape, Random, solidTruncatedOctahedron, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const spacing = 1.5;
/** Air that takes half of the speed away in a second: nothing falls faster than 20 m/s. */
const drag = 0.5;

/**
 * The source's test of bounding volumes: equal bodies of 24 vertices, one above the other, each rotated at
 * random.
 */
export const truncatedOctahedra: SceneDefinition = {
  name: 'truncated-octahedra',
  title: 'Truncated octahedra',
  summary: 'A column of 24-vertex bodies falls through the air on one spot and becomes a heap.',
  source: 'E0.1',
  vertices: true,
  counts: [512, 64, 128, 256],
  camera: { position: [8, 5.5, 8], target: [0, 1.8, 0] },
  build(choice) {
    const world = new World({ ...chosenOptions(choice), sleeping: { speed: 0.1 } });
    world.add({ shape: new HalfSpace() });
    const shape = HullShape.fromPoints(solidTruncatedOctahedron(0.5).positions);
    const random = new Random(1);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape,
        linearDamping: drag,
        angularDamping: drag,
        position: [random.uniform(-0.2, 0.2), 1 + spacing * i, random.uniform(-0.2, 0.2)],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    const height = 2 + spacing * choice.count;
    return { world, container: [-40, 0, -40, 40, height, 40], restAfter: 20 + choice.count / 8 };
  },
};
