import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { BodyHandle2d, World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

function create() {
  const world = new World2d({ gravity: [0, 0] });
  const id = world.add({ shape: new BoxShape2d([1, 1]), mass: 6, position: [1, 2], rotation: 0.5 });
  return { world, id, handle: new BodyHandle2d(world, id) };
}

describe('BodyHandle2d', () => {
  it('reads and writes what the world holds of its body', () => {
    const { world, id, handle } = create();
    expect([handle.position, handle.angle, handle.centerOfMass]).toEqual([
      [1, 2],
      expect.closeTo(0.5, 12),
      [1, 2],
    ]);
    handle.position = { x: 3, y: 4 };
    handle.angle = -1;
    handle.velocity = [1, 0];
    handle.angularVelocity = 2;
    expect([handle.position, handle.angle, handle.velocity, handle.angularVelocity]).toEqual([
      [3, 4],
      expect.closeTo(-1, 12),
      [1, 0],
      2,
    ]);
    expect(handle.velocityAt([3, 5])).toEqual([-1, 0]);
    expect([handle.mass, handle.type, handle.enabled, handle.isAsleep]).toEqual([6, 'dynamic', true, false]);
    handle.mass = 3;
    expect(1 / world.bodies.inverseMasses[id]).toBe(3);
    handle.shape = new CircleShape2d(1);
    expect([handle.shape.kind, handle.mass]).toEqual(['circle', 3]);
    handle.enabled = false;
    expect([handle.enabled, handle.isAsleep]).toEqual([false, true]);
    handle.change({ enabled: true, type: 'kinematic' });
    expect([handle.enabled, handle.type, handle.mass]).toEqual([true, 'kinematic', Infinity]);
    handle.moveTo([3, 5], undefined, 0.1);
    expect(handle.velocity[1]).toBeCloseTo(10, 12);
    handle.type = 'dynamic';
    handle.setMaterial({ friction: 0.1 });
    handle.userData = 'mine';
    expect([world.table.frictions[id], world.userData[id], handle.userData]).toEqual([0.1, 'mine', 'mine']);
    handle.velocity = [0, 0];
    handle.applyImpulse([3, 0]);
    expect(handle.velocity).toEqual([1, 0]);
    handle.applyForce([0, 3]);
    handle.applyTorque(1);
    handle.wake();
    world.step(1);
    expect(handle.velocity[1]).toBeCloseTo(1, 12);
  });

  it('knows when its body is gone, though its id is used again', () => {
    const { world, id, handle } = create();
    handle.remove();
    world.add({ shape: new CircleShape2d(1) });
    while (!world.has(id)) world.add({ shape: new CircleShape2d(1) });
    expect(handle.exists).toBe(false);
    expect(() => handle.position).toThrow(`body ${id} of generation 1 was removed`);
    expect(() => new BodyHandle2d(world, 99)).toThrow('id must be the id of a body');
    expect(() => new BodyHandle2d({} as World2d, 0)).toThrow('world must be a World2d');
  });
});
