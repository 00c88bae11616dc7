/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { CircleShape2d } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { SoftBodies2d } from '@colide/world2d';
import { it } from 'vitest';
import { addBox, createGround } from '../support/scenes.ts';

it('a step of ropes, nets and blobs among rigid bodies allocates nothing', () => {
  const soft = new SoftBodies2d();
  const world = createGround({ sleeping: false, parts: [soft] });
  const rope = soft.addRope({ positions: [0, 3, 0.3, 3, 0.6, 3, 0.9, 3], pins: [0], bending: 0.1 });
  soft.addNet({ columns: 6, rows: 2, spacing: 0.2, position: [2, 1], pins: [0, 5] });
  soft.addSoft({ positions: [0, 0.1, 0.5, 0.1, 0.5, 0.6, 0, 0.6], position: [-2, 0] });
  const ball = world.add({ shape: new CircleShape2d(0.2), position: [0.9, 3] });
  soft.attach(world, rope, 3, ball);
  addBox(world, 0.4, 0.3, 2.5, 1.5);
  addBox(world, 0.4, 0.3, -1.75, 1);
  expectNoAllocation(() => world.step(1 / 60), { warmUp: 1500 });
});
