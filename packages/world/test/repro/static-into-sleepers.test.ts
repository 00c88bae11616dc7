import { BoxShape, HalfSpace } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const cube = new BoxShape([0.5, 0.5, 0.5]);
const dt = 1 / 60;

function asleep(): { world: World; box: number } {
  const world = new World();
  world.add({ shape: new HalfSpace() });
  const box = world.add({ shape: cube, position: [0, 0.5, 0] });
  for (let n = 0; n < 60; n++) world.step(dt);
  expect(world.bodies.asleep[box]).toBe(1);
  return { world, box };
}

describe('what does not move, where something sleeps', () => {
  it('a sensor that is added tells of it, and does not wake it', () => {
    const { world, box } = asleep();
    const sensor = world.add({ shape: cube, type: 'static', sensor: true, position: [0, 1, 0] });
    world.step(dt);
    expect(world.events.begun.toArray()).toEqual([[box, sensor]]);
    world.step(dt);
    expect(world.events.begun.count).toBe(0);
    expect(world.events.touching.count).toBe(2);
    world.setPose(sensor, [9, 1, 0]);
    world.step(dt);
    expect(world.events.ended.toArray()).toEqual([[box, sensor]]);
    world.setPose(sensor, [0, 1, 0]);
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(world.events.touching.count).toBe(2);
    expect(world.sleeperCount).toBe(1);
  });

  it('a box that is put into it pushes it away, and half-spaces too', () => {
    const { world, box } = asleep();
    const wall = world.add({ shape: cube, type: 'static', position: [9, 0.5, 0] });
    for (let n = 0; n < 3; n++) world.step(dt);
    expect(world.bodies.asleep[box]).toBe(1);
    world.setPose(wall, [0.8, 0.5, 0]);
    for (let n = 0; n < 90; n++) world.step(dt);
    expect(world.bodies.positions[3 * box]).toBeLessThan(-0.15);
    const { world: other, box: second } = asleep();
    other.add({ shape: new HalfSpace([0, 1, 0], 0.2) });
    for (let n = 0; n < 60; n++) other.step(dt);
    expect(other.bodies.positions[3 * second + 1]).toBeGreaterThan(0.68);
  });

  it('leaves static bodies alone among themselves', () => {
    const { world } = asleep();
    for (let x = 0; x < 4; x++) world.add({ shape: cube, type: 'static', position: [5 + 0.5 * x, 0, 0] });
    world.step(dt);
    expect(world.counters.tested).toBe(0);
    expect(world.events.touching.count).toBe(1);
    world.applyForce(0, [0, 1, 0]);
    world.applyImpulse(0, [0, 1, 0]);
    world.step(dt);
    expect(world.sleeperCount).toBe(1);
  });
});
