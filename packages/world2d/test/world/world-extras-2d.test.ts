import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { ParticleSolver2d, restitution2d } from '@colide/solvers';
import { World2d, worldExtras2d, worldLoad2d, worldSave2d, worldSnapshots2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const shape = new CircleShape2d(0.5);

describe('a planar world without extras', () => {
  it('names the option that bouncing needs, and changes nothing', () => {
    const world = new World2d();
    const add = () => world.add({ shape, restitution: 0.5 });
    expect(add).toThrow('restitution must be 0 unless options.restitution is restitution2d, got 0.5');
    expect(world.count).toBe(0);
    const ball = world.add({ shape, restitution: 0 });
    expect(() => world.setMaterial(ball, { restitution: 1, friction: 0.1 })).toThrow(/restitution2d/);
    expect(world.table.frictions[ball]).toBe(0.6);
  });

  it('names the option that snapshots need', () => {
    const world = new World2d();
    expect(() => world.snapshot()).toThrow('options.snapshots must be worldSnapshots2d');
    expect(() => world.restore(new ArrayBuffer(8))).toThrow('options.snapshots must be worldSnapshots2d');
  });

  it('is saved and loaded all the same, and has them then', () => {
    const world = new World2d();
    world.add({ shape: new BoxShape2d([1, 1]), velocity: [1, 2] });
    world.step(1 / 60);
    const loaded = worldLoad2d(worldSave2d(world));
    loaded.restore(loaded.snapshot());
    expect(loaded.add({ shape, restitution: 1 })).toBe(1);
    expect(loaded.bodies.positions.slice(0, 2)).toEqual(world.bodies.positions.slice(0, 2));
  });
});

describe('a planar world that bounces', () => {
  it('does so with restitution2d, or with particles', () => {
    for (const options of [{ restitution: restitution2d }, { solver: new ParticleSolver2d() }]) {
      const world = new World2d({ ...options, gravity: [0, 0] });
      world.add({ shape: new BoxShape2d([1, 5]), position: [3, 0], type: 'static' });
      const ball = world.add({ shape, velocity: [5, 0], restitution: 1 });
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      expect(world.bodies.velocities[2 * ball]).toBeLessThan(-4);
    }
  });

  it('and takes snapshots with worldSnapshots2d; worldExtras2d is both', () => {
    expect(worldExtras2d).toEqual({ restitution: restitution2d, snapshots: worldSnapshots2d });
  });
});
