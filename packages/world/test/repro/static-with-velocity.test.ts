import { BoxShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe('static bodies', () => {
  it('have no velocity: their state would move and their collider stay', () => {
    const world = new World();
    const shape = new BoxShape([1, 1, 1]);
    expect(() => world.add({ shape, type: 'static', velocity: [1, 0, 0] })).toThrow(/velocity/);
    expect(() => world.add({ shape, type: 'static', angularVelocity: [0, 1, 0] })).toThrow(/angularVelocity/);
    const body = world.add({ shape, type: 'static', velocity: [0, 0, 0] });
    expect(() => world.setVelocity(body, [1, 0, 0])).toThrow(/static/);
    world.applyImpulse(body, [1, 2, 3]);
    world.step(1 / 60);
    expect([...world.bodies.positions.slice(0, 3)]).toEqual([0, 0, 0]);
  });
});
