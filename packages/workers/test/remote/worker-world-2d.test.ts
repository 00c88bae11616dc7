import type { Worker } from 'node:worker_threads';
import { IdList, type Vec2 } from '@colide/core';
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PointShape2d,
  PolygonShape2d,
  Posed2d,
  Rounded2d,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { ChainShape2d } from '@colide/narrowphase';
import { WorkerWorld2d, type WorkerWorldOptions2d } from '@colide/workers';
import {
  type BodySettings2d,
  createWorldHit2d,
  World2d,
  WorldHitList2d,
  WorldJoints2d,
  WorldQueries2d,
  worldExtras2d,
} from '@colide/world2d';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleWorker } from '../support/node-worker.ts';

const plainWorker = await bundleWorker(new URL('../../src/worker-2d.ts', import.meta.url));
const ownWorker = await bundleWorker(new URL('../support/own-worker-2d.ts', import.meta.url));
const dt = 1 / 60;
const box = new BoxShape2d([0.5, 0.5]);

const worlds: WorkerWorld2d[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

function makeWorld(options: WorkerWorldOptions2d = {}, worker: Worker = plainWorker()): WorkerWorld2d {
  const world = new WorkerWorld2d(worker, options);
  worlds.push(world);
  return world;
}

const shapes: BodySettings2d['shape'][] = [
  box,
  new CircleShape2d(0.5),
  new CapsuleShape2d(0.3, 0.4),
  new PolygonShape2d([-0.5, -0.4, 0.6, -0.3, 0.1, 0.7]),
  new Rounded2d([-0.3, -0.3, 0.3, -0.3, 0, 0.4], 0.15),
  new Compound2d([{ shape: box }, { shape: new CircleShape2d(0.4), position: [0.7, 0.2], angle: 0.3 }]),
];

/** The same bodies in any world: all kinds of shapes on a half-plane and in a chain. */
function fill(world: Pick<World2d, 'add'>, count = 36): void {
  const random = new Random(2);
  world.add({ shape: new HalfPlane2d([0.1, 1], -1) });
  world.add({ shape: new ChainShape2d([6, 9, 4, 0, -4, 0, -6, 9]), type: 'static' });
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % shapes.length],
      position: { x: random.uniform(-2, 2), y: 1 + 0.8 * i },
      rotation: i % 2 ? random.uniform(-3, 3) : [random.normal(), random.normal()],
      angularVelocity: random.normal(),
      rollingFriction: 0.05,
    });
}

const state = (world: WorkerWorld2d | World2d) =>
  (['positions', 'rotations', 'velocities', 'angularVelocities', 'asleep'] as const).map(name =>
    Buffer.from(world.bodies[name].slice().buffer).toString('base64'),
  );

const modes: [string, WorkerWorldOptions2d][] = [
  ['shared memory', { shared: true }],
  ['messages', { shared: false }],
];

