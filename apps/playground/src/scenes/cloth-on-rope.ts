/** A cloth falls over a rope of fifty segments that hangs between two points. */
import { HalfSpace, ropeLine, SoftBodies, World } from 'colide';
import { chosenOptions, chosenSoftOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const width = 1.6;
const segments = 50;

/** Deformable bodies against each other and against themselves. */
export const clothOnRope: SceneDefinition = {
  name: 'cloth-on-rope',
  title: 'Cloth over a rope',
  summary:
    'A cloth of n × n particles falls over a rope of 50 segments. Both collide with each other and with themselves.',
  source: 'E3.3',
  counts: [20, 30],
  vertices: true,
  camera: { position: [2.4, 2.4, 3.4], target: [0, 1.2, 0] },
  build(choice) {
    const soft = new SoftBodies(chosenSoftOptions(choice));
    const world = new World({ ...chosenOptions(choice), parts: [soft] });
    world.add({ shape: new HalfSpace() });
    soft.addRope({
      ...ropeLine(3, segments),
      position: [0, 1.8, 0],
      density: 1,
      radius: 0.04,
      friction: 1,
      pins: [0, segments],
    });
    soft.addCloth({
      columns: choice.count,
      rows: choice.count,
      spacing: width / (choice.count - 1),
      position: [0.05, 2.2, 0.02],
      friction: 1,
    });
    return { world, soft, container: [-2, 0, -2, 2, 3, 2], restAfter: 30 };
  },
};
