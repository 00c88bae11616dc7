import { BoxShape, ConeShape, SphereShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { createLand } from '../support/land.ts';

/** Half the width of the land, and the height of its hills and valleys. */
const half = 24;
function height(x: number, z: number): number {
  return 0.3 * Math.sin(1.3 * x) * Math.sin(1.1 * z) + 0.1 * Math.cos(3 * x - 2 * z);
}

// A ridge in the bottom of a flat box had contacts with sideways normals, which hid the one that pushed it
// up. A corner in a valley left both triangles across their common edge, and neither of them had a contact.
it.each([
  ['flat', 0.5, 0.15, 0.25, 37],
  ['tall', 0.2, 0.5, 0.2, 45],
])('a %s box that falls from 1.2 m does not go through the ground', (_, x, y, z, i) => {
  const world = new World();
  world.add({ shape: createLand(half, height), type: 'static', friction: 0.4 });
  const [px, pz] = [2.4 * (i % 15) - 17, 2.4 * Math.floor(i / 15) - 17];
  const box = world.add({
    shape: new BoxShape([x, y, z]),
    position: [px, height(px, pz) + 1.2, pz],
    friction: 0.4,
  });
  const { positions } = world.bodies;
  for (let n = 0; n < 180; n++) {
    world.step(1 / 60);
    const above = positions[3 * box + 1] - height(positions[3 * box], positions[3 * box + 2]);
    expect(above, `step ${n}`).toBeGreaterThan(-0.1);
  }
});

// The shortest way of a thin body out of the bottom of a valley leads sideways. The slope in front of it had
// no contact as soon as the tip was deeper in it than three times that.
it('a needle that slides down one side of a valley does not go through the other', () => {
  const world = new World();
  const valleys = (x: number) => 0.9 * Math.abs((((x % 4) + 4) % 4) - 2);
  world.add({ shape: createLand(12, valleys), type: 'static' });
  const direction = [-0.64, -0.77, 0.07].map(value => value / Math.hypot(0.64, 0.77, 0.07));
  const rotation = [direction[2], 0, -direction[0], 1 + direction[1]];
  const needle = world.add({
    shape: new ConeShape(0.12, 0.45),
    position: [-5.55, 0.467, -0.61],
    rotation: rotation.map(value => value / Math.hypot(...rotation)),
    velocity: [-3.1, -4.6, -1.1],
  });
  for (let n = 0; n < 120; n++) world.step(1 / 60);
  expect(world.bodies.positions[3 * needle + 1]).toBeGreaterThan(0.1);
});

it('a ball that rolls over an edge between level triangles has one contact', () => {
  const world = new World({ sleeping: false });
  const positions = [-9, 0, -9, 0, 0, -9, 9, 0, -9, -9, 0, 9, 0, 0, 9, 9, 0, 9];
  const indices = [0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5];
  world.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static' });
  const ball = world.add({ shape: new SphereShape(5), position: [-0.5, 5, 0], velocity: [1, 0, 0] });
  world.setVelocity(ball, [1, 0, 0], [0, 0, -0.2]);
  for (let n = 0; n < 60; n++) {
    world.step(1 / 60);
    for (let c = 0; c < world.contacts.count; c++)
      expect(world.contacts.separations[c], `step ${n}`).toBeLessThan(1e-4);
  }
});
