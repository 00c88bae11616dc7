/** Chains and cloths hang, swing and come to rest. */
import { HalfSpace, ropeLine, SoftBodies, SphereShape, World } from 'colide';
import { chosenOptions, chosenSoftOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const links = 20;
const side = 12;
const spacing = 0.1;
const alongZ: [number, number, number, number] = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

/** Particles under constraints, the chains with a ball at their ends. */
export const chainsAndCloths: SceneDefinition = {
  name: 'chains-and-cloths',
  title: 'Chains and cloths',
  summary:
    'Chains with a ball at their end and cloths held by two corners swing until air has taken their speed.',
  source: 'E4.1',
  counts: [4, 2, 8],
  camera: { position: [3.5, 2.5, 5], target: [0, 1.6, 0] },
  build(choice) {
    const soft = new SoftBodies({ damping: 1, ...chosenSoftOptions(choice) });
    const world = new World({ ...chosenOptions(choice), parts: [soft] });
    world.add({ shape: new HalfSpace() });
    const ball = new SphereShape(0.12);
    const reach = 0.8 * choice.count;
    for (let i = 0; i < choice.count; i++) {
      const x = 1.6 * (i - (choice.count - 1) / 2);
      const { positions } = ropeLine(2, links);
      const chain = soft.addRope({
        positions,
        position: [x, 2.8, -1.6],
        rotation: alongZ,
        density: 1,
        pins: [0],
      });
      const weight = world.add({ shape: ball, position: [x, 2.8, -2.72], density: 300 });
      soft.attach(chain, links, world, weight);
      soft.addCloth({ columns: side, rows: side, spacing, position: [x, 2.8, 0.6], pins: [0, side - 1] });
    }
    return { world, soft, container: [-reach - 2, 0, -4, reach + 2, 4, 4], restAfter: 60 };
  },
};
