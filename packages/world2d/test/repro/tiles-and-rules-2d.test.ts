/**
 * A one-way platform that had been removed still kept the next body with its id from being looked at together
 * with other tiles, and moving a disabled lift threw. Parts of compounds on a wide floor were compared with
 * those of all others.
 */
import { BoxShape2d } from '@colide/geometry';
import { bodyChange2d, bodyMoveTo2d, ContactRules2d, World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const box = new BoxShape2d([0.5, 0.5]);

describe('Tiles', () => {
  it('are looked at together where one-way platforms were before', () => {
    const rules = new ContactRules2d();
    const world = new World2d({ solver: rules });
    const platforms = Array.from({ length: 16 }, (_, i) =>
      world.add({ shape: box, type: 'static', position: [i - 2, -40] }),
    );
    for (const [i, platform] of platforms.entries()) if (i % 2 === 0) rules.setOneWay(platform, [0, 1]);
    for (const platform of platforms) world.remove(platform);
    for (let i = 0; i < 16; i++)
      world.add({ shape: box, type: 'static', position: [i - 2, -0.5], friction: 0 });
    const body = world.add({ shape: box, position: [0, 0.5], velocity: [5, 0], friction: 0 });
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      expect(world.bodies.positions[2 * body + 1]).toBeLessThan(0.501);
    }
    expect(world.bodies.positions[2 * body]).toBeGreaterThan(9.95);
  });
});

describe('A lift', () => {
  it('may be moved while it is disabled, and stays where it is', () => {
    const world = new World2d();
    const lift = world.add({ shape: box, type: 'kinematic' });
    bodyChange2d(world, lift, { enabled: false });
    bodyMoveTo2d(world, lift, [0, 1], undefined, dt);
    world.step(dt);
    expect([...world.bodies.positions.subarray(0, 2)]).toEqual([0, 0]);
    bodyChange2d(world, lift, { enabled: true });
    bodyMoveTo2d(world, lift, [0, 1], undefined, dt);
    world.step(dt);
    expect(world.bodies.positions[1]).toBeCloseTo(1, 6);
  });
});
