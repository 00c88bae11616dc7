import { BoxShape } from '@colide/geometry';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

// Continuous detection put bodies back with the angular momentum of a free body, so a tilted one began to
// spin about axes that it cannot rotate about, and tilted further.
it('a fast body that is stopped does not spin about locked axes', () => {
  const world = new World({ gravity: [0, 0, 0] });
  world.add({ shape: new BoxShape([0.05, 5, 5]), type: 'static', position: [2, 0, 0] });
  const rod = world.add({
    shape: new BoxShape([0.1, 0.8, 0.02]),
    rotation: [0, 0, Math.sin(0.3), Math.cos(0.3)],
    velocity: [60, 0, 0],
    angularVelocity: [0, 40, 0],
    lockedRotation: 'xz',
  });
  let stopped = 0;
  for (let n = 0; n < 20; n++) {
    world.step(1 / 60);
    stopped += world.stoppedCount;
    const [x, , z] = world.bodies.angularVelocities.subarray(3 * rod, 3 * rod + 3);
    expect([x, z], `step ${n}`).toEqual([0, 0]);
  }
  expect(stopped).toBeGreaterThan(0);
});
