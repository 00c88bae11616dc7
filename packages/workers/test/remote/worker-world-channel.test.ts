/**
 * Both sides of a `WorkerWorld` in one thread: their messages, and the behaviour when something goes wrong.
 */
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import {
  type ServeWorldOptions,
  serveWorld,
  type WorkerPort,
  WorkerWorld,
  type WorkerWorldOptions,
  type WorldFactory,
} from '@colide/workers';
import { World } from '@colide/world';
import { afterEach, describe, expect, it } from 'vitest';
import { pause, servedPort } from '../support/channel.ts';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);

const worlds: WorkerWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) {
    if (!world.failure) world.stop();
    // Whoever cannot answer is not running, either.
    await Promise.race([world.sync().catch(() => {}), pause(50)]);
    world.dispose();
  }
});

interface Heard {
  readonly world: WorkerWorld;
  readonly errors: string[];
}

/** A world at the other end of a channel, and the errors that nobody waited for. */
async function open(options: WorkerWorldOptions = {}, port: WorkerPort = servedPort()): Promise<Heard> {
  const world = new WorkerWorld(port, options);
  worlds.push(world);
  const errors: string[] = [];
  world.onerror = error => errors.push(error.message);
  await world.ready;
  return { world, errors };
}

async function takeSteps(world: WorkerWorld, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await world.step(dt);
}

describe('a world that runs by the clock', () => {
  async function timeIn(world: WorkerWorld, milliseconds: number): Promise<number> {
    await world.sync();
    const begin = world.time;
    const start = performance.now();
    await pause(milliseconds);
    await world.sync();
    return (1000 * (world.time - begin)) / (performance.now() - start);
  }

  /** However long the machine does something else, no time is given up. */
  const patient = { maxSteps: 10_000 };
  /** Measured again in case a busy machine caused the delay; a wrong clock stays wrong. */
  const again = { timeout: 20_000 };

  it('keeps its speed when it is stopped and started', async () => {
    const { world } = await open(patient);
    world.start();
    for (let n = 0; n < 3; n++) {
      world.stop();
      world.start();
    }
    await expect.poll(() => timeIn(world, 250), again).toBeLessThan(1.4);
  });

  it('changes its speed while it runs, and loses no time when it is told so again and again', async () => {
    const { world } = await open(patient);
    world.start();
    await pause(20);
    world.start(4);
    await expect.poll(() => timeIn(world, 200), again).toBeGreaterThan(2.5);
    const timer = setInterval(() => world.start(1), 3);
    await expect.poll(async () => Math.abs((await timeIn(world, 200)) - 1), again).toBeLessThan(0.4);
    clearInterval(timer);
  });

  it('tells how far between two steps it is', async () => {
    const { world } = await open({ fixedStep: 0.1 });
    expect(await world.advance(0.125)).toBeCloseTo(0.25);
    expect(world.factor).toBeCloseTo(0.25);
    world.start();
    await world.sync();
    const before = world.factor;
    await pause(20);
    expect(world.factor - before).toBeGreaterThan(0.15);
    await pause(200);
    expect(world.factor).toBe(1);
    world.stop();
    await world.sync();
    const after = world.factor;
    await pause(20);
    expect(world.factor).toBe(after);
  });
});

describe('a body that cannot be added', () => {
  it('leaves no trace when its shape cannot be sent', async () => {
    const { world, errors } = await open();
    expect(() => world.add({ shape: { support() {}, volume: 1 } as never })).toThrow(TypeError);
    expect(world.count).toBe(0);
    expect(world.add({ shape: cube })).toBe(0);
    await world.sync();
    expect(errors).toEqual([]);
    expect(world.bodies.slots[0]).toBe(1);
  });

  it('is not harmed by fields that it does not know', async () => {
    const { world, errors } = await open();
    expect(world.add({ shape: cube, userData: () => 1 })).toBe(0);
    expect(world.add({ shape: cube })).toBe(1);
    await world.sync();
    expect(errors).toEqual([]);
    expect(world.count).toBe(2);
  });

  it('keeps its id when the worker refuses it', async () => {
    const { world, errors } = await open(
      {},
      servedPort(options => new Picky(options)),
    );
    expect(world.add({ shape: cube, friction: 0.123 })).toBe(0);
    expect(world.add({ shape: cube, position: [7, 0, 0] })).toBe(1);
    await world.sync();
    expect(errors).toEqual(['not this one']);
    expect(world.bodies.positions[3]).toBe(7);
    world.remove(0);
    expect(world.add({ shape: cube })).toBe(0);
    await world.sync();
    expect(errors).toHaveLength(1);
  });
});

