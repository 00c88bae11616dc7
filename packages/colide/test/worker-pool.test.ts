/** The stages of a step divided among real workers: the same bits for every number of them. */
import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { BoxShape, RigidJoints, WorkerPool, type WorkerPort, WorkerWorld, World } from 'colide';
import { afterEach, describe, expect, it } from 'vitest';
import { CrewBarrier, crewBytes, crewJob } from '../src/internal/crew-barrier.ts';
import { bundleWorker } from './support/node-worker.ts';
import { type BodyHolder, heap, slopes } from './support/pool-scenes.ts';

const startWorker = await bundleWorker(new URL('../src/worker.ts', import.meta.url));
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

function hash(bodies: Pick<World['bodies'], 'positions' | 'quaternions' | 'velocities'>): string {
  const digest = createHash('sha256');
  for (const array of [bodies.positions, bodies.quaternions, bodies.velocities])
    digest.update(new Uint8Array(array.slice().buffer));
  return digest.digest('hex');
}

async function run(world: WorkerWorld | World): Promise<string[]> {
  const hashes = [];
  for (let n = 0; n < steps; n++) {
    if (n === 15) world.remove(20);
    if (n === 25) world.add({ shape: new BoxShape([0.2, 0.3, 0.4]), position: [0, 12, 0] });
    await world.step(dt);
    if (n % 15 === 14) hashes.push(hash(world.bodies));
  }
  return hashes;
}

describe.each<[string, (world: BodyHolder) => void]>([
  ['a heap of many shapes', heap],
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
      expect(await run(world), `${helpers + 1} workers`).toEqual(expected);
    }
  });
});

describe('WorkerPool', () => {
  it('goes on from a snapshot with the same bits, with another number of workers', async () => {
    const { world } = pooled(1);
    heap(world, 80);
    for (let n = 0; n < 30; n++) await world.step(dt);
    const snapshot = await world.snapshot();
    for (let n = 0; n < 30; n++) await world.step(dt);
    const local = new World({ pool: new WorkerPool([]) });
    heap(local, 80);
    local.step(dt);
    local.restore(snapshot);
    for (let n = 0; n < 30; n++) local.step(dt);
    expect(hash(local.bodies)).toBe(hash(world.bodies));
  });

  it('helps a world with joints in any thread that may wait', async () => {
    const helper = startWorker();
    const { port1, port2 } = new MessageChannel();
    helper.postMessage({ method: 'help', port: port1 }, [port1 as never]);
    const pool = new WorkerPool([port2 as WorkerPort]);
    await pool.ready;
    const hashes = [pool, new WorkerPool([])].map(each => {
      const joints = new RigidJoints();
      const world = new World({ pool: each, joints });
      heap(world);
      for (let body = 10; body < 60; body += 2)
        joints.addBall(
          world.bodies,
          body,
          body + 1,
          world.bodies.positions.slice(3 * body, 3 * body + 3) as never,
        );
      for (let n = 0; n < 30; n++) world.step(dt);
      return hash(world.bodies);
    });
    expect(pool.size).toBe(2);
    expect(hashes[0]).toBe(hashes[1]);
    port2.close();
    await helper.terminate();
  });

  it('tells of a helper that is lost, and restarts', async () => {
    const { world, workers } = pooled(1);
    heap(world, 80);
    for (let n = 0; n < 5; n++) await world.step(dt);
    const heard: Error[] = [];
    world.onerror = error => heard.push(error);
    await workers[0]!.terminate();
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
});
