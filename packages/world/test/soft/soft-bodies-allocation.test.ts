/**
 * In a file of its own: the allocation meter wants code that only this scene has warmed up. Few particles, so
 * that what runs once a step is compiled soon.
 */

import { BoxShape, HalfSpace, ropeLine, SphereShape, solidIcosphere } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { SoftBodies, World } from '@colide/world';
import { it } from 'vitest';

it('a step of deformable bodies among rigid ones allocates nothing', () => {
  const soft = new SoftBodies({ sleeping: false, substeps: 2 });
  const world = new World({ parts: [soft], sleeping: false });
  world.add({ shape: new HalfSpace() });
  world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [0, 0.3, 0], type: 'static' });
  const ball = solidIcosphere(0.3, 0);
  soft.addCloth({ columns: 4, rows: 4, spacing: 0.24, position: [0, 0.7, 0] });
  const rope = soft.addRope({ positions: ropeLine(1, 4).positions, position: [0, 1, 1], pins: [0] });
  const weight = world.add({ shape: new SphereShape(0.1), position: [0.6, 1, 1] });
  soft.attach(rope, 4, world, weight);
  soft.addSoft({ positions: ball.positions, triangles: ball.indices, position: [2, 0.4, 0] });
  soft.addSoft({ size: [2, 2, 2], spacing: 0.3, position: [-2, 0.4, 0], regionRadius: 1 });
  for (let n = 0; n < 600; n++) world.step(1 / 60);
  expectNoAllocation(() => soft.step(world, 1 / 60), { warmUp: 1500 });
});
