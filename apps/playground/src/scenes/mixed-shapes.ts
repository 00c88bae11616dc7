/** Bodies of every shape fall into one heap. */
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  CylinderShape,
  HullShape,
  Random,
  SphereShape,
  solidDodecahedron,
  World,
} from 'colide';
import { chosenOptions } from '../choice.ts';
import { addContainer } from '../container.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 2;

/** Contacts from dedicated kernels, clipped faces and sampled ones, all in one heap. */
export const mixedShapes: SceneDefinition = {
  name: 'mixed-shapes',
  title: 'Mixed shapes',
  summary: 'Boxes, balls, capsules, cylinders, cones, dodecahedra and crosses fall on each other.',
  source: 'E3.5',
  counts: [56, 14, 28, 112],
  camera: { position: [5, 4.5, 7], target: [0, 1, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    addContainer(world, half);
    const bar = new BoxShape([0.45, 0.12, 0.12]);
    const shapes = [
      new BoxShape([0.3, 0.25, 0.35]),
      new CylinderShape(0.3, 0.25),
      HullShape.fromPoints(solidDodecahedron(0.38).positions),
      new ConeShape(0.35, 0.3),
      new Compound([{ shape: bar }, { shape: bar, rotation: [0, 0, 1, 1] }]),
      new CapsuleShape(0.2, 0.25),
      new SphereShape(0.3),
    ];
    const random = new Random(35);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: shapes[i % shapes.length],
        angularDamping: 0.5,
        position: [
          1.2 * (i % 3) - 1.2 + random.uniform(-0.1, 0.1),
          0.7 + Math.floor(i / 9),
          1.2 * (Math.floor(i / 3) % 3) - 1.2 + random.uniform(-0.1, 0.1),
        ],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    return { world, container: [-half, 0, -half, half, 16, half], restAfter: 60 };
  },
};
