import { BoxShape, CapsuleShape, SphereShape, solidBox } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { Buoyancy, World } from '@colide/world';
import { describe, it } from 'vitest';

// A fractional number that crosses a call takes a box: some for each body.
const boxedNumbers = 80;

describe('Buoyancy.step', () => {
  it('puts nothing but numbers on the heap', () => {
    const water = new Buoyancy();
    const world = new World({ parts: [water], sleeping: false });
    const { positions, indices } = solidBox([0.5, 0.2, 0.5]);
    const mesh = new MeshShape(new TriangleBvh(positions, indices));
    const shapes = [new BoxShape([0.5, 0.2, 0.5]), new SphereShape(0.3), mesh, new CapsuleShape(0.2, 0.4)];
    for (let i = 0; i < 8; i++)
      world.add({
        shape: shapes[i % 4],
        density: 500,
        position: [2 * i, 0.1, 0],
        rotation: [0.1, 0.2, 0.3, 0.9],
      });
    world.step(1 / 60);
    const { velocities, angularVelocities } = world.bodies;
    expectNoAllocation(
      () => {
        water.step(world, 1 / 60);
        velocities.fill(0);
        angularVelocities.fill(0);
      },
      { boxedNumbers },
    );
  });
});
