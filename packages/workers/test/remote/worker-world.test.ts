import type { Worker } from 'node:worker_threads';
import type { Quat, Vec3 } from '@colide/core';
import {
  BoxShape,
  type ConvexShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { WorkerWorld, type WorkerWorldOptions } from '@colide/workers';
import { createWorldHit, World, WorldQueries } from '@colide/world';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleWorker } from '../support/node-worker.ts';

const plainWorker = await bundleWorker(new URL('../../src/worker.ts', import.meta.url));
const ownWorker = await bundleWorker(new URL('../support/own-worker.ts', import.meta.url));
const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);

const worlds: WorkerWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

function makeWorld(options: WorkerWorldOptions = {}, worker: Worker = plainWorker()): WorkerWorld {
  const world = new WorkerWorld(worker, options);
  worlds.push(world);
  return world;
}

/** The same bodies in any world. */
function fill(world: Pick<World, 'add'>, count = 30): void {
  const random = new Random(2);
  const shapes: ConvexShape[] = [
    cube,
    new SphereShape(0.5),
    new CylinderShape(0.4, 0.4),
    HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, 0.8, 0.8]),
  ];
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % shapes.length],
      position: [random.uniform(-1, 1), 1 + i, random.uniform(-1, 1)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
}

function expectSameState(world: WorkerWorld, local: World): void {
  for (const name of ['positions', 'rotations', 'velocities', 'angularVelocities'] as const)
    expect(
      Buffer.from(world.bodies[name].slice().buffer).equals(Buffer.from(local.bodies[name].slice().buffer)),
    ).toBe(true);
}

const modes: [string, WorkerWorldOptions][] = [
  ['shared memory', { shared: true }],
  ['messages', { shared: false }],
];

