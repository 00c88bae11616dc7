import { BoxShape, HalfSpace } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { Vehicle, World } from '@colide/world';
import { describe, it } from 'vitest';

// A fractional number that is passed to or returned from a call is boxed: some for each ray and each impulse
// of a wheel.
const boxedNumbers = 400;

describe('Vehicle.step', () => {
  it('puts nothing but numbers on the heap', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new BoxShape([0.5, 0.1, 0.5]), position: [0.8, 0.1, 1.3] });
    const body = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 0.7, 0] });
    const wheels = [1.3, -1.3].flatMap(z =>
      [0.8, -0.8].map(x => ({ position: [x, 0, z] as const, steered: z > 0, driven: z < 0 })),
    );
    const antiRollBars = [{ wheels: [0, 1] as const, stiffness: 5000 }];
    const vehicle = new Vehicle(world, body, { wheels, antiRollBars });
    let turn = 1;
    expectNoAllocation(
      () => {
        turn = -turn;
        vehicle.drive(100 * turn);
        vehicle.steer(0.2 * turn);
        vehicle.step(1 / 60);
        world.setVelocity(body, [0, 0, 0], [0, 0, 0]);
      },
      { boxedNumbers },
    );
  });
});
