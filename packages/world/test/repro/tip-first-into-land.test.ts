import { ConeShape } from '@colide/geometry';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { createLand } from '../support/land.ts';

const half = 24;

function height(x: number, z: number): number {
  return 0.6 * Math.sin(2.3 * x + 0.4 * z) * Math.cos(1.9 * z - 0.7 * x);
}

// A step stops the centre of mass of a cone at the ground. The middle of its axis, nearer to the tip, was
// then below, and contacts by the normals of faces pushed it down.
it('a cone thrown at hills at 20 m/s does not go through', () => {
  const world = new World();
  world.add({ shape: createLand(half, height), type: 'static' });
  const rotation = [0.68, -0.25, 0.69, 0.05];
  const length = Math.hypot(...rotation);
  const cone = world.add({
    shape: new ConeShape(0.3, 0.4),
    position: [-1.59, 1.76, 6.46],
    rotation: rotation.map(value => value / length),
  });
  world.setVelocity(cone, [-3.97, -19.6, -0.47], [2.11, -2.75, 2.38]);
  for (let n = 0; n < 180; n++) world.step(1 / 60);
  // No valley is deeper than 0.6 m.
  expect(world.bodies.positions[3 * cone + 1]).toBeGreaterThan(-0.6);
});
