import { BoxShape, SphereShape } from '@colide/geometry';
import { WorkerWorld } from '@colide/workers';
import { createWorldHit, type NamedQuat, type NamedVec3, World, WorldHitList } from '@colide/world';
import { expect, it } from 'vitest';
import { servedPort } from '../support/channel.ts';

const v = (x: number, y: number, z: number): NamedVec3 => ({ x, y, z });
const q = (x: number, y: number, z: number, w: number): NamedQuat => ({ x, y, z, w });

it('a world in a worker takes vectors with named components, to the same bits as arrays', async () => {
  const world = new WorkerWorld(servedPort(), { gravity: v(0, -5, 1), shared: false });
  const local = new World({ gravity: [0, -5, 1] });
  const shape = new BoxShape([0.5, 0.25, 0.5]);
  try {
    const body = world.add({
      shape,
      position: v(1, 2, 3),
      rotation: q(0.5, 0.5, 0.5, 0.5),
      velocity: v(1, 0, -1),
      angularVelocity: v(0, 2, 0.5),
    });
    local.add({
      shape,
      position: [1, 2, 3],
      rotation: [0.5, 0.5, 0.5, 0.5],
      velocity: [1, 0, -1],
      angularVelocity: [0, 2, 0.5],
    });
    world.setPose(body, v(-1, 4, 2), q(0, 1, 0, 1));
    local.setPose(body, [-1, 4, 2], [0, 1, 0, 1]);
    world.setVelocity(body, v(0, 0.5, 0), v(0.5, 0, 0));
    local.setVelocity(body, [0, 0.5, 0], [0.5, 0, 0]);
    world.applyImpulse(body, v(10, 20, 30), v(1, 0, 0));
    local.applyImpulse(body, [10, 20, 30], [1, 0, 0]);
    world.applyForce(body, v(100, 0, 50), v(-1, 3.5, 2));
    local.applyForce(body, [100, 0, 50], [-1, 3.5, 2]);
    world.setGravity(v(0, -3, 0));
    local.gravity.set([0, -3, 0]);
    await world.step(1 / 60);
    local.step(1 / 60);
    expect(new Uint8Array(await world.snapshot())).toEqual(new Uint8Array(local.snapshot()));
  } finally {
    world.dispose();
  }
});

it('a world in a worker takes rays and motions with named components', async () => {
  const world = new WorkerWorld(servedPort(), { shared: false });
  try {
    const body = world.add({ shape: new SphereShape(1), position: v(4, 0, 0), type: 'static' });
    const hit = createWorldHit();
    expect(await world.raycast(hit, v(0, 0, 0), v(1, 0, 0))).toBeCloseTo(3, 12);
    expect(hit.body).toBe(body);
    expect(await world.raycastEvery(new WorldHitList(), v(0, 0, 0), v(2, 0, 0))).toBe(1);
    expect(await world.shapecast(hit, new SphereShape(1), v(4, 0, 0))).toBeCloseTo(0.5, 6);
  } finally {
    world.dispose();
  }
});

it('errors name the argument before anything is sent', async () => {
  const nan = v(0, Number.NaN, 0);
  const unused = servedPort();
  expect(() => new WorkerWorld(unused, { gravity: nan })).toThrow(/gravity\.y/);
  unused.terminate?.();
  const world = new WorkerWorld(servedPort(), { shared: false });
  try {
    const body = world.add({ shape: new SphereShape(1) });
    expect(() => world.add({ shape: new SphereShape(1), position: nan })).toThrow(/position\.y/);
    expect(() => world.setPose(body, nan)).toThrow(/position\.y/);
    expect(() => world.setVelocity(body, nan)).toThrow(/velocity\.y/);
    expect(() => world.applyImpulse(body, [0, 0, 0], nan)).toThrow(/point\.y/);
    expect(() => world.setGravity(nan)).toThrow(/gravity\.y/);
    await expect(world.raycast(createWorldHit(), nan, [0, 0, 1])).rejects.toThrow(/origin\.y/);
    await expect(world.shapecast(createWorldHit(), new SphereShape(1), nan)).rejects.toThrow(/motion\.y/);
    await world.sync();
    expect(world.count).toBe(1);
  } finally {
    world.dispose();
  }
});
