/**
 * A world of either kind behind a port: it executes the calls of a `WorkerWorld` or `WorkerWorld2d`, runs in
 * real time if asked to, and publishes every step.
 */
import { PairList } from '@colide/core';
import type { World } from '@colide/world';
import { bodyKind } from '../../internal/plain-bodies.ts';
import type { ServedWorld, WorldAnswers, WorldKind } from '../../internal/served-world.ts';
import { errorData, errorOf, type WorkerPort } from '../../internal/worker-port.ts';
import { frameAt, sharedTime, type WorldFrame } from '../../internal/world-frame.ts';
import type {
  AddedBody,
  CallMessage,
  OpenMessage,
  SavedWorld,
  WorkerMessage,
  WorldCommand,
} from '../../internal/world-protocol.ts';
import { FramePublisher } from './frame-publisher.ts';
import { OwnChanges } from './own-changes.ts';
import { WorldClock } from './world-clock.ts';

/** Functions that a `WorkerWorld` can call by name. */
export type WorldHandlers<Served = World> = Readonly<
  Record<string, (world: Served, ...args: never[]) => unknown>
>;

/** Recreates after a restart the objects that handlers have created. */
export interface WorldRebuild<Served = World> {
  /** Describes it as data that can be posted; called with every snapshot. */
  save(world: Served): unknown;
  /** Recreates it in a new world, which has the bodies with their ids, before the snapshot is restored. */
  load(world: Served, saved: unknown): void;
}

/** The additions of the user's file to a served world. */
export interface WorldExtras<Served> {
  readonly handlers: WorldHandlers<Served>;
  readonly rebuild: WorldRebuild<Served> | undefined;
}

/** Methods of a world that change the body in their first argument. */
const bodyMethods: readonly string[] = [
  'setPose',
  'setVelocity',
  'setMaterial',
  'applyImpulse',
  'applyForce',
  'applyTorque',
  'wake',
];

/** Serves one world. */
export class WorldServer<Served extends ServedWorld> {
  private readonly world: Served;
  private readonly port: WorkerPort;
  private readonly kind: WorldKind<Served>;
  private readonly extras: WorldExtras<Served>;
  private readonly own: OwnChanges;
  private readonly clock: WorldClock;
  private readonly publisher: FramePublisher;
  private readonly answers: WorldAnswers;
  private readonly shapes = new Map<number, object>();
  private readonly snapshotEvery: number;
  private readonly begun = new PairList();
  private readonly ended = new PairList();
  private commands = 0;
  private steps = 0;
  private time = 0;
  private publishing = false;
  private isSnapshotDue = false;
  /** Whether the other side waits for the answer to the current call. */
  private isAwaited = false;

  constructor(
    world: Served,
    kind: WorldKind<Served>,
    port: WorkerPort,
    open: OpenMessage,
    extras: WorldExtras<Served>,
  ) {
    this.world = world;
    this.kind = kind;
    this.port = port;
    this.extras = extras;
    this.own = new OwnChanges(world, kind.bodies);
    this.clock = new WorldClock(
      world,
      () => this.takeSteps(1, world.fixedStep),
      reason => this.refuse(0, reason),
    );
    this.publisher = new FramePublisher(world, port, open.shared);
    this.answers = kind.createAnswers(world);
    this.snapshotEvery = open.snapshotEvery;
    this.tell({ kind: 'ready', kinds: this.kindsOfBodies(), nextId: world.table.nextId });
    this.publish();
  }

  /** The kinds of the bodies by id, 0 for free ids. */
  private kindsOfBodies(): number[] {
    const { world, kind } = this;
    const { slots, idCount } = world.table;
    return Array.from(slots.subarray(0, idCount), (slot, body) =>
      slot > 0 && kind.isPlane(world, body) ? bodyKind.plane : slot,
    );
  }

