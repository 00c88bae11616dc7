import { SphereShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe('a free body', () => {
  it.each([0.4, 0.5, 1, 2])('falls in steps of %d s: it would sleep before it had begun to', dt => {
    const world = new World();
    const ball = world.add({ shape: new SphereShape(0.5), position: [0, 9, 0] });
    world.step(dt);
    world.step(dt);
    expect(world.bodies.velocities[3 * ball + 1]).toBeCloseTo(-2 * 9.81 * dt, 6);
    expect(world.sleeperCount).toBe(0);
  });
});