describe.each(modes)('WorkerWorld with %s', (_, mode) => {
  it('takes the same steps as a World, to the last bit', async () => {
    const world = makeWorld({ ...mode, gravity: [0, -5, 0], solver: { substeps: 3 } });
    const local = new World({ gravity: [0, -5, 0], solver: { substeps: 3 } });
    fill(world);
    fill(local);
    expect(world.count).toBe(local.count);
    const begun = [];
    for (let n = 0; n < 90; n++) {
      if (n === 20) for (const w of [world, local]) w.applyImpulse(3, [100, 200, 0], [0, 1, 0]);
      if (n === 30) for (const w of [world, local]) w.setVelocity(4, [1, 2, 3]);
      if (n === 40) for (const w of [world, local]) w.remove(5);
      if (n === 45)
        for (const w of [world, local]) expect(w.add({ shape: cube, position: [0, 40, 0] })).toBe(5);
      if (n === 42) expect([...world.ids()]).toEqual([...local.ids()]);
      if (n === 42) expect([4, 5, 99].map(body => world.has(body))).toEqual([true, false, false]);
      if (n === 47)
        for (const w of [world, local]) w.setMaterial(2, { friction: 0, restitution: 0.5, sensor: false });
      if (n === 50) for (const w of [world, local]) w.setPose(6, [0, 30, 0], [0, 0, 1, 1]);
      if (n === 60) for (const w of [world, local]) w.applyForce(7, [0, 5000, 0]);
      await world.step(dt);
      world.update();
      local.step(dt);
      begun.push(...world.events.begun.toArray());
      expect(world.events.begun.toArray()).toEqual(local.events.begun.toArray());
      expect(world.events.ended.toArray()).toEqual(local.events.ended.toArray());
    }
    expect(begun.length).toBeGreaterThan(10);
    expectSameState(world, local);
    expect(world.stepCount).toBe(90);
    expect(world.time).toBeCloseTo(1.5);
    expect(world.counters).toEqual(local.counters);
    expect(world.timings.total).toBeGreaterThan(0);
    const [p, q, r, s] = [
      [0, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 0],
      [0, 0, 0, 1],
    ] as [Vec3, Quat, Vec3, Quat];
    world.getPose(p, q, 4);
    local.getPose(r, s, 4);
    expect([p, q]).toEqual([r, s]);
    expect([...(await world.touching())]).toEqual(local.events.touching.toArray().flat());
    expect((await world.contacts()).points).toEqual(local.contacts.points.slice(0, 3 * local.contacts.count));
  });

  it('answers queries, snapshots and restores', async () => {
    const world = makeWorld(mode);
    const local = new World();
    fill(world);
    fill(local);
    await world.advance(0.05);
    local.advance(0.05);
    const snapshot = await world.snapshot();
    expect(snapshot.byteLength).toBe(local.snapshot().byteLength);
    const queries = new WorldQueries(local);
    const [hit, other] = [createWorldHit(), createWorldHit()];
    expect(await world.raycast(hit, [0, 50, 0], [0, -1, 0])).toBe(
      queries.raycast(other, [0, 50, 0], [0, -1, 0]),
    );
    expect(hit).toEqual(other);
    expect(hit.body).toBeGreaterThan(0);
    await world.shapecast(hit, cube, [0, 50, 0]);
    queries.shapecast(other, cube, [0, 50, 0]);
    expect(hit).toEqual(other);
    await world.closest(hit, cube, 3);
    queries.closest(other, cube, 3);
    expect(hit).toEqual(other);
    expect(await world.overlap(new BoxShape([2, 5, 2]))).toContain(0);
    for (let n = 0; n < 20; n++) await world.step(dt);
    const later = world.bodies.positions.slice();
    await world.restore(snapshot);
    for (let n = 0; n < 20; n++) await world.step(dt);
    expect(world.bodies.positions).toEqual(later);
  });

  it('runs by itself and stops', async () => {
    const world = makeWorld({ ...mode, fixedStep: 1 / 240 });
    fill(world, 5);
    world.start(4);
    const stepCountNow = () => {
      world.update();
      return world.stepCount;
    };
    await expect.poll(stepCountNow, { interval: 5, timeout: 120_000 }).toBeGreaterThanOrEqual(20);
    world.stop();
    await world.sync();
    const { stepCount } = world;
    expect(world.bodies.velocities.some(v => v !== 0)).toBe(true);
    await new Promise(resolve => setTimeout(resolve, 60));
    await world.sync();
    expect(world.stepCount).toBe(stepCount);
  });

  it('keeps up with a world that grows', async () => {
    const world = makeWorld(mode);
    const ids = Array.from({ length: 200 }, (_, i) => world.add({ shape: cube, position: [2 * i, 0, 0] }));
    await world.sync();
    expect(ids.map(id => world.bodies.positions[3 * id])).toEqual(ids.map(id => 2 * id));
    expect(world.bodies.slots[199]).toBe(1);
    for (const id of ids) world.remove(id);
    await world.sync();
    expect(world.count).toBe(0);
    expect(world.bodies.slots.every(slot => slot === 0)).toBe(true);
  });
});

describe('WorkerWorld', () => {
  it('serves a world of the user with parts, joints and functions', async () => {
    const world = makeWorld({}, ownWorker());
    await world.ready;
    expect(world.count).toBe(2);
    expect(world.add({ shape: cube, position: [0, 9, 0] })).toBe(2);
    await world.step(dt);
    await world.step(dt);
    expect([...world.parts[0]]).toEqual([2, 7]);
    expect(await world.call('double', 21)).toBe(42);
    expect(await world.call('sizeLater')).toBe(3);
    await expect(world.call('toString')).rejects.toThrow('name must be');
  });

  it('checks arguments before they are sent', async () => {
    const world = makeWorld();
    expect(() => world.add({ shape: cube, density: -1 })).toThrow('density');
    expect(() => world.add({ shape: new CylinderShape(1, 0) })).toThrow('mass');
    expect(() => world.remove(0)).toThrow('body must be');
    const body = world.add({ shape: cube });
    expect(body).toBe(0);
    expect(() => world.setPose(body, [0, Number.NaN, 0])).toThrow('position');
    expect(() => world.getPose([0, 0, 0], [0, 0, 0, 1], body)).toThrow('sync');
    await expect(world.step(-1)).rejects.toThrow(RangeError);
    await expect(world.restore(new ArrayBuffer(8))).rejects.toThrow('snapshot');
    await world.step(dt);
    expect(world.stepCount).toBe(1);
  });
});