/** Refuses bodies of a certain friction. */
class Picky extends World {
  override add(settings: Parameters<World['add']>[0]): number {
    if (settings.friction === 0.123) throw new RangeError('not this one');
    return super.add(settings);
  }
}

describe('calls', () => {
  it('that cannot be posted are rejected, and the world lives on', async () => {
    const { world, errors } = await open(
      { timeout: 200 },
      servedPort(undefined, { handlers: { it: () => 5 } }),
    );
    await expect(world.call('it', () => 1)).rejects.toThrow();
    await pause(260);
    expect(world.failure).toBeUndefined();
    expect(await world.call('it')).toBe(5);
    expect(errors).toEqual([]);
  });

  it('that World refuses are refused at once', async () => {
    const own = servedPort(options => {
      const world = new World(options);
      world.add({ shape: new HalfSpace() });
      world.add({ shape: cube, type: 'static' });
      return world;
    });
    const { world, errors } = await open({}, own);
    const floor = world.add({ shape: new HalfSpace([0, 1, 0], -5) });
    const fixed = world.add({ shape: cube, type: 'static' });
    const body = world.add({ shape: cube, position: [0, 9, 0] });
    for (const id of [0, 1, floor, fixed])
      expect(() => world.setVelocity(id, [1, 0, 0])).toThrow('must not be static');
    for (const id of [0, floor]) expect(() => world.setPose(id, [1, 0, 0])).toThrow('half-space');
    expect(() => world.setPose(body, [1, 0, 0], [0, 0, 0, 0])).toThrow('length of rotation');
    expect(() => world.add({ shape: new SphereShape(1e-70) })).toThrow('mass of shape');
    expect(world.count).toBe(5);
    world.setPose(1, [2, 0, 0]);
    world.setPose(fixed, [4, 0, 0]);
    world.setVelocity(body, [1, 0, 0]);
    await world.sync();
    expect(errors).toEqual([]);
  });

  it('come late for what only the worker knows, and the id stays taken', async () => {
    const { world, errors } = await open();
    // Its mass is known here, its moments of inertia are not.
    const tiny = world.add({ shape: new SphereShape(1e-22), density: 1e30 });
    const body = world.add({ shape: cube, position: [3, 0, 0] });
    await world.sync();
    expect(errors).toEqual([expect.stringContaining('inertia')]);
    expect([world.count, world.bodies.slots[tiny], world.bodies.positions[3 * body]]).toEqual([2, 2, 3]);
    await world.snapshot();
    await world.restart(servedPort());
    expect(world.bodies.positions[3 * body]).toBe(3);
    world.remove(tiny);
    expect(world.add({ shape: cube })).toBe(tiny);
    await world.step(dt);
    expect(errors).toHaveLength(2);
  });

  it('check the options of the world', () => {
    for (const options of [{ snapshotEvery: Number.NaN }, { snapshotEvery: -1 }, { snapshotEvery: 1.5 }])
      expect(() => new WorkerWorld(servedPort(), options)).toThrow('snapshotEvery');
    for (const timeout of [Number.NaN, 0, -1])
      expect(() => new WorkerWorld(servedPort(), { timeout })).toThrow('timeout');
  });

  it('take steps of the length that the served world has', async () => {
    const { world } = await open(
      {},
      servedPort(() => new World({ fixedStep: 1 / 120, maxSteps: 9 })),
    );
    await world.advance(0.0501);
    expect(world.stepCount).toBe(6);
    expect(world.time).toBeCloseTo(0.05);
    const snapshot = await world.snapshot();
    const factor = await world.advance(0.004);
    await world.restore(snapshot);
    expect(await world.advance(0.004)).toBe(factor);
  });
});

describe('a worker that shares memory', () => {
  it('hands over no buffer, which would slow its steps down', async () => {
    const { port1, port2 } = new MessageChannel();
    const handedOver: unknown[] = [];
    const port = port2 as WorkerPort;
    const post = port.postMessage.bind(port2);
    port.postMessage = (message, transfer = []) => {
      handedOver.push(...transfer);
      post(message, transfer);
    };
    serveWorld(options => new World(options), { port });
    const { world } = await open({ snapshotEvery: 2 }, port1);
    world.add({ shape: cube });
    await takeSteps(world, 4);
    await world.restore(await world.snapshot());
    expect(world.lastSnapshot?.byteLength).toBeGreaterThan(100);
    expect(handedOver).toEqual([]);
    port1.close();
  });
});

