/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { ParticleSolver2d } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { WorldJoints2d } from '@colide/world2d';
import { it } from 'vitest';
import { addBox, createGround } from '../support/scenes.ts';

it('a step of a world of particles allocates nothing', () => {
  const world = createGround({ solver: new ParticleSolver2d(), sleeping: false });
  const joints = new WorldJoints2d(world);
  for (let i = 0; i < 12; i++)
    world.add({
      shape: i % 2 ? new BoxShape2d([0.5, 0.5]) : new CircleShape2d(0.5),
      position: [1.2 * (i % 4), 0.5 + 1.1 * Math.floor(i / 4)],
      restitution: 0.2,
    });
  const a = addBox(world, 1, 0.2, 20, 3);
  const b = addBox(world, 1, 0.2, 21, 3);
  joints.revolute(undefined, a, { anchor: [19.5, 3] });
  joints.weld(a, b);
  joints.rope(undefined, b, { anchorA: [21, 5] });
  expectNoAllocation(() => world.step(1 / 60), { warmUp: 1500 });
});