  /** Executes a call and answers it. */
  receive({ call, method, args }: CallMessage): void {
    // Before the call is counted, because bodies added by, say, a timer of the user's file came first.
    this.tellChanges();
    this.isAwaited = call > 0;
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
    } finally {
      this.isAwaited = false;
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
    const command = { method, args } as WorldCommand;
    switch (command.method) {
      case 'recycle':
        return this.publisher.recycle(command.args[0]);
      case 'step':
        return this.takeSteps(1, command.args[0]);
      case 'advance':
        return this.advance(command.args[0]);
      case 'start':
        this.clock.start(command.args[0]);
        return this.publish();
      case 'stop':
        this.clock.stop();
        return this.publish();
      case 'sync':
        return this.publish();
      case 'ping':
        return;
      case 'forget':
        this.shapes.delete(command.args[0]);
        return;
      case 'snapshot':
        return this.sendSnapshot();
      case 'restore':
        world.restore(command.args[0]);
        this.sendSnapshot();
        return this.publish();
      case 'resume':
        this.resume(command.args[0]);
        return this.publish();
      case 'joint':
        return this.callJoints(command.args[0], command.args.slice(1));
      case 'touching': {
        const { data, count } = world.events.touching;
        return data.slice(0, 2 * count);
      }
      case 'call':
        return this.call(command.args[0], command.args.slice(1));
    }
    if (this.answers.questions.includes(method)) return this.answers.answer(method, args);
    this.commands++;
    this.change(method, args);
    this.publishSoon();
  }

  /** Commands that change the world and are counted. */
  private change(method: string, args: readonly unknown[]): void {
    const { world } = this;
    const command = { method, args } as WorldCommand;
    switch (command.method) {
      case 'add':
        this.add(command.args[0]);
        return;
      case 'remove':
        // The user's file may have removed it in the meantime.
        if (world.has(command.args[0])) this.own.remove(command.args[0]);
        if (command.args[1] !== undefined) this.shapes.delete(command.args[1]);
        return;
      case 'setGravity':
        world.gravity.set(command.args[0]);
        return;
    }
    const methods = world as unknown as Record<string, (...args: readonly unknown[]) => void>;
    if (!bodyMethods.includes(method) || !methods[method])
      throw new RangeError(`method must be one that the world has, got ${method}`);
    methods[method](...args);
  }

  private callJoints(method: string, args: readonly unknown[]): unknown {
    const { kind } = this;
    const result = kind.callJoints?.(this.world, method, args);
    // A restart has the joints of the last snapshot only.
    if (this.snapshotEvery > 0 && kind.isStructural?.(method)) this.snapshotSoon();
    this.publishSoon();
    return result;
  }

  /** Takes a snapshot once for all calls that are waiting. */
  private snapshotSoon(): void {
    if (this.isSnapshotDue) return;
    this.isSnapshotDue = true;
    setTimeout(() => {
      this.isSnapshotDue = false;
      this.sendSnapshot();
    }, 0);
  }

  private add({ body, settings, shape, description }: AddedBody): void {
    const { kind } = this;
    if (description) this.shapes.set(shape, kind.decodeShape(description));
    let given: number;
    try {
      given = this.own.add({ ...settings, shape: this.shapes.get(shape)! });
    } catch (reason) {
      // The other side relies on the id.
      const { placeholder } = kind.bodies;
      this.own.add({ ...placeholder, shape: kind.decodeShape(placeholder.shape) });
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
      // Even if a step throws, because the steps before it have been taken.
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
    const { world, kind } = this;
    const buffer = world.snapshot();
    const extra = this.extras.rebuild?.save(world);
    this.tellChanges();
    const saved = { buffer, steps: this.steps, time: this.time, extra, more: kind.saveMore?.(world) };
    this.tell({ kind: 'snapshot', saved, commands: this.commands });
    return buffer;
  }

  /** Continues where another worker stopped, once the bodies have been added. */
  private resume({ buffer, steps, time, extra, more }: SavedWorld): void {
    const { rebuild } = this.extras;
    rebuild?.load(this.world, extra);
    this.kind.loadMore?.(this.world, more);
    try {
      this.world.restore(buffer);
    } catch (reason) {
      throw new Error(
        'the snapshot does not fit the world that the new worker has built: what handlers have made, joints for instance, ' +
          `must be made again by rebuild of serveWorld (${errorOf(reason).message})`,
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
    return world.remainder / world.fixedStep;
  }

  private publish(): void {
    this.tellChanges();
    this.publisher.publish(this.complete, this.isAwaited);
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
    head[frameAt.factor] = clock.due + world.remainder / world.fixedStep;
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
