/**
 * The load of a wheel was given to whatever lay under it, in one impulse. A box of 2 kg under a car of
 * 1 200 kg was driven into the floor at 70 m/s and came out at 120; one that the tyres had spun up threw the
 * car six metres high, as if the box could not be stopped.
 */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { Vehicle, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

describe('A car over loose boxes', () => {
  it.each([
    [0.1, 2, 0],
    [0.1, 2, 1500],
    [0.1, 0.2, 1500],
    [0.05, 1, 1500],
    [0.15, 5, 1500],
    [0.15, 20, 0],
    [0.15, 20, 1500],
    [0.1, 200, 3000],
  ])('of half extent %s m and %s kg with %s N m stays low and shoots none', (half, mass, torque) => {
    const world = new World();
    world.add({ shape: new HalfSpace(), friction: 1 });
    const car = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 0.7, 0] });
    const vehicle = new Vehicle(world, car, {
      wheels: [1.3, -1.3].flatMap(z => [0.8, -0.8].map(x => ({ position: [x, 0, z], driven: z < 0 }))),
    });
    const boxes = Array.from({ length: 8 }, (_, i) =>
      world.add({
        shape: new BoxShape([half, half, half]),
        mass,
        position: [i % 2 ? 0.8 : -0.8, half, 6 + 2 * i],
      }),
    );
    const step = () => {
      vehicle.step(dt);
      world.step(dt);
    };
    for (let frame = 0; frame < 60; frame++) step();
    vehicle.drive(torque);
    if (torque === 0) world.setVelocity(car, [0, 0, 8]);
    let fastestTyre = 8;
    for (let frame = 0; frame < 270; frame++) {
      step();
      const { positions, velocities } = world.bodies;
      for (const { angularSpeed, radius } of vehicle.wheels)
        fastestTyre = Math.max(fastestTyre, Math.abs(angularSpeed) * radius);
      for (const box of boxes)
        expect(Math.hypot(...velocities.subarray(3 * box, 3 * box + 3))).toBeLessThan(1.2 * fastestTyre);
      // Its suspension is 0.4 m long, and a box on its edge 0.42 m high.
      expect(positions[3 * car + 1]).toBeLessThan(1.2);
    }
    expect(world.bodies.positions[3 * car + 2]).toBeGreaterThan(20);
  });

  it('stands on a raft of its own weight as before', () => {
    const world = new World();
    world.add({ shape: new HalfSpace(), friction: 1 });
    world.add({ shape: new BoxShape([2, 0.2, 4]), mass: 1200, position: [0, 0.2, 0] });
    const car = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 1.1, 0] });
    const wheels = [1.3, -1.3].flatMap(z => [0.8, -0.8].map(x => ({ position: [x, 0, z] })));
    const vehicle = new Vehicle(world, car, { wheels });
    for (let frame = 0; frame < 300; frame++) {
      vehicle.step(dt);
      world.step(dt);
    }
    for (const wheel of vehicle.wheels) expect(wheel.load).toBeCloseTo((1200 * 9.81) / 4, 3);
  });
});
