/**
 * A worker file as a user writes one: a planar world with soft bodies, a body and a joint, and functions of
 * its own.
 */
import { BoxShape2d } from '@colide/geometry';
import { serveWorld2d } from '@colide/workers';
import { SoftBodies2d, World2d, WorldJoints2d, worldExtras2d } from '@colide/world2d';

const shape = new BoxShape2d([0.5, 0.5]);

serveWorld2d(
  options => {
    const soft = new SoftBodies2d();
    const world = new World2d({ ...worldExtras2d, ...options, parts: [soft] });
    soft.addRope({ positions: [20, 5, 21, 5, 22, 5], pins: [0] });
    const beam = world.add({ shape, position: [10, 5] });
    new WorldJoints2d(world).revolute(undefined, beam, { anchor: [9, 5] });
    return world;
  },
  {
    handlers: {
      double: (_, value: number) => 2 * value,
      addBox: (world, x: number) => world.add({ shape, position: [x, 9] }),
      leave: () => {
        process.exit(3);
      },
    },
  },
);
