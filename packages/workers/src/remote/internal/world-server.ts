/**
 * A world behind a port: it executes the calls of a `WorkerWorld`, runs in real time if asked to, and
 * publishes every step.
 */
import { PairList, type ReadonlyQuat, type ReadonlyVec3 } from '@colide/core';
import { type BodyMaterial, type BodySettings, decodeShape, type World } from '@colide/world';
import { kindsOfBodies, placeholder } from '../../internal/plain-bodies.ts';
import { errorData, errorOf, type WorkerPort } from '../../internal/worker-port.ts';
import { frameAt, sharedTime, type WorldFrame } from '../../internal/world-frame.ts';
import type {
  AddedBody,
  CallMessage,
  OpenMessage,
  SavedWorld,
  WorkerMessage,
} from '../../internal/world-protocol.ts';
import { FramePublisher } from './frame-publisher.ts';
import { OwnChanges } from './own-changes.ts';
import { QueryServer } from './query-server.ts';
import { WorldClock } from './world-clock.ts';

export type { WorldContacts } from './query-server.ts';

/** Functions that a `WorkerWorld` can call by name. */
export type WorldHandlers = Readonly<Record<string, (world: World, ...args: never[]) => unknown>>;

/** How a restart recreates what handlers have created. */
export interface WorldRebuild {
  /** Describes it as data that can be posted; called with every snapshot. */
  save(world: World): unknown;
  /** Recreates it in a new world, which has the bodies with their ids, before the snapshot is restored. */
  load(world: World, saved: unknown): void;
}

/** What the user's file adds to a served world. */
export interface WorldExtras {
  readonly handlers: WorldHandlers;
  readonly rebuild: WorldRebuild | undefined;
}

/** Serves one world. */
export class WorldServer {
  private readonly world: World;
  private readonly port: WorkerPort;
  private readonly extras: WorldExtras;
  private readonly own: OwnChanges;
  private readonly clock: WorldClock;
  private readonly publisher: FramePublisher;
  private readonly queries: QueryServer;
  private readonly shapes = new Map<number, BodySettings['shape']>();
  private readonly snapshotEvery: number;
  private readonly begun = new PairList();
  private readonly ended = new PairList();
  private commands = 0;
  private steps = 0;
  private time = 0;
  private publishing = false;

  constructor(world: World, port: WorkerPort, open: OpenMessage, extras: WorldExtras) {
    this.world = world;
    this.port = port;
    this.extras = extras;
    this.own = new OwnChanges(world);
    this.clock = new WorldClock(
      world,
      () => this.takeSteps(1, world.fixedStep),
      reason => this.refuse(0, reason),
    );
    this.publisher = new FramePublisher(world, port, open.shared);
    this.queries = new QueryServer(world);
    this.snapshotEvery = open.snapshotEvery;
    this.tell({ kind: 'ready', kinds: kindsOfBodies(world), free: [...world.table.freeIds] });
    this.publish();
  }

  /** Executes a call and answers it. */
  receive({ call, method, args }: CallMessage): void {
    // Before the call is counted: bodies that were added by, say, a timer of the user's file came first.
    this.tellChanges();
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
    this.tellChanges();
    if (call > 0) this.tell({ kind: 'done', call, result });
  }

  private refuse(call: number, reason: unknown): void {
    this.tellChanges();
    this.tell({ kind: 'failed', call, error: errorData(reason) });
  }

