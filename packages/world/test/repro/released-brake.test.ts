/** A car that slept on a slope, held by its brakes, stayed there when they were released. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { Vehicle, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const slope = 0.2;

/** A car asleep on a slope, and what takes a step. */
function parked() {
  const world = new World();
  const ground = world.add({ shape: new HalfSpace([0, Math.cos(slope), -Math.sin(slope)], 0), friction: 1 });
  const car = world.add({
    shape: new BoxShape([0.9, 0.3, 2]),
    mass: 1200,
    position: [0, 0.7, 0],
    rotation: [-Math.sin(slope / 2), 0, 0, Math.cos(slope / 2)],
  });
  const vehicle = new Vehicle(world, car, {
    wheels: [1.3, -1.3].flatMap(z => [0.8, -0.8].map(x => ({ position: [x, 0, z] }))),
  });
  vehicle.brake(4000);
  const step = (frames: number) => {
    for (let frame = 0; frame < frames; frame++) {
      vehicle.step(dt);
      world.step(dt);
    }
  };
  step(300);
  expect(world.bodies.asleep[car]).toBe(1);
  return { world, vehicle, car, ground, step };
}

describe('A car asleep on a slope', () => {
  it('rolls down once its brakes are released', () => {
    const { world, vehicle, car, step } = parked();
    vehicle.brake(0);
    step(60);
    const speed = Math.hypot(...world.bodies.velocities.subarray(3 * car, 3 * car + 3));
    const [{ inertia, radius, rollingResistance }] = vehicle.wheels;
    const pull = 1200 * 9.81 * (Math.sin(slope) - rollingResistance * Math.cos(slope));
    expect(speed / (pull / (1200 + (4 * inertia) / radius ** 2))).toBeCloseTo(1, 2);
  });

  it('slides down once its tyres, or the ground, are ice', () => {
    for (const isGround of [true, false]) {
      const { world, vehicle, car, ground, step } = parked();
      if (isGround) world.setMaterial(ground, { friction: 0.001 });
      else for (const wheel of vehicle.wheels) wheel.friction = 0.001;
      step(60);
      expect(world.bodies.velocities[3 * car + 2]).toBeLessThan(-1);
    }
  });

  it('sleeps on if nothing changes, and goes on with the same bits after load', () => {
    const { world, vehicle, car, step } = parked();
    vehicle.brake(4000);
    step(10);
    expect(world.bodies.asleep[car]).toBe(1);
    vehicle.brake(0);
    const snapshot = world.snapshot();
    const state = new Float64Array(vehicle.stateLength);
    vehicle.save(state);
    step(30);
    const z = world.bodies.positions[3 * car + 2];
    world.restore(snapshot);
    vehicle.load(state);
    step(30);
    expect(world.bodies.positions[3 * car + 2]).toBe(z);
    expect(world.bodies.asleep[car]).toBe(0);
  });
});
