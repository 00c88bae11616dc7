/** A world behind a port: obeys the calls of a `WorkerWorld`, runs by itself if asked to, publishes every step. */
import { IdList, PairList } from '@colide/core';
import type { ConvexShape } from '@colide/geometry';
import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import type { BodySettings } from '../body-settings.ts';
import { decodeShape, type ShapeDescription } from '../shape-codec.ts';
import type { World } from '../world.ts';
import { createWorldHit, WorldQueries } from '../world-queries.ts';
import { FramePublisher } from './frame-publisher.ts';
import { errorData, type WorkerPort } from './worker-port.ts';
import { frameHead, type WorldFrame } from './world-frame.ts';
import type { AddedBody, CallMessage, OpenMessage, PlainHit, WorkerMessage } from './world-protocol.ts';

/** Milliseconds after which a world that runs by itself looks for messages. */
const busyTime = 8;

/** Functions that a `WorkerWorld` can call by name. */
export type WorldHandlers = Readonly<Record<string, (world: World, ...args: never[]) => unknown>>;

/** Serves one world. */
export class WorldServer {
  private readonly world: World;
  private readonly port: WorkerPort;
  private readonly handlers: WorldHandlers;
  private readonly publisher: FramePublisher;
  private readonly queries: WorldQueries;
  private readonly shapes = new Map<number, BodySettings['shape']>();
  private readonly fixedStep: number;
  private readonly maxSteps: number;
  private readonly snapshotEvery: number;
  private readonly begun = new PairList();
  private readonly ended = new PairList();
  private commands = 0;
  private steps = 0;
  private time = 0;
  /** Time not yet simulated. */
  private left = 0;
  private running = false;
  private publishing = false;

  constructor(world: World, port: WorkerPort, open: OpenMessage, handlers: WorldHandlers) {
    this.world = world;
    this.port = port;
    this.handlers = handlers;
    this.publisher = new FramePublisher(world, port, open.shared);
    this.queries = new WorldQueries(world);
    this.fixedStep = open.options.fixedStep ?? 1 / 60;
    this.maxSteps = open.options.maxSteps ?? 5;
    this.snapshotEvery = open.snapshotEvery;
    const { idCount, freeIds } = world.table;
    this.tell({ kind: 'ready', idCount, free: [...freeIds] });
    this.publish();
  }

  /** Obeys a call and answers it. */
  receive({ call, method, args }: CallMessage): void {
    try {
      const result = this.obey(method, args);
      if (result instanceof Promise)
        result.then(
          value => this.answer(call, value),
          reason => this.refuse(call, reason),
        );
      else this.answer(call, result);
    } catch (reason) {
      this.refuse(call, reason);
    }
  }

  private answer(call: number, result: unknown): void {
    if (call > 0) this.tell({ kind: 'done', call, result }, result instanceof ArrayBuffer ? [result] : []);
  }

  private refuse(call: number, reason: unknown): void {
    this.tell({ kind: 'failed', call, error: errorData(reason) });
  }

  private tell(message: WorkerMessage, transfer: readonly unknown[] = []): void {
    this.port.postMessage(message, transfer);
  }

  private obey(method: string, args: readonly unknown[]): unknown {
    const { world } = this;
    switch (method) {
      case 'recycle':
        return this.publisher.recycle(args[0] as ArrayBuffer);
      case 'step':
        return this.takeSteps(1, args[0] as number);
      case 'advance':
        return this.advance(args[0] as number);
      case 'start':
        return this.start(args[0] as number);
      case 'stop':
        this.running = false;
        return;
      case 'sync':
        return this.publish();
      case 'snapshot':
        return world.snapshot();
      case 'restore':
        world.restore(args[0] as ArrayBuffer);
        this.left = 0;
        return this.publish();
      case 'raycast':
      case 'shapecast':
      case 'closest':
        return this.hit(method, args);
      case 'overlap':
        return this.overlap(args[0] as ShapeDescription);
      case 'touching': {
        const { data, length } = world.events.touching;
        return data.slice(0, 2 * length);
      }
      case 'contacts':
        return this.contacts();
      case 'call':
        return this.call(args[0] as string, args.slice(1));
    }
    this.commands++;
    this.change(method, args);
    this.publishSoon();
  }

  /** Commands that change the world and are counted. */
  private change(method: string, args: readonly unknown[]): unknown {
    const { world } = this;
    const [body, first, second] = args as [number, ReadonlyVec3, ReadonlyVec3 | undefined];
    switch (method) {
      case 'add':
        return this.add(args[0] as AddedBody);
      case 'remove':
        world.remove(body);
        if (args[1] !== undefined) this.shapes.delete(args[1] as number);
        return;
      case 'setPose':
        return world.setPose(body, first, args[2] as ReadonlyQuat | undefined);
      case 'setVelocity':
        return world.setVelocity(body, first, second);
      case 'applyImpulse':
        return world.applyImpulse(body, first, second);
      case 'applyForce':
        return world.applyForce(body, first, second);
      case 'wake':
        return world.wake(body);
      case 'setGravity':
        world.gravity.set(args[0] as number[]);
        return;
      default:
        throw new RangeError(`method must be one that the world has, got ${method}`);
    }
  }

