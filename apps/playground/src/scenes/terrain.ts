/** Bodies rain on hills: a mesh of triangles from a height field. */
import {
  BoxShape,
  CapsuleShape,
  HalfSpace,
  MeshShape,
  Random,
  SphereShape,
  TriangleBvh,
  terrainField,
  World,
} from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const cells = 32;
const size = 16;

/** A height field is a mesh of its triangles; a `TriangleBvh` finds those near a body. */
export const terrain: SceneDefinition = {
  name: 'terrain',
  title: 'Terrain',
  summary:
    'Boxes, balls and capsules fall on hills of 2 048 triangles, roll into the valleys and fall asleep, but for those that rock on an edge.',
  counts: [60, 20, 120, 240],
  camera: { position: [10, 8, 13], target: [0, 0, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    const field = terrainField({
      columns: cells + 1,
      rows: cells + 1,
      cellSize: size / cells,
      amplitude: 1.2,
      period: 10,
      octaves: 3,
      seed: 5,
    });
    const { positions, indices } = field.geometry();
    world.add({
      shape: new MeshShape(new TriangleBvh(positions, indices)),
      type: 'static',
      position: [-size / 2, 0, -size / 2],
      friction: 0.9,
    });
    // The edge of the world.
    const half = size / 2 - 0.5;
    for (const normal of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ])
      world.add({ shape: new HalfSpace(normal, -half) });
    const shapes = [
      new BoxShape([0.3, 0.3, 0.3]),
      new BoxShape([0.45, 0.2, 0.3]),
      new SphereShape(0.3),
      new CapsuleShape(0.2, 0.25),
    ];
    const random = new Random(11);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: shapes[i % shapes.length],
        angularDamping: 0.5,
        position: [random.uniform(-6, 6), 2.5 + 0.25 * i, random.uniform(-6, 6)],
        rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      });
    return {
      world,
      container: [-half, -1.5, -half, half, 4 + 0.25 * choice.count, half],
      restAfter: Infinity,
    };
  },
};