describe.each(modes)('WorkerWorld2d with %s', (_, mode) => {
  it('takes the same steps as a World2d, to the last bit', async () => {
    const options = { gravity: [0, -5], solver: { substeps: 3 } } as const;
    const world = makeWorld({ ...mode, ...options });
    const local = new World2d({ ...worldExtras2d, ...options });
    fill(world);
    fill(local);
    let begun = 0;
    for (let n = 0; n < 120; n++) {
      for (const w of [world, local]) {
        if (n === 20) w.applyImpulse(3, [1, 20], { x: 0, y: 1 });
        if (n === 25) w.applyTorque(4, 30);
        if (n === 30) w.setVelocity(4, [1, 2], 3);
        if (n === 40) w.remove(5);
        if (n === 45) expect(w.add({ shape: box, position: [0, 40] })).toBe(5);
        if (n === 47) w.setMaterial(2, { friction: 0, restitution: 0.5 });
        if (n === 50) w.setPose(6, [0, 30], 1.2);
        if (n === 60) w.applyForce(7, [0, 500]);
        if (n === 65) w.wake(8);
      }
      if (n === 42) expect([...world.ids()]).toEqual([...local.ids()]);
      await world.step(dt);
      world.update();
      local.step(dt);
      begun += world.events.begun.count;
      expect(world.events.begun.toArray()).toEqual(local.events.begun.toArray());
      expect(world.events.ended.toArray()).toEqual(local.events.ended.toArray());
    }
    expect(begun).toBeGreaterThan(20);
    expect(state(world)).toEqual(state(local));
    expect(world.stepCount).toBe(120);
    expect(world.sleeperCount).toBe(local.sleeperCount);
    for (const body of local.ids()) {
      const [p, q, r, s]: Vec2[] = [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ];
      world.getPose(p, q, body);
      local.getPose(r, s, body);
      expect([p, q, world.angleOf(body)]).toEqual([r, s, local.angleOf(body)]);
    }
    expect([...(await world.touching())]).toEqual(local.events.touching.toArray().flat());
    const { count, points } = await world.contacts();
    expect(count).toBeGreaterThan(20);
    expect(points).toEqual(local.contacts.arrays.points.slice(0, 2 * local.contacts.count));
  });

  it('joins bodies as a World2d does', async () => {
    const world = makeWorld(mode);
    const local = new World2d(worldExtras2d);
    const joints = new WorldJoints2d(local);
    for (const w of [world, local]) for (let i = 0; i < 4; i++) w.add({ shape: box, position: [2 * i, 5] });
    for (const set of [world.joints, joints]) {
      expect(await set.revolute(undefined, 0, { anchor: [-1, 5] })).toBe(0);
      await set.rope(0, 1);
      const slide = await set.prismatic(undefined, 2, { axis: { x: 1, y: 0 }, limits: [-1, 1] });
      await set.setMotor(slide, { speed: 1, maxForce: 50 });
      await set.remove(await set.weld(2, 3));
    }
    for (let n = 0; n < 60; n++) {
      await world.step(dt);
      local.step(dt);
    }
    expect(state(world)).toEqual(state(local));
    expect(await world.joints.value(2)).toBe(joints.value(2));
    expect(joints.value(2)).toBeGreaterThan(0.5);
    expect(await world.joints.bodies(1)).toEqual([0, 1]);
    expect(await world.joints.has(3)).toBe(false);
    await expect(world.joints.revolute(0, 99, { anchor: [0, 0] })).rejects.toThrow(/^b must/);
    await expect(world.joints.value(3)).rejects.toThrow(/^joint must/);
  });

  it('runs by itself and stops', async () => {
    const world = makeWorld({ ...mode, fixedStep: 1 / 240 });
    fill(world, 5);
    world.start(4);
    const stepCountNow = () => {
      world.update();
      return world.stepCount;
    };
    await expect.poll(stepCountNow, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(20);
    world.stop();
    await world.sync();
    const { stepCount } = world;
    await new Promise(resolve => setTimeout(resolve, 60));
    await world.sync();
    expect(world.stepCount).toBe(stepCount);
  });

  it('advances, snapshots and restores', async () => {
    const world = makeWorld(mode);
    const local = new World2d(worldExtras2d);
    fill(world);
    fill(local);
    for (const elapsed of [0.05, 0.001, 0.02, 9])
      expect(await world.advance(elapsed)).toBe(local.advance(elapsed));
    expect(world.stepCount).toBe(3 + 1 + 5);
    const snapshot = await world.snapshot();
    expect(new Uint8Array(snapshot)).toEqual(new Uint8Array(local.snapshot()));
    for (let n = 0; n < 20; n++) await world.step(dt);
    const later = state(world);
    await world.restore(snapshot);
    for (let n = 0; n < 20; n++) await world.step(dt);
    expect(state(world)).toEqual(later);
  });
});

it('answers every query as a world here does', async () => {
  const world = makeWorld();
  const local = new World2d(worldExtras2d);
  for (const w of [world, local]) {
    fill(w, 12);
    w.add({ shape: box, type: 'static', position: [0, 3], group: 2, sensor: true });
  }
  const queries = new WorldQueries2d(local);
  const [hit, other] = [createWorldHit2d(), createWorldHit2d()];
  const [hits, others] = [new WorldHitList2d(), new WorldHitList2d()];
  const probe = new Posed2d(new CircleShape2d(0.7), [0.3, 4], 0.4);
  const first = async (asked: Promise<number>, expected: number) => {
    expect(await asked).toBe(expected);
    expect(expected).toBeLessThan(Infinity);
    expect(hit).toEqual(other);
  };
  const every = async (asked: Promise<number>, expected: number) => {
    expect(await asked).toBe(expected);
    expect(expected).toBeGreaterThan(1);
    expect(Array.from({ length: hits.count }, (_, i) => hits.get(i))).toEqual(
      Array.from({ length: others.count }, (_, i) => others.get(i)),
    );
  };
  for (const filter of [undefined, { sensors: true, except: 3 }]) {
    const ray = [[0.1, 30], [0, -1], 100, filter] as const;
    const segment = [[0.1, 30], { x: 0.2, y: -3 }, filter] as const;
    const cast = [probe, [0, -9], filter] as const;
    const near = [new Posed2d(new PointShape2d(), [8, 4]), 9, filter] as const;
    await first(world.raycast(hit, ...ray), queries.raycast(other, ...ray));
    await first(world.segmentcast(hit, ...segment), queries.segmentcast(other, ...segment));
    await first(world.shapecast(hit, ...cast), queries.shapecast(other, ...cast));
    await first(world.closest(hit, ...near), queries.closest(other, ...near));
    await every(world.raycastEvery(hits, ...ray), queries.raycastEvery(others, ...ray));
    await every(world.segmentcastEvery(hits, ...segment), queries.segmentcastEvery(others, ...segment));
    await every(world.shapecastEvery(hits, ...cast), queries.shapecastEvery(others, ...cast));
  }
  const ids = new IdList();
  queries.overlap(ids, probe);
  expect(ids.count).toBeGreaterThan(0);
  expect(await world.overlap(probe)).toEqual(ids.toArray());
  ids.clear();
  queries.overlapBox(ids, [-1, 2, 1, 6]);
  expect(ids.count).toBeGreaterThan(2);
  expect(await world.overlapBox([-1, 2, 1, 6])).toEqual(ids.toArray());
  ids.clear();
  queries.overlapPoint(ids, [0, -5]);
  expect(await world.overlapPoint([0, -5])).toEqual(ids.toArray());
  expect(ids.toArray()).toContain(0);
});

it('serves a world of the user with parts, joints and functions', async () => {
  const world = makeWorld({}, ownWorker());
  await world.ready;
  expect(world.count).toBe(1);
  expect(await world.call('double', 21)).toBe(42);
  expect(await world.call('addBox', 4)).toBe(1);
  expect(world.add({ shape: box })).toBe(2);
  await world.step(dt);
  expect(world.parts[0].length).toBeGreaterThan(6);
  await expect(world.call('toString')).rejects.toThrow('name must be');
});

it('restarts from the last snapshot with bodies, generations and joints', async () => {
  const world = makeWorld({ snapshotEvery: 10 }, ownWorker());
  const twin = makeWorld({ snapshotEvery: 0 }, ownWorker());
  for (const w of [world, twin]) {
    await w.ready;
    fill(w, 12);
    w.remove(4);
    w.remove(6);
    w.add({ shape: box, position: [30, 8] });
    await w.joints.rope(undefined, 4, { anchorA: [31, 9] });
    await w.joints.distance(7, 8);
    for (let n = 0; n < 20; n++) await w.step(dt);
  }
  world.onerror = () => {};
  await expect(world.call('leave')).rejects.toThrow('code 3');
  expect(() => world.add({ shape: box })).toThrow('code 3');
  await world.restart(ownWorker());
  expect(world.failure).toBeUndefined();
  for (const w of [world, twin]) {
    expect(w.add({ shape: box, position: [50, 0] })).toBe(6);
    for (let n = 0; n < 40; n++) await w.step(dt);
  }
  expect(state(world)).toEqual(state(twin));
  expect(await world.joints.has(2)).toBe(true);
  // The rope holds what would have fallen four metres by now.
  expect(world.bodies.positions[9]).toBeGreaterThan(7);
});

it('rejects what waits when the world is disposed of', async () => {
  const world = makeWorld();
  const step = world.step(dt);
  world.dispose();
  await expect(step).rejects.toThrow('disposed');
});
