/** Jelly blocks, soft balls and hard boxes fall on each other. */
import { BoxShape, HalfSpace, Random, SoftBodies, solidIcosphere, World } from 'colide';
import { chosenOptions, chosenSoftOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 2;
const walls: [number, number, number][] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** Volumes by shape matching, as a whole and on a lattice, among rigid bodies. */
export const softBodies: SceneDefinition = {
  name: 'soft-bodies',
  title: 'Soft bodies',
  summary: 'Blocks of jelly, soft balls and hard boxes fall between four walls and pile up.',
  counts: [6, 12, 24],
  camera: { position: [5, 4.5, 6], target: [0, 1, 0] },
  build(choice) {
    const soft = new SoftBodies(chosenSoftOptions(choice));
    const world = new World({ ...chosenOptions(choice), parts: [soft] });
    world.add({ shape: new HalfSpace() });
    for (const normal of walls) world.add({ shape: new HalfSpace(normal, -half) });
    const random = new Random(3);
    const ball = solidIcosphere(0.45, 1);
    const box = new BoxShape([0.3, 0.3, 0.3]);
    for (let i = 0; i < choice.count; i++) {
      const position: [number, number, number] = [
        1.2 * (i % 2) - 0.6 + random.uniform(-0.1, 0.1),
        0.8 + 0.6 * i,
        random.uniform(-0.8, 0.8),
      ];
      const rotation: [number, number, number, number] = [
        random.normal(),
        random.normal(),
        random.normal(),
        2,
      ];
      if (i % 3 === 0)
        soft.addSoft({ size: [4, 4, 4], spacing: 0.22, position, rotation, regionRadius: 1, radius: 0.11 });
      else if (i % 3 === 1)
        soft.addSoft({ positions: ball.positions, triangles: ball.indices, position, rotation });
      else world.add({ shape: box, position, rotation, density: 200 });
    }
    return { world, soft, container: [-half, 0, -half, half, 3 + 0.6 * choice.count, half], restAfter: 30 };
  },
};
