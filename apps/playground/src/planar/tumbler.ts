/** A square drum that rotates, with boxes in it: contacts that never come to rest. */
import { BoxShape2d, Compound2d, World2d, worldExtras2d } from 'colide';
import type { PlanarSceneDefinition } from './planar-scene.ts';

export const tumbler: PlanarSceneDefinition = {
  title: 'Tumbler',
  summary: 'A drum turns once in twelve seconds; the boxes slide, roll over each other and never sleep.',
  counts: [200, 100, 500],
  build(count) {
    const world = new World2d(worldExtras2d);
    const inner = 2.8;
    const half = 0.3;
    const wall = new BoxShape2d([half, inner + 2 * half]);
    const walls = [0, 1, 2, 3].map(k => ({
      shape: wall,
      position: [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ][k].map(side => side * (inner + half)),
      angle: (k * Math.PI) / 2,
    }));
    world.add({ shape: new Compound2d(walls), type: 'kinematic', angularVelocity: 0.5 });
    const columns = Math.ceil(Math.sqrt(count));
    const spacing = (2 * inner - 0.6) / columns;
    const shape = new BoxShape2d([0.38 * spacing, 0.38 * spacing]);
    for (let i = 0; i < count; i++)
      world.add({
        shape,
        position: [
          spacing * ((i % columns) - 0.5 * (columns - 1)),
          spacing * (Math.floor(i / columns) - 0.5 * (columns - 1)),
        ],
      });
    return { world, restAfter: Infinity };
  },
};
