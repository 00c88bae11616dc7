/** A wheel whose spring is not compressed at all, on static ground, wrote NaN into the ground. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { Vehicle, World } from '@colide/world';
import { expect, it } from 'vitest';

it('A car set down so that its wheels just touch the ground comes to rest', () => {
  for (const shape of [new HalfSpace(), new BoxShape([20, 1, 20])]) {
    const world = new World();
    world.add({ shape, type: 'static', ...(shape.kind === 'box' ? { position: [0, -1, 0] } : {}) });
    const car = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 0.75, 0] });
    const vehicle = new Vehicle(world, car, {
      wheels: [1.3, -1.3].flatMap(z => [0.8, -0.8].map(x => ({ position: [x, 0, z] }))),
    });
    for (let n = 0; n < 120; n++) {
      vehicle.step(1 / 60);
      world.step(1 / 60);
    }
    expect(Math.abs(world.bodies.velocities[3 * car + 1])).toBeLessThan(1e-3);
    expect(world.bodies.positions[3 * car + 1]).toBeGreaterThan(0.4);
  }
});
