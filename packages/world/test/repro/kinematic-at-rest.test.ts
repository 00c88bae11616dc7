import { BoxShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

interface Platform {
  world: World;
  platform: number;
  box: number;
}

function onPlatform(each?: (scene: Platform) => void): Platform {
  const world = new World();
  const platform = world.add({ shape: new BoxShape([3, 0.5, 3]), type: 'kinematic' });
  const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 1, 0] });
  for (let n = 0; n < 90; n++) {
    each?.({ world, platform, box });
    world.step(dt);
  }
  return { world, platform, box };
}

describe('a box on a kinematic platform', () => {
  it('sleeps while the platform stands still', () => {
    const { world, box } = onPlatform();
    expect(world.bodies.asleep[box]).toBe(1);
    expect(world.events.touching.count).toBe(1);
    const told = onPlatform(({ world, platform }) => world.setVelocity(platform, [0, 0, 0]));
    expect(told.world.bodies.asleep[told.box]).toBe(1);
  });

  it('wakes when the platform moves, however slowly, and is carried', () => {
    for (const speed of [0.01, 1]) {
      const { world, platform, box } = onPlatform();
      world.setVelocity(platform, [0, speed, 0]);
      for (let n = 0; n < 60; n++) world.step(dt);
      expect(world.bodies.positions[3 * box + 1]).toBeCloseTo(1 + speed, 2);
      expect(world.bodies.asleep[box]).toBe(0);
    }
  });

  it('wakes when the platform is put elsewhere', () => {
    const { world, platform, box } = onPlatform();
    world.setPose(platform, [0, -3, 0]);
    for (let n = 0; n < 30; n++) world.step(dt);
    expect(world.bodies.positions[3 * box + 1]).toBeLessThan(0.5);
  });

  it('does not wake for a sensor that moves through it', () => {
    const { world, box } = onPlatform();
    const shape = new BoxShape([0.5, 0.5, 0.5]);
    const eye = world.add({
      shape,
      type: 'kinematic',
      sensor: true,
      position: [-2, 1, 0],
      velocity: [2, 0, 0],
    });
    let begun = 0;
    for (let n = 0; n < 60; n++) {
      world.step(dt);
      for (let i = 0; i < world.events.begun.count; i++) if (world.events.begun.second(i) === eye) begun++;
    }
    expect(begun).toBe(2);
    expect(world.bodies.asleep[box]).toBe(1);
  });
});