  /**
   * Posts copies: once any buffer has been transferred, V8 checks every access to arrays, and steps take
   * longer.
   */
  private tell(message: WorkerMessage): void {
    this.port.postMessage(message);
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
        this.clock.start(args[0] as number);
        return this.publish();
      case 'stop':
        this.clock.stop();
        return this.publish();
      case 'sync':
        return this.publish();
      case 'ping':
        return;
      case 'forget':
        this.shapes.delete(args[0] as number);
        return;
      case 'snapshot':
        return this.sendSnapshot();
      case 'restore':
        world.restore(args[0] as ArrayBuffer);
        this.sendSnapshot();
        return this.publish();
      case 'resume':
        this.resume(args[0] as SavedWorld);
        return this.publish();
      case 'raycast':
      case 'raycastEvery':
      case 'shapecast':
      case 'closest':
      case 'overlap':
      case 'touching':
      case 'contacts':
        return this.queries.answer(method, args);
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
        // The user's file may have removed it in the meantime.
        if (world.has(body)) this.own.remove(body);
        if (args[1] !== undefined) this.shapes.delete(args[1] as number);
        return;
      case 'setPose':
        return world.setPose(body, first, args[2] as ReadonlyQuat | undefined);
      case 'setVelocity':
        return world.setVelocity(body, first, second);
      case 'setMaterial':
        return world.setMaterial(body, args[1] as BodyMaterial);
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
    let given: number;
    try {
      given = this.own.add({ ...settings, shape: this.shapes.get(shape)! });
    } catch (reason) {
      // The other side relies on the id.
      this.own.add({ ...placeholder, shape: decodeShape(placeholder.shape) });
      throw reason;
    }
    if (given === body) return;
    this.own.remove(given);
    throw new Error(
      `the world has given the body id ${given}, not ${body}: ` +
        'wait for ready, and for calls that add bodies, before bodies are added',
    );
  }

  private takeSteps(count: number, dt: number): void {
    const { world, begun, ended } = this;
    begun.clear();
    ended.clear();
    try {
      for (let n = 0; n < count; n++) {
        world.step(dt);
        this.steps++;
        this.time += dt;
        append(begun, world.events.begun);
        append(ended, world.events.ended);
        if (this.snapshotEvery > 0 && this.steps % this.snapshotEvery === 0) this.sendSnapshot();
      }
    } finally {
      // Even if a step throws: those before it have been taken.
      if (begun.count + ended.count > 0)
        this.tell({
          kind: 'events',
          begun: begun.data.slice(0, 2 * begun.count),
          ended: ended.data.slice(0, 2 * ended.count),
        });
      this.publish();
    }
  }

  private sendSnapshot(): ArrayBuffer {
    const buffer = this.world.snapshot();
    const extra = this.extras.rebuild?.save(this.world);
    this.tellChanges();
    const saved = { buffer, steps: this.steps, time: this.time, extra };
    this.tell({ kind: 'snapshot', saved, commands: this.commands });
    return buffer;
  }

  /** Continues where another worker stopped, once the bodies have been added. */
  private resume({ buffer, steps, time, extra }: SavedWorld): void {
    const { rebuild } = this.extras;
    rebuild?.load(this.world, extra);
    try {
      this.world.restore(buffer);
    } catch (reason) {
      throw new Error(
        'the snapshot does not fit the world that the new worker has built: what handlers have made, joints for instance, ' +
          `must be made anew by rebuild of serveWorld (${errorOf(reason).message})`,
      );
    }
    this.steps = steps;
    this.time = time;
  }

  /** Reports bodies that the user's file has added or removed. */
  private tellChanges(): void {
    const changes = this.own.take();
    if (changes.length > 0) this.tell({ kind: 'bodies', commands: this.commands, changes });
  }

  private advance(elapsed: number): number {
    const { world } = this;
    const count = world.stepsFor(elapsed);
    if (count > 0) this.takeSteps(count, world.fixedStep);
    else this.publish();
    return world.left / world.fixedStep;
  }

  private publish(): void {
    this.tellChanges();
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
    head[frameAt.step] = this.steps;
    head[frameAt.time] = this.time;
    const { clock, world } = this;
    head[frameAt.factor] = clock.due + world.left / world.fixedStep;
    head[frameAt.clock] = sharedTime(clock.last);
    head[frameAt.rate] = (0.001 * clock.speed) / world.fixedStep;
  };

  private call(name: string, args: readonly unknown[]): unknown {
    const { handlers } = this.extras;
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) throw new RangeError(`name must be that of a handler of serveWorld, got ${name}`);
    const result = handler(this.world, ...(args as never[]));
    this.publishSoon();
    return result;
  }
}

function append(to: PairList, from: PairList): void {
  for (let i = 0; i < from.count; i++) to.push(from.first(i), from.second(i));
}
