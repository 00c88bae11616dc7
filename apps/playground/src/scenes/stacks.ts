/** Towers of cubes of different sizes, which stand. */
import { BoxShape, HalfSpace, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

/** Half edges from the bottom to the top. */
const halves = [0.5, 0.4, 0.45, 0.3, 0.35];

/** Large on small, small on large: towers must keep standing. */
export const stacks: SceneDefinition = {
  name: 'stacks',
  title: 'Stacks',
  summary: 'Towers of five cubes of different sizes settle and stand.',
  source: 'E3.5',
  vertices: true,
  counts: [20, 5, 10, 40],
  camera: { position: [6, 4, 9], target: [0, 1.6, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    world.add({ shape: new HalfSpace() });
    const shapes = halves.map(half => new BoxShape([half, half, half]));
    const towers = Math.ceil(choice.count / halves.length);
    let top = 0;
    for (let i = 0; i < choice.count; i++) {
      const level = i % halves.length;
      if (level === 0) top = 0;
      const tower = Math.floor(i / halves.length);
      const x = 1.6 * (tower - (towers - 1) / 2);
      // Small gaps between the cubes, each slightly rotated.
      world.add({
        shape: shapes[level],
        position: [x, top + halves[level] + 0.01, 0],
        rotation: [0, 0.1 * level, 0, 1],
      });
      top += 2 * halves[level] + 0.01;
    }
    const reach = 0.8 * towers + 1;
    return { world, container: [-reach, 0, -1, reach, 5, 1], restAfter: 10 };
  },
};
