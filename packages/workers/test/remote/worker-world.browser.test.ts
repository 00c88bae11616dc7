/** The world in a Web Worker of Chromium: the same bits, the picture never waits, and failures are heard. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { WorkerWorld, type WorkerWorldOptions } from '@colide/workers';
import { World } from '@colide/world';
import { afterEach, describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);

const plainWorker = () => new Worker(new URL('../../src/worker.ts', import.meta.url), { type: 'module' });
const ownWorker = () => new Worker(new URL('../support/own-worker.ts', import.meta.url), { type: 'module' });
const heavyWorker = () =>
  new Worker(new URL('../support/heavy-worker.ts', import.meta.url), { type: 'module' });

const worlds: WorkerWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

function makeWorld(worker: Worker, options: WorkerWorldOptions = {}): WorkerWorld {
  const world = new WorkerWorld(worker, options);
  worlds.push(world);
  return world;
}

function fill(world: Pick<World, 'add'>, count: number): void {
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < count; i++)
    world.add({
      shape: cube,
      position: [0.3 * Math.sqrt(i), 0.6 + 1.1 * i, 0],
      rotation: [0.1, 0.01 * i, 0, 1],
    });
}

/** Milliseconds between the pictures of a second and a half, sorted; `draw` is called for each. */
async function frameIntervals(draw: () => void): Promise<number[]> {
  const times: number[] = [];
  await new Promise<void>(resolve => {
    const frame = (now: number) => {
      draw();
      times.push(now);
      if (now - times[0] < 1500) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  return times
    .slice(1)
    .map((time, i) => time - times[i])
    .sort((a, b) => a - b);
}

const middle = (sorted: readonly number[]) => sorted[sorted.length >> 1];

describe('WorkerWorld in Chromium', () => {
  it.each([true, false])('takes the same steps as a World, shared memory: %s', async shared => {
    const world = makeWorld(plainWorker(), { shared });
    const local = new World();
    fill(world, 20);
    fill(local, 20);
    for (let n = 0; n < 60; n++) {
      await world.step(dt);
      local.step(dt);
    }
    expect(local.contacts.count).toBeGreaterThan(10);
    expect(world.bodies.positions).toEqual(local.bodies.positions);
    expect(world.bodies.rotations).toEqual(local.bodies.rotations);
  });

  // A busy machine may take the processor away in the middle of a frame: one undisturbed run is enough.
  it('keeps the picture at its rate while a step takes 50 ms', { retry: 4 }, async () => {
    const idle = middle(await frameIntervals(() => {}));
    const world = makeWorld(heavyWorker());
    fill(world, 20);
    await world.sync();
    world.start();
    let newer = 0;
    let longest = 0;
    const intervals = await frameIntervals(() => {
      const begin = performance.now();
      if (world.update()) newer++;
      longest = Math.max(longest, performance.now() - begin);
    });
    expect(world.timings.total).toBeGreaterThanOrEqual(50);
    expect(newer).toBeGreaterThan(5);
    expect(newer).toBeLessThan(32);
    // 60 Hz, or what the machine gives to an empty page.
    expect(middle(intervals)).toBeLessThan(1.2 * Math.max(1000 / 60, idle));
    expect(intervals[Math.floor(0.8 * intervals.length)]).toBeLessThan(50);
    expect(longest).toBeLessThan(10);
  });

  it('tells what to do about a worker whose file is not there', async () => {
    const world = makeWorld(new Worker('/no-such-worker.js', { type: 'module' }));
    world.onerror = () => {};
    await expect(world.ready).rejects.toThrow(/could not be loaded.*entry of its own.*https:/);
  });

  it('reports a worker that throws and one that is gone, and restarts', async () => {
    const world = makeWorld(ownWorker(), { snapshotEvery: 5, timeout: 2000 });
    const heard: string[] = [];
    world.onerror = error => heard.push(error.message);
    await world.ready;
    for (let n = 0; n < 10; n++) await world.step(dt);
    const before = world.bodies.positions.slice();
    await expect(world.call('explode')).rejects.toThrow('had enough');
    expect(world.bodies.positions).toEqual(before);
    await world.restart(ownWorker());
    expect(world.bodies.positions).toEqual(before);
    // A browser does not tell that a worker is gone; only its silence does.
    await expect(world.call('leave')).rejects.toThrow('not answered');
    await world.restart(ownWorker());
    await world.step(dt);
    expect(heard).toHaveLength(2);
  });
});