describe('events', () => {
  it('wait for update, whoever takes frames in between', async () => {
    const { world } = await open();
    world.add({ shape: new HalfSpace() });
    world.add({ shape: cube, position: [0, 0.5, 0] });
    await takeSteps(world, 3);
    await world.sync();
    const snapshot = await world.snapshot();
    await world.restore(snapshot);
    expect(world.update()).toBe(true);
    expect(world.events.begun.toArray()).toEqual([[0, 1]]);
    expect(world.update()).toBe(false);
    expect(world.events.begun.toArray()).toEqual([]);
  });
});

describe('restart', () => {
  it('keeps the order of what is done meanwhile', async () => {
    const { world, errors } = await open();
    world.add({ shape: cube });
    world.add({ shape: cube, position: [3, 0, 0] });
    await world.step(dt);
    await world.snapshot();
    const later = world.add({ shape: cube, position: [6, 0, 0] });
    await world.sync();
    const done = world.restart(servedPort());
    const during = world.add({ shape: cube, position: [9, 0, 0] });
    world.remove(0);
    world.setPose(later, [7, 0, 0]);
    await world.ready;
    await Promise.resolve();
    const after = world.add({ shape: cube, position: [12, 0, 0] });
    await done;
    await world.sync();
    expect([later, during, after]).toEqual([2, 3, 0]);
    expect(errors).toEqual([]);
    expect(Array.from({ length: 4 }, (_, id) => world.bodies.positions[3 * id])).toEqual([12, 3, 7, 9]);
    expect([...world.bodies.slots.slice(0, 5)]).toEqual([1, 1, 1, 1, 0]);
    await world.restart(servedPort());
    expect([...world.bodies.slots.slice(0, 5)]).toEqual([1, 1, 1, 1, 0]);
    expect(errors).toEqual([]);
  });

  it('keeps materials that were set', async () => {
    const { world, errors } = await open({ sleeping: false, gravity: [0, -10, 0] });
    world.add({ shape: new HalfSpace() });
    const [old, gone, late] = [1, 2, 3].map(x => world.add({ shape: cube, position: [0, 0.5, 3 * x] }));
    world.setMaterial(old, { friction: 0, ...{ userData: () => 1 } });
    world.setMaterial(gone, { friction: 0 });
    await world.step(dt);
    await world.snapshot();
    world.setMaterial(old, { linearDamping: 0 });
    world.setMaterial(late, { friction: 0 });
    world.remove(gone);
    const next = world.add({ shape: cube, position: [0, 0.5, 20] });
    expect(next).toBe(gone);
    expect(() => world.setMaterial(old, { friction: -1 })).toThrow('friction');
    expect(() => world.setMaterial(99, {})).toThrow('body');
    await world.restart(servedPort());
    for (const body of [old, next, late]) world.setVelocity(body, [1, 0, 0]);
    await takeSteps(world, 60);
    expect(errors).toEqual([]);
    const along = [old, next, late].map(body => world.bodies.velocities[3 * body]);
    expect(along[0]).toBeCloseTo(1);
    expect(along[1]).toBeCloseTo(0);
    expect(along[2]).toBeCloseTo(1);
  });

  it('keeps gravity, time and the number of steps', async () => {
    const { world } = await open({ sleeping: false, snapshotEvery: 10 });
    world.add({ shape: cube });
    world.setGravity([0, 0, -1]);
    await takeSteps(world, 20);
    const { time } = world;
    await world.restart(servedPort());
    expect(world.stepCount).toBe(20);
    expect(world.time).toBe(time);
    await world.step(dt);
    expect(world.bodies.positions[1]).toBe(0);
    expect(world.bodies.velocities[2]).toBeCloseTo(-21 / 60);
  });

  it('goes back to where restore went, not to what was given up', async () => {
    const { world } = await open({ sleeping: false, snapshotEvery: 10 });
    world.add({ shape: cube });
    await takeSteps(world, 3);
    const snapshot = await world.snapshot();
    await takeSteps(world, 20);
    await world.restore(snapshot);
    const y = world.bodies.positions[1];
    await world.restart(servedPort());
    expect(world.bodies.positions[1]).toBe(y);
  });

  it('says what is missing when the snapshot does not fit', async () => {
    const { world } = await open({}, jointed());
    world.add({ shape: cube });
    world.add({ shape: cube, position: [2, 0, 0] });
    await world.call('ball', 0, 1);
    await world.snapshot();
    await expect(world.restart(jointed())).rejects.toThrow('rebuild');
    expect(world.failure?.message).toContain('rebuild');
    await expect(world.step(dt)).rejects.toThrow('rebuild');
  });

  it('makes anew what handlers have made, by rebuild', async () => {
    const { world, errors } = await open({}, rebuilding());
    world.add({ shape: cube, type: 'static' });
    world.add({ shape: cube, position: [2, 0, 0] });
    await world.call('ball', 0, 1);
    await takeSteps(world, 10);
    await world.snapshot();
    await takeSteps(world, 10);
    const expected = world.bodies.positions.slice();
    await world.restart(rebuilding());
    await takeSteps(world, 10);
    expect(world.bodies.positions).toEqual(expected);
    expect(errors).toEqual([]);
  });

  it('knows the bodies that handlers add and remove', async () => {
    const { world, errors } = await open({}, spawning());
    expect(world.add({ shape: cube, position: [1, 0, 0] })).toBe(0);
    expect(await world.call('spawn', 5)).toBe(1);
    expect(world.count).toBe(2);
    expect(world.add({ shape: cube, position: [9, 0, 0] })).toBe(2);
    await world.call('clear', 0);
    expect(() => world.wake(0)).toThrow('body must be');
    await world.sync();
    await world.snapshot();
    expect(await world.call('spawn', 6)).toBe(0);
    await world.restart(spawning());
    expect(errors).toEqual([]);
    expect([...world.bodies.slots.slice(0, 4)]).toEqual([1, 1, 1, 0]);
    expect([0, 1, 2].map(id => world.bodies.positions[3 * id])).toEqual([6, 5, 9]);
    expect(world.add({ shape: cube })).toBe(3);
    await world.sync();
    expect(errors).toEqual([]);
  });

  it('stays in step after a body was added while a handler added one', async () => {
    const { world, errors } = await open({}, spawning());
    const spawned = world.call('spawn', 5);
    const mine = world.add({ shape: cube, position: [1, 0, 0] });
    expect(await spawned).toBe(mine);
    await world.sync();
    expect(errors).toEqual([expect.stringContaining('wait for')]);
    expect(world.count).toBe(1);
    expect(world.add({ shape: cube, position: [2, 0, 0] })).toBe(1);
    await world.sync();
    expect(errors).toHaveLength(1);
    expect([...world.bodies.positions.slice(0, 4)]).toEqual([5, 0, 0, 2]);
  });

  it('can be repeated while it is under way', async () => {
    const { world } = await open();
    world.add({ shape: cube, position: [4, 0, 0] });
    const first = world.restart(servedPort());
    const second = world.restart(servedPort());
    await expect(first).rejects.toThrow('replaced');
    await second;
    expect(world.bodies.positions[0]).toBe(4);
  });
});

