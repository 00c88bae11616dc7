/** Gravity and friction of a world that runs, and how frames are counted. */
import { BoxShape, HalfSpace, World } from 'colide';
import { describe, expect, it } from 'vitest';
import { FrameRate } from '../src/page/frame-rate.ts';
import { tuneWorld } from '../src/tune.ts';

describe('tuneWorld', () => {
  it('wakes what sleeps and lets it fall the other way', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
    for (let i = 0; i < 120; i++) world.step(1 / 60);
    expect(world.sleeperCount).toBe(1);
    tuneWorld(world, { gravity: -2 });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(world.bodies.velocities[3 * box + 1]).toBeCloseTo(2, 1);
  });

  it('takes friction away, so that a box slides on', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const box = world.add({
      shape: new BoxShape([0.5, 0.5, 0.5]),
      position: [0, 0.5, 0],
      velocity: [3, 0, 0],
    });
    tuneWorld(world, { friction: 0 });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(world.bodies.velocities[3 * box]).toBeCloseTo(3, 6);
  });
});

describe('FrameRate', () => {
  it('counts slow frames as slow', () => {
    const rate = new FrameRate();
    for (let now = 0; now <= 2000; now += 500) rate.count(now);
    expect(rate.value).toBeCloseTo(2, 9);
  });

  it('counts all frames of a second, long and short ones', () => {
    const rate = new FrameRate();
    for (const now of [0, 10, 20, 30, 1000]) rate.count(now);
    expect(rate.value).toBeCloseTo(4, 9);
  });
});
