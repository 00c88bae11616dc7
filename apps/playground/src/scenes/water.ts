/** Bodies of many shapes and densities in a pool. */
import {
  BoxShape,
  Buoyancy,
  CapsuleShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  Random,
  SphereShape,
  solidTruncatedOctahedron,
  World,
} from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 5;
const depth = 3;

/** The surface is at y = 0; a third of the bodies is heavier than water. */
export const water: SceneDefinition = {
  name: 'water',
  title: 'Water',
  summary:
    'Boxes, balls, capsules, cylinders and hulls fall into a pool. The light ones float, the heavy ones sink.',
  counts: [60, 20, 120, 240],
  camera: { position: [9, 5, 11], target: [0, -1, 0] },
  build(choice) {
    const world = new World({ ...chosenOptions(choice), parts: [new Buoyancy()] });
    world.add({ shape: new HalfSpace([0, 1, 0], -depth) });
    const sides: [number, number, number][] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    for (const normal of sides) world.add({ shape: new HalfSpace(normal, -half) });
    const shapes = [
      new BoxShape([0.4, 0.2, 0.4]),
      new SphereShape(0.3),
      new CapsuleShape(0.2, 0.3),
      new CylinderShape(0.3, 0.2),
      HullShape.fromPoints(solidTruncatedOctahedron(0.35).positions),
    ];
    const random = new Random(21);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: shapes[i % shapes.length],
        density: [200, 600, 2500][i % 3],
        position: [random.uniform(-4, 4), 1 + 0.15 * i, random.uniform(-4, 4)],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    return {
      world,
      container: [-half, -depth, -half, half, 4 + 0.15 * choice.count, half],
      restAfter: Infinity,
      decorations: [{ kind: 'water', level: 0 }],
    };
  },
};