const withJoints: WorldFactory = options => new World({ ...options, joints: new RigidJoints() });

function ball(world: World, a: number, b: number): void {
  world.joints!.addBall(world.bodies, a, b, [1, 0, 0]);
}

function jointed(): WorkerPort {
  return servedPort(withJoints, { handlers: { ball } });
}

function rebuilding(): WorkerPort {
  const made: [number, number][] = [];
  const options: ServeWorldOptions = {
    handlers: {
      ball: (world, a: number, b: number) => {
        ball(world, a, b);
        made.push([a, b]);
      },
    },
    rebuild: {
      save: () => made,
      load: (world, saved) => {
        for (const [a, b] of saved as typeof made) ball(world, a, b);
      },
    },
  };
  return servedPort(withJoints, options);
}

function spawning(): WorkerPort {
  const spawn = (world: World, x: number) => world.add({ shape: new SphereShape(0.5), position: [x, 0, 0] });
  return servedPort(undefined, { handlers: { spawn, clear: (world, id: number) => world.remove(id) } });
}

describe('silence', () => {
  it('of a worker that runs by the clock is noticed', async () => {
    const { world, errors } = await open({ timeout: 50 }, mute());
    const timer = setInterval(() => world.failure || world.start(), 10);
    await pause(200);
    clearInterval(timer);
    expect(errors).toEqual([expect.stringContaining('50 ms')]);
    expect(world.failure).toBeDefined();
  });

  it('is not minded while a worker is being built', async () => {
    const slow = () =>
      servedPort(async options => {
        await pause(300);
        return new World(options);
      });
    const { world, errors } = await open({ timeout: 100 }, slow());
    world.add({ shape: cube });
    await world.snapshot();
    await world.restart(slow());
    await world.step(dt);
    expect(errors).toEqual([]);
  });

  it('is not minded while nothing runs', async () => {
    const { world } = await open({ timeout: 50 }, mute());
    await pause(120);
    expect(world.failure).toBeUndefined();
  });
});

/** The other end says that it is ready, and nothing more. */
function mute(): WorkerPort {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => port2.postMessage({ kind: 'ready', kinds: [], free: [] });
  return Object.assign(port1, { terminate: () => port1.close() });
}
