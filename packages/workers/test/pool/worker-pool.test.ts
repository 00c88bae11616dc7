/** The stages of a step divided among real workers: the same bits for every number of them. */
import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { BoxShape, SphereShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { soak } from '@colide/testing';
import { WorkerPool, type WorkerPort, WorkerWorld } from '@colide/workers';
import { World, type WorldOptions } from '@colide/world';
import { afterEach, describe, expect, it } from 'vitest';
import { CrewBarrier, crewBytes, crewJob } from '../../src/pool/internal/crew-barrier.ts';
import type { PoolMessage } from '../../src/pool/internal/pool-protocol.ts';
import { bundleWorker } from '../support/node-worker.ts';
import { type BodyHolder, heap, slopes } from '../support/pool-scenes.ts';

const startWorker = await bundleWorker(new URL('../../src/worker.ts', import.meta.url));
const dt = 1 / 60;
const steps = 60;

const worlds: WorkerWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

function pooled(helpers: number): { world: WorkerWorld; workers: Worker[] } {
  const workers = Array.from({ length: helpers }, startWorker);
  const world = new WorkerWorld(startWorker(), { helpers: workers });
  worlds.push(world);
  return { world, workers };
}

function hash(bodies: Pick<World['bodies'], 'positions' | 'rotations' | 'velocities'>): string {
  const digest = createHash('sha256');
  for (const array of [bodies.positions, bodies.rotations, bodies.velocities])
    digest.update(new Uint8Array(array.slice().buffer));
  return digest.digest('hex');
}

async function run(world: WorkerWorld | World, count = steps): Promise<string[]> {
  const hashes = [];
  for (let n = 0; n < count; n++) {
    if (n === 15) world.remove(20);
    if (n === 25) world.add({ shape: new BoxShape([0.2, 0.3, 0.4]), position: [0, 12, 0] });
    await world.step(dt);
    if (n % 15 === 14) hashes.push(hash(world.bodies));
  }
  return hashes;
}

describe.each<[string, (world: BodyHolder) => void]>([
  ['a heap of many shapes', world => heap(world, soak(90, 150))],
  ['boxes on a mesh', slopes],
])('a pool, %s', (_, fill) => {
  it('gives the same bits with 1, 2 and 4 workers', async () => {
    const local = new World({ pool: new WorkerPool([]) });
    fill(local);
    const expected = await run(local);
    expect(local.counters.tested).toBeGreaterThan(100);
    expect(local.counters.points).toBeGreaterThan(60);
    for (const helpers of [0, 1, 3]) {
      const { world } = pooled(helpers);
      fill(world);
      // More threads than there may be cores take long. They go on until bodies have come and gone.
      const count = helpers > 1 ? soak(30, steps) : steps;
      expect(await run(world, count), `${helpers + 1} workers`).toEqual(expected.slice(0, count / 15));
    }
  });
});

describe('WorkerPool', () => {
  it('measures the boxes of all colliders, but for planes and meshes', async () => {
    // Until bodies touch: pools learn the margin of their world from the first pairs.
    for (const [fill, count] of [
      [heap, soak(20, steps)],
      [slopes, steps],
    ] as const) {
      const helpers = [startWorker(), startWorker()];
      const ports = helpers.map(helper => {
        const { port1, port2 } = new MessageChannel();
        helper.postMessage({ method: 'help', port: port1 }, [port1 as never]);
        return port2;
      });
      const pool = new WorkerPool(ports, { fewPairs: 0 });
      await pool.ready;
      const world = new World({ pool });
      fill(world);
      const removed = world.add({ shape: new BoxShape([1, 1, 1]), position: [50, 0, 0] });
      for (let n = 0; n < count; n++) world.step(dt);
      world.remove(removed);
      expect(pool.failure).toBeUndefined();
      const { colliders } = world;
      const boxes = pool.measure(colliders)!;
      const box = new Float64Array(6);
      let measured = 0;
      for (let id = 0; id < colliders.count; id++) {
        const found = [...boxes.subarray(6 * id, 6 * id + 6)];
        if (Number.isNaN(found[0])) continue;
        measured++;
        colliders.aabb(box, id);
        expect(found).toEqual([...box]);
      }
      expect(measured).toBeGreaterThan(60);
      for (const port of ports) port.close();
      for (const helper of helpers) await helper.terminate();
      // Without helpers there is nothing to be gained.
      expect(new WorkerPool([]).measure(colliders)).toBeUndefined();
    }
  });

  it('goes on from a snapshot with the same bits, with another number of workers', async () => {
    const { world } = pooled(1);
    heap(world, 80);
    const count = soak(15, 30);
    for (let n = 0; n < count; n++) await world.step(dt);
    const snapshot = await world.snapshot();
    for (let n = 0; n < count; n++) await world.step(dt);
    const local = new World({ pool: new WorkerPool([]) });
    heap(local, 80);
    local.step(dt);
    local.restore(snapshot);
    for (let n = 0; n < count; n++) local.step(dt);
    expect(hash(local.bodies)).toBe(hash(world.bodies));
  });

  it('helps a world with joints in any thread that may wait', async () => {
    const helper = startWorker();
    const { port1, port2 } = new MessageChannel();
    helper.postMessage({ method: 'help', port: port1 }, [port1 as never]);
    const pool = new WorkerPool([port2]);
    await pool.ready;
    const hashes = [pool, new WorkerPool([])].map(each => {
      const joints = new RigidJoints();
      const world = new World({ pool: each, joints });
      heap(world);
      for (let body = 10; body < 60; body += 2)
        joints.addBall(world.bodies, body, body + 1, world.bodies.positions.slice(3 * body, 3 * body + 3));
      for (let n = 0; n < 30; n++) world.step(dt);
      return hash(world.bodies);
    });
    expect(pool.count).toBe(2);
    expect(hashes[0]).toBe(hashes[1]);
    port2.close();
    await helper.terminate();
  });

  it('reports a helper that is lost, and restarts', async () => {
    const { world, workers } = pooled(1);
    heap(world, 80);
    for (let n = 0; n < 5; n++) await world.step(dt);
    const heard: Error[] = [];
    world.onerror = error => heard.push(error);
    await workers[0].terminate();
    await expect(world.step(dt)).rejects.toThrow('has ended');
    expect(heard).toHaveLength(1);
    expect(world.stepCount).toBe(5);
    await world.restart(startWorker(), [startWorker()]);
    await world.step(dt);
  });

  it('notices a helper that does not come', () => {
    const crew = new CrewBarrier(new SharedArrayBuffer(crewBytes(2)), 2, 0);
    const woken: number[] = [];
    crew.call(crewJob.solve, member => woken.push(member));
    expect(woken).toEqual([1]);
    expect(() => crew.barrier(50)).toThrow('has not come for 50 ms');
  });

  it('has its helpers use the margin of the world', async () => {
    const { pool, end } = await realHelper();
    const margins = [pool, new WorkerPool([])].map(each => runHeap({ pool: each, margin: 0.1 }));
    expect(margins[0]).toBe(margins[1]);
    expect(margins[0]).not.toBe(runHeap({ pool: new WorkerPool([]) }));
    await end();
  });

  it('lets its helpers forget shapes that nobody has any more', async () => {
    const sent: PoolMessage[] = [];
    const { pool, end } = await realHelper(sent);
    const world = new World({ pool });
    heap(world);
    for (let n = 0; n < 10; n++) {
      const body = world.add({ shape: new SphereShape(0.1), position: [0, 30, 0] });
      world.step(dt);
      world.remove(body);
    }
    world.step(dt);
    const told = sent.filter(message => message.kind === 'colliders');
    const described = told.flatMap(({ changes }) => changes.filter(change => change.description));
    expect(described.length).toBeGreaterThanOrEqual(10);
    expect(new Set(told.flatMap(({ forgotten }) => forgotten)).size).toBe(10);
    await end();
  });
});

describe('helpers that are lost', () => {
  const options: WorldOptions = { pool: new WorkerPool([]) };
  /** The bits of the heap with a joint, without helpers. */
  let jointed: string | undefined;

  it('are done without, to the same bits', async () => {
    const port = new AbsentHelper(() => {});
    const pool = new WorkerPool([port], { patience: 30 });
    await pool.ready;
    const heard: string[] = [];
    pool.onfailure = error => heard.push(error.message);
    expect(runHeap({ pool })).toBe(runHeap(options));
    expect(heard).toEqual([expect.stringContaining('has not come for 30 ms')]);
    expect(pool.failure?.message).toBe(heard[0]);
    expect(pool.count).toBe(1);
  });

  it.each([crewJob.collide, crewJob.solve, crewJob.measure])('tell why, job %i', async job => {
    const port = new AbsentHelper((crew, kind) => {
      if (kind === job) crew.fail('RangeError: the shape is odd');
      else crew.arrive();
    });
    // The solver, which meets more than once, is left to the caller where it is not the job.
    const fewPairs = job === crewJob.measure ? 140 : 64;
    const pool = new WorkerPool([port], { patience: 2000, fewPairs });
    await pool.ready;
    const joints = () => {
      const made = new RigidJoints();
      return { joints: made, join: (world: World) => made.addBall(world.bodies, 10, 11, [0, 2, 0]) };
    };
    const [one, two] = [joints(), joints()];
    jointed ??= runHeap({ ...options, joints: one.joints }, one.join);
    expect(runHeap({ pool, joints: two.joints }, two.join)).toBe(jointed);
    expect(pool.failure?.message).toContain('RangeError: the shape is odd');
  });
});

describe('shapes that cannot be sent', () => {
  it('are left to the caller, with everything else', async () => {
    const pool = new WorkerPool([new AbsentHelper(() => {})], { patience: 2000 });
    await pool.ready;
    const ball = new SphereShape(0.4);
    const own = {
      volume: ball.volume,
      support: ball.support.bind(ball),
      aabb: ball.aabb.bind(ball),
      centerOfMass: ball.centerOfMass.bind(ball),
      inertia: ball.inertia.bind(ball),
    } as never;
    const place = (world: World) => world.add({ shape: own, position: [0, 20, 0] });
    expect(runHeap({ pool }, place)).toBe(runHeap({ pool: new WorkerPool([]) }, place));
    expect(pool.failure).toBeInstanceOf(TypeError);
  });
});

/** A pool with one helper in a real worker; the messages to it are in `sent`. */
async function realHelper(
  sent: PoolMessage[] = [],
): Promise<{ pool: WorkerPool; end: () => Promise<unknown> }> {
  const helper = startWorker();
  const { port1, port2 } = new MessageChannel();
  helper.postMessage({ method: 'help', port: port1 }, [port1 as never]);
  const post = port2.postMessage.bind(port2);
  port2.postMessage = (message: PoolMessage) => {
    sent.push(message);
    post(message);
  };
  const pool = new WorkerPool([port2]);
  await pool.ready;
  const end = () => {
    port2.close();
    return helper.terminate();
  };
  return { pool, end };
}

/** The hash of a heap at the end. */
function runHeap(options: WorldOptions, prepare: (world: World) => void = () => {}): string {
  const world = new World(options);
  heap(world);
  prepare(world);
  for (let n = 0; n < soak(30, 60); n++) world.step(dt);
  return hash(world.bodies);
}

/**
 * A helper in this very thread that joins a crew and does no work. When called, it says why, or that it is
 * there.
 */
class AbsentHelper implements WorkerPort {
  private hear: (message: unknown) => void = () => {};
  private crew: CrewBarrier | undefined;
  private readonly called: (crew: CrewBarrier, job: number) => void;

  constructor(called: (crew: CrewBarrier, job: number) => void) {
    this.called = called;
  }

  on(type: string, listener: (message: unknown) => void): void {
    if (type === 'message') this.hear = listener;
  }

  postMessage(data: unknown): void {
    const message = data as PoolMessage;
    if (message.kind === 'join') {
      this.crew = new CrewBarrier(message.crew, message.size, message.index);
      queueMicrotask(() => this.hear({ kind: 'joined' }));
    } else if (message.kind === 'work') this.called(this.crew!, this.crew!.job);
  }
}
