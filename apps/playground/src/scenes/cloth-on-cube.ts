/** A cloth falls on a cube and drapes it. */
import { BoxShape, HalfSpace, SoftBodies, World } from 'colide';
import { chosenOptions, chosenSoftOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const width = 2.4;

/** Cloth against a rigid body, against the ground and against itself. */
export const clothOnCube: SceneDefinition = {
  name: 'cloth-on-cube',
  title: 'Cloth on a cube',
  summary:
    'A cloth of n × n particles falls on a cube, folds over its edges and comes to rest. It collides with itself.',
  source: 'E3.3',
  counts: [20, 30, 40],
  vertices: true,
  camera: { position: [2.6, 2.2, 3.2], target: [0, 0.6, 0] },
  build(choice) {
    const soft = new SoftBodies(chosenSoftOptions(choice));
    const world = new World({ ...chosenOptions(choice), parts: [soft] });
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
    soft.addCloth({
      columns: choice.count,
      rows: choice.count,
      spacing: width / (choice.count - 1),
      position: [0.1, 1.6, -0.05],
      rotation: [0, 0.2, 0, 0.98],
    });
    return { world, soft, container: [-2, 0, -2, 2, 2, 2], restAfter: 20 };
  },
};