  private add({ body, settings, shape, description }: AddedBody): void {
    if (description) this.shapes.set(shape, decodeShape(description));
    const given = this.world.add({ ...settings, shape: this.shapes.get(shape)! });
    if (given === body) return;
    this.world.remove(given);
    throw new Error(
      `the world has given the body id ${given}, not ${body}: wait for ready before bodies are added`,
    );
  }

  private takeSteps(count: number, dt: number): void {
    const { world, begun, ended } = this;
    begun.clear();
    ended.clear();
    for (let n = 0; n < count; n++) {
      world.step(dt);
      this.steps++;
      this.time += dt;
      append(begun, world.events.begun);
      append(ended, world.events.ended);
      if (this.snapshotEvery > 0 && this.steps % this.snapshotEvery === 0) this.sendSnapshot();
    }
    if (begun.length + ended.length > 0)
      this.tell({
        kind: 'events',
        begun: begun.data.slice(0, 2 * begun.length),
        ended: ended.data.slice(0, 2 * ended.length),
      });
    this.publish();
  }

  private sendSnapshot(): void {
    const buffer = this.world.snapshot();
    this.tell({ kind: 'snapshot', buffer, commands: this.commands }, [buffer]);
  }

  private advance(elapsed: number): number {
    if (!(elapsed >= 0 && elapsed < Infinity))
      throw new RangeError(`elapsed must be finite and not negative, got ${elapsed}`);
    const { fixedStep, maxSteps } = this;
    this.left += elapsed;
    let count = 0;
    for (; this.left >= fixedStep && count < maxSteps; count++) this.left -= fixedStep;
    if (this.left >= fixedStep) this.left = 0;
    if (count > 0) this.takeSteps(count, fixedStep);
    return this.left / fixedStep;
  }

  /** Runs by the clock, `speed` times as fast as time passes. */
  private start(speed: number): void {
    if (this.running) return;
    this.running = true;
    let last = performance.now();
    const tick = () => {
      if (!this.running) return;
      const now = performance.now();
      const elapsed = 0.001 * (now - last) * speed;
      last = now;
      try {
        this.catchUp(elapsed, now);
      } catch (reason) {
        this.running = false;
        this.refuse(0, reason);
        return;
      }
      const due = (1000 * (this.fixedStep - this.left)) / speed - (performance.now() - now);
      setTimeout(tick, Math.max(0, Math.min(due, 100)));
    };
    tick();
  }

  /** Takes the steps that are due, but is back soon for messages to be heard; what is beyond `maxSteps` is given up. */
  private catchUp(elapsed: number, begin: number): void {
    const { fixedStep } = this;
    this.left = Math.min(this.left + elapsed, this.maxSteps * fixedStep);
    while (this.left >= fixedStep && performance.now() - begin < busyTime) {
      this.left -= fixedStep;
      this.takeSteps(1, fixedStep);
    }
  }

  private publish(): void {
    this.publisher.publish(this.complete);
  }

  /** Publishes once for all commands that are waiting. */
  private publishSoon(): void {
    if (this.publishing) return;
    this.publishing = true;
    setTimeout(() => {
      this.publishing = false;
      this.publish();
    }, 0);
  }

  private readonly complete = ({ head }: WorldFrame): void => {
    head[frameHead.step] = this.steps;
    head[frameHead.time] = this.time;
    head[frameHead.factor] = this.left / this.fixedStep;
    head[frameHead.commands] = this.commands;
  };

  private hit(method: 'raycast' | 'shapecast' | 'closest', args: readonly unknown[]): PlainHit {
    const { queries } = this;
    const hit = createWorldHit();
    if (method === 'raycast')
      queries.raycast(hit, args[0] as ReadonlyVec3, args[1] as ReadonlyVec3, args[2] as number | undefined);
    else {
      const shape = decodeShape(args[0] as ShapeDescription) as ConvexShape;
      if (method === 'shapecast') queries.shapecast(hit, shape, args[1] as ReadonlyVec3);
      else queries.closest(hit, shape, args[1] as number);
    }
    return hit;
  }

  private overlap(description: ShapeDescription): number[] {
    const found = new IdList();
    this.queries.overlap(found, decodeShape(description) as ConvexShape);
    return Array.from({ length: found.length }, (_, i) => found.get(i));
  }

  private contacts(): WorldContacts {
    const { count, bodies, points, normals, separations } = this.world.contacts;
    return {
      count,
      bodies: bodies.slice(0, 2 * count),
      points: points.slice(0, 3 * count),
      normals: normals.slice(0, 3 * count),
      separations: separations.slice(0, count),
    };
  }

  private call(name: string, args: readonly unknown[]): unknown {
    const handler = Object.hasOwn(this.handlers, name) ? this.handlers[name] : undefined;
    if (!handler) throw new RangeError(`name must be that of a handler of serveWorld, got ${name}`);
    const result = handler(this.world, ...(args as never[]));
    this.publishSoon();
    return result;
  }
}

/** The contact points of a step. */
export interface WorldContacts {
  readonly count: number;
  /** Two bodies a point. */
  readonly bodies: Int32Array;
  /** Half way between the surfaces. */
  readonly points: Float64Array;
  /** Unit normals from the first body to the second. */
  readonly normals: Float64Array;
  /** Distances of the surfaces, negative where they overlap. */
  readonly separations: Float64Array;
}

function append(to: PairList, from: PairList): void {
  for (let i = 0; i < from.length; i++) to.push(from.first(i), from.second(i));
}
