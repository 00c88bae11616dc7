import { BoxShape, HalfSpace, ParticleSolver, World } from 'colide';
import { describe, expect, it } from 'vitest';
import { Hand, rayBegin } from '../src/hand.ts';

const run = (world: World, hand: Hand, seconds: number) => {
  for (let i = 0; i < 60 * seconds; i++) {
    hand.pull(world);
    world.step(1 / 60);
  }
};

describe('the hand', () => {
  it.each([
    ['impulses', undefined],
    ['particles', new ParticleSolver()],
  ])('lifts a body by a corner, holds it and throws it (%s)', (_, solver) => {
    const world = new World(solver ? { solver } : {});
    world.add({ shape: new HalfSpace() });
    const body = world.add({ shape: new BoxShape([0.5, 0.3, 0.4]), position: [0, 0.3, 0] });
    const hand = new Hand();
    expect(hand.grab(world, 0, [0, 0, 0])).toBe(false);
    expect(hand.grab(world, -1, [0, 0, 0])).toBe(false);
    expect(hand.grab(world, body, [0.5, 0.6, 0.4])).toBe(true);
    hand.drag([1, 3, 2]);
    run(world, hand, 4);
    const { positions, velocities } = world.bodies;
    const at = Array.from(positions.subarray(3 * body, 3 * body + 3));
    // It hangs from its corner, half its diagonal away, and swings a little.
    const away = Math.hypot(at[0]! - 1, at[1]! - 3, at[2]! - 2) - Math.hypot(0.5, 0.3, 0.4);
    expect(Math.abs(away)).toBeLessThan(0.15);
    const speed = () => Math.hypot(...velocities.subarray(3 * body, 3 * body + 3));
    expect(speed()).toBeLessThan(1.5);
    for (let i = 0; i < 20; i++) {
      hand.drag([1 + 0.1 * i, 3, 2]);
      run(world, hand, 1 / 60);
    }
    hand.release();
    run(world, hand, 0.05);
    expect(velocities[3 * body]).toBeGreaterThan(2);
    run(world, hand, 3);
    expect(positions[3 * body + 1]).toBeLessThan(0.7);
    expect(positions[3 * body]).toBeGreaterThan(3);
  });

  it('looks into a container from outside', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    for (const x of [1, -1]) world.add({ shape: new HalfSpace([x, 0, 0], -3) });
    expect(rayBegin(world, [10, 5, 0], [-1, 0, 0])).toBe(7);
    expect(rayBegin(world, [10, 5, 0], [1, 0, 0])).toBe(0);
    expect(rayBegin(world, [0, 5, 0], [-1, 0, 0])).toBe(0);
  });
});
