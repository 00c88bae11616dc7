/** Boxes go round on four conveyor belts. */
import { BoxShape, ContactRules, HalfSpace, ImpulseSolver, Random, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 6;
const speed = 1.5;

/** Each belt ends over the next one; the surfaces move, the belts do not. */
export const belts: SceneDefinition = {
  name: 'belts',
  title: 'Belts',
  summary: 'Four conveyor belts pass boxes on to each other. Their surfaces move, the belts themselves stay.',
  counts: [40, 10, 80],
  camera: { position: [8, 8, 10], target: [0, 0, 0] },
  build(choice) {
    const { solver, ...others } = chosenOptions(choice);
    const behind = solver && 'step' in solver ? solver : new ImpulseSolver(solver ?? {});
    const rules = new ContactRules({ solver: behind });
    const world = new World({ ...others, solver: rules });
    const sides: [number, number, number][] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    world.add({ shape: new HalfSpace() });
    for (const normal of sides) world.add({ shape: new HalfSpace(normal, -half) });
    for (let i = 0; i < 4; i++) {
      const [x, , z] = sides[[0, 2, 1, 3][i]];
      // The belts lie around a square; each moves along its side.
      const shape = new BoxShape([x === 0 ? 4.5 : 1, 0.4, x === 0 ? 1 : 2.5]);
      const belt = world.add({ shape, type: 'static', position: [3.5 * x, 0.4, 3.5 * z], friction: 0.8 });
      rules.setSurfaceVelocity(belt, [-speed * z, 0, speed * x]);
    }
    const random = new Random(8);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: new BoxShape([0.2, 0.2, 0.2]),
        density: 300,
        friction: 0.8,
        position: [3.5 * (i % 2 === 0 ? 1 : -1), 1.2 + 0.2 * i, random.uniform(-2, 2)],
      });
    return { world, container: [-half, 0, -half, half, 4 + 0.2 * choice.count, half], restAfter: Infinity };
  },
};