describe('a worker that fails', () => {
  it('tells of a step that throws, and keeps the last frame', async () => {
    const world = makeWorld({}, ownWorker());
    await world.ready;
    await world.step(dt);
    const before = world.bodies.positions.slice();
    await world.call('breakWorld');

    await expect(world.step(dt)).rejects.toThrow('finite');
    expect(world.stepCount).toBe(1);
    expect(world.bodies.positions).toEqual(before);
    expect(world.failure).toBeUndefined();
  });

  it('tells onerror what happens while it runs by itself', async () => {
    const world = makeWorld({}, ownWorker());
    await world.ready;
    const error = new Promise<Error>(resolve => {
      world.onerror = resolve;
    });
    world.start();
    await world.call('breakWorld');
    expect((await error).message).toContain('finite');
  });

  it.each([
    ['throws', 'explode', 'had enough'],
    ['ends', 'leave', 'code 3'],
  ])('is noticed when it %s, and restarts from the last snapshot', async (_, handler, message) => {
    const world = makeWorld({ snapshotEvery: 10 }, ownWorker());
    await world.ready;
    const local = new World();
    local.add({ shape: cube, type: 'static', position: [0, 5, 0] });
    local.remove(local.add({ shape: cube }));
    local.add({ shape: cube, position: [0, 20, 0] });
    for (const w of [world, local])
      for (let i = 0; i < 10; i++) w.add({ shape: cube, position: [0.1 * i, 7 + i, 0] });
    for (const w of [world, local]) w.remove(6);
    for (let n = 0; n < 25; n++) await world.step(dt);
    for (let n = 0; n < 20; n++) local.step(dt);
    const late = world.add({ shape: cube, position: [50, 0, 0] });
    await world.sync();
    const before = world.bodies.positions.slice();
    const heard: Error[] = [];
    world.onerror = error => heard.push(error);
    await expect(world.call(handler)).rejects.toThrow(message);
    expect(heard.map(error => error.message)).toEqual([expect.stringContaining(message)]);
    expect(world.failure).toBe(heard[0]);
    expect(() => world.add({ shape: cube })).toThrow(message);
    await expect(world.step(dt)).rejects.toThrow(message);
    world.update();
    expect(world.bodies.positions).toEqual(before);

    await world.restart(ownWorker());
    expect(world.failure).toBeUndefined();
    expect(world.bodies.slots[late]).toBe(1);
    world.remove(late);
    for (let n = 0; n < 30; n++) await world.step(dt);
    for (let n = 0; n < 30; n++) local.step(dt);
    expectSameBodies(world, local, late);
    expect(world.add({ shape: cube, position: [0, 90, 0] })).toBe(late);
    await world.step(dt);
  });

  it('is noticed when it no longer answers', async () => {
    const world = makeWorld({ timeout: 500 }, ownWorker());
    world.onerror = () => {};
    await world.ready;
    const asked = world.step(dt);
    world.call('burn', 2000).catch(() => {});
    await asked;
    await expect(world.step(dt)).rejects.toThrow('500 ms');
    await world.restart(ownWorker());
    await world.step(dt);
    expect(world.stepCount).toBe(1);
  });

  it('is noticed when the file cannot be loaded', async () => {
    const { Worker: Thread } = await import('node:worker_threads');
    const world = makeWorld({}, new Thread(new URL('file:///no/such/file.mjs')));
    const heard = new Promise<Error>(resolve => {
      world.onerror = resolve;
    });
    await expect(world.ready).rejects.toThrow();
    expect(await heard).toBe(world.failure);
  });

  it('rejects what waits when the world is disposed of', async () => {
    const world = makeWorld();
    const step = world.step(dt);
    world.dispose();
    await expect(step).rejects.toThrow('disposed');
  });
});

/**
 * All bodies of `local` are in `world`, with the same bits; `late` is the id of one that `local` never had.
 */
function expectSameBodies(world: WorkerWorld, local: World, late: number): void {
  for (let body = 0; body < local.table.idCount; body++) {
    expect(world.bodies.slots[body]).toBe(local.table.slots[body]);
    if (body === late || local.table.slots[body] === 0) continue;
    for (let k = 3 * body; k < 3 * body + 3; k++)
      expect(world.bodies.positions[k]).toBe(local.bodies.positions[k]);
  }
}
