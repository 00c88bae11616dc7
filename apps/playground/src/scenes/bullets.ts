/** Small fast balls against thin walls: continuous detection. */
import { BoxShape, HalfSpace, Random, SphereShape, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import { addContainer } from '../container.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 6;
const radius = 0.06;

/**
 * At 200 m/s a ball moves by thirty of its diameters in a step, and the wall is a millimetre or two thick.
 */
export const bullets: SceneDefinition = {
  name: 'bullets',
  title: 'Bullets',
  summary: 'Balls at 200 m/s hit a thin wall and a tower of thin plates. None passes through.',
  counts: [30, 10, 100],
  camera: { position: [7, 4, 9], target: [0, 1.4, 0] },
  build(choice) {
    const world = new World({ ...chosenOptions(choice), sleeping: { radius } });
    addContainer(world, half);
    world.add({ shape: new HalfSpace([0, -1, 0], -12) });
    world.add({ shape: new BoxShape([0.01, 2, 3]), type: 'static', position: [2, 2, 0] });
    const plate = new BoxShape([0.04, 0.5, 0.9]);
    for (let i = 0; i < 3; i++) world.add({ shape: plate, position: [0, 0.5 + i, 0] });
    const shape = new SphereShape(radius);
    const random = new Random(9);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape,
        density: 4000,
        bullet: true,
        linearDamping: 0.5,
        angularDamping: 3,
        position: [-5.5 + 0.13 * (i % 5), random.uniform(0.5, 2.8), random.uniform(-2, 2)],
        velocity: [random.uniform(50, 200), 0, 0],
      });
    return { world, container: [-half, 0, -half, half, 12, half], restAfter: 120 };
  },
};
