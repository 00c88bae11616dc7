/**
 * A world whose steps are taken in a worker, with the methods of `World`: a Web Worker or one of Node's worker threads, which you
 * make from `colide/worker` or from a file of yours that calls `serveWorld`.
 *
 * The worker writes every finished step as a whole frame to a triple buffer in shared memory; `update` makes the newest one current,
 * without waiting and without copying. Where memory cannot be shared, since the page is not cross-origin isolated, messages
 * that hand over their memory carry the same frames. Changes take effect in order, before the next step. What `World` returns
 * at once comes here as a promise: steps, queries, snapshots. Ids are known at once.
 *
 * When the worker throws, calls that wait are rejected and `onerror` is told; the last frame stays readable. When it is gone, `restart`
 * has another worker build the world anew and go on from the last snapshot.
 */
import { type Convex, PairList, requireFiniteArray } from '@colide/core';
import { poseCompose } from '@colide/math';
import type { quat, ReadonlyQuat, ReadonlyVec3, vec3 } from 'gl-matrix';
import type { BodySettings } from './body-settings.ts';
import { BodyJournal } from './internal/body-journal.ts';
import type { ContactCounters } from './internal/contact-stage.ts';
import { FrameReader } from './internal/frame-reader.ts';
import { requireSettings } from './internal/settings-checks.ts';
import { canShareMemory, errorFrom, listenTo, type WorkerPort } from './internal/worker-port.ts';
import { frameHead } from './internal/world-frame.ts';
import type { AddedBody, PlainHit, PlainWorldOptions, WorkerMessage } from './internal/world-protocol.ts';
import type { WorldContacts } from './internal/world-server.ts';
import { encodeShape } from './shape-codec.ts';
import type { WorldHit } from './world-queries.ts';

export type { WorldContacts } from './internal/world-server.ts';

/** Settings of a world in a worker: those of a world that are plain data, and these. */
export interface WorkerWorldOptions extends PlainWorldOptions {
  /**
   * Further workers, made from the same file, among which the stages of a step are divided; needs shared memory. The result does not
   * depend on their number, which may be 0, but differs from that of a world without a pool: the default.
   */
  readonly helpers?: readonly WorkerPort[];
  /** Whether frames go through shared memory. Default wherever the platform allows it. */
  readonly shared?: boolean;
  /** Steps from one automatic snapshot to the next, for {@link WorkerWorld.restart}; 0 for none. Default 60. */
  readonly snapshotEvery?: number;
  /** Milliseconds after which a worker that owes an answer counts as dead. Default `Infinity`. */
  readonly timeout?: number;
}

/** State of all bodies by id as of the current frame; see `World.bodies`. */
export interface WorkerBodies {
  /** Ids that there is room for. */
  readonly count: number;
  readonly positions: Float64Array;
  readonly quaternions: Float64Array;
  readonly velocities: Float64Array;
  readonly angularVelocities: Float64Array;
  readonly asleep: Uint8Array;
  /** 0 for ids not in use, else 1 dynamic, 2 static, 3 kinematic. */
  readonly slots: Uint8Array;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const position = /* @__PURE__ */ new Float64Array(3) as unknown as vec3;
const rotation = /* @__PURE__ */ new Float64Array(4) as unknown as quat;

/** Rigid bodies that are simulated in a worker. */
export class WorkerWorld {
  /** Pairs that have begun and ceased to touch since the last {@link update} but one. */
  readonly events = { begun: new PairList(), ended: new PairList() };
  /** What the narrow phase did in the step of the current frame. */
  readonly counters: ContactCounters = {
    candidates: 0,
    tested: 0,
    touching: 0,
    falsePositives: 0,
    points: 0,
    gjkSearches: 0,
    gjkSteps: 0,
  };
  /** Milliseconds of each stage of the step of the current frame. */
  readonly timings = { broad: 0, narrow: 0, islands: 0, solve: 0, volumes: 0, parts: 0, total: 0 };
  /** Called with what the worker threw and nobody waits for, and when it is lost. Without it such an error is thrown. */
  onerror: ((error: Error) => void) | undefined;
  /** Resolves when the worker has built its world; rejects when it cannot. */
  ready: Promise<void>;
  /** The last snapshot, automatic or asked for. */
  lastSnapshot: ArrayBuffer | undefined;
  /** Why the worker is lost, if it is. */
  failure: Error | undefined;

  private worker: WorkerPort;
  private helpers: readonly WorkerPort[] | undefined;
  private readonly options: WorkerWorldOptions;
  private readonly listening: (() => void)[] = [];
  private readonly reader = new FrameReader();
  private journal = new BodyJournal();
  private opened = false;
  /** Numbers of the shapes that the worker knows, and how many bodies have them. */
  private shapes = new Map<unknown, { readonly id: number; users: number }>();
  private readonly shapeOf = new Map<number, unknown>();
  private shapeCount = 0;
  private commands = 0;
  private calls = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly begun = new PairList();
  private readonly ended = new PairList();
  private speed: number | undefined;
  private resolveReady: () => void = () => {};
  private rejectReady: (error: Error) => void = () => {};

  /** @param worker a new worker that runs `colide/worker` or calls `serveWorld` */
  constructor(worker: WorkerPort, options: WorkerWorldOptions = {}) {
    this.worker = worker;
    this.options = options;
    this.ready = this.open(worker, options.helpers);
  }

  /** Number of bodies, those on their way to the worker included. */
  get size(): number {
    return this.journal.size;
  }

  /** State of all bodies as of the current frame. Replaced by {@link update}. */
  get bodies(): WorkerBodies {
    return this.reader.frame;
  }

  /** What the parts of the world save, as of the current frame. */
  get parts(): readonly Float64Array[] {
    return this.reader.frame.parts;
  }

  /** Steps that the worker had taken when it wrote the current frame. */
  get stepCount(): number {
    return this.reader.frame.head[frameHead.step]!;
  }

  /** Seconds that had been simulated. */
  get time(): number {
    return this.reader.frame.head[frameHead.time]!;
  }

  /** Bodies asleep in the current frame. */
  get sleepers(): number {
    return this.reader.frame.head[frameHead.sleepers]!;
  }

  /**
   * Makes the newest frame current and brings the events up to date; never waits. Call it once for every picture. Returns whether
   * there was a newer frame.
   */
  update(): boolean {
    const newer = this.reader.take(buffer => this.post('recycle', [buffer], [buffer]));
    const { events, begun, ended } = this;
    move(events.begun, begun);
    move(events.ended, ended);
    if (newer) this.reader.frame.readNumbers(this.counters, this.timings);
    return newer;
  }

  /** Adds a body and returns its id, as `World.add`. */
  add(settings: BodySettings): number {
    this.requireAlive();
    requireSettings(settings);
    const plain = plainSettings(settings);
    const body = this.journal.add(this.commands + 1, plain);
    this.sendBody(body, plain);
    return body;
  }

  /** Takes a body out. */
  remove(body: number): void {
    this.requireBody(body);
    this.journal.remove(this.commands + 1, body);
    this.sendRemoval(body);
  }

  /** Puts a body at a pose, that of the frame of its shape. */
  setPose(body: number, at: ReadonlyVec3, turn: ReadonlyQuat = [0, 0, 0, 1]): void {
    requireFiniteArray('position', at, 3);
    requireFiniteArray('rotation', turn, 4);
    this.change('setPose', body, plain(at), plain(turn));
  }

  /** Writes the pose of a body in the current frame, that of the frame of its shape. A body that is on its way has none yet. */
  getPose(outPosition: vec3, outRotation: quat, body: number): void {
    const { positions, quaternions, offsets, slots } = this.reader.frame;
    if (!(slots[body]! > 0))
      throw new RangeError(`body must be in the current frame: await sync() after add(), got ${body}`);
    for (let k = 0; k < 3; k++) {
      outPosition[k] = positions[3 * body + k]!;
      position[k] = offsets[7 * body + k]!;
    }
    for (let k = 0; k < 4; k++) {
      outRotation[k] = quaternions[4 * body + k]!;
      rotation[k] = offsets[7 * body + 3 + k]!;
    }
    poseCompose(outPosition, outRotation, outPosition, outRotation, position, rotation);
  }

  /** Sets velocity and angular velocity. */
  setVelocity(body: number, velocity: ReadonlyVec3, angularVelocity: ReadonlyVec3 = [0, 0, 0]): void {
    requireFiniteArray('velocity', velocity, 3);
    requireFiniteArray('angularVelocity', angularVelocity, 3);
    this.change('setVelocity', body, plain(velocity), plain(angularVelocity));
  }

  /** Adds an impulse at a point of the world; at the centre of mass by default. */
  applyImpulse(body: number, impulse: ReadonlyVec3, point?: ReadonlyVec3): void {
    requireFiniteArray('impulse', impulse, 3);
    if (point) requireFiniteArray('point', point, 3);
    this.change('applyImpulse', body, plain(impulse), point && plain(point));
  }

  /** Adds a force that acts during the next step. */
  applyForce(body: number, force: ReadonlyVec3, point?: ReadonlyVec3): void {
    requireFiniteArray('force', force, 3);
    if (point) requireFiniteArray('point', point, 3);
    this.change('applyForce', body, plain(force), point && plain(point));
  }

  /** Ends the sleep of a body. */
  wake(body: number): void {
    this.change('wake', body);
  }

  /** Changes the acceleration of all dynamic bodies. */
  setGravity(gravity: ReadonlyVec3): void {
    requireFiniteArray('gravity', gravity, 3);
    this.requireAlive();
    this.commands++;
    this.post('setGravity', [plain(gravity)]);
  }

  /** Advances the world by `dt` seconds in one step. When it resolves, the step is the current frame. */
  async step(dt: number): Promise<void> {
    await this.ask('step', dt);
    this.update();
  }

  /** Advances by the time that has passed, in steps of fixed length; resolves to how far into the next step it has come. */
  async advance(elapsed: number): Promise<number> {
    const factor = await this.ask<number>('advance', elapsed);
    this.update();
    return factor;
  }

  /** Lets the world run by itself in steps of fixed length, `speed` times as fast as time passes. */
  start(speed = 1): void {
    if (!(speed > 0 && speed < Infinity))
      throw new RangeError(`speed must be positive and finite, got ${speed}`);
    this.requireAlive();
    this.speed = speed;
    this.post('start', [speed]);
  }

  /** Ends what {@link start} began, after the step that is being taken. */
  stop(): void {
    this.requireAlive();
    this.speed = undefined;
    this.post('stop', []);
  }

  /** Resolves when everything that was said before has been done, and makes that the current frame. */
  async sync(): Promise<void> {
    await this.ask('sync');
    this.update();
  }

  /** The state of the world in one buffer, which is also kept as {@link lastSnapshot}. */
  async snapshot(): Promise<ArrayBuffer> {
    const { commands } = this;
    const buffer = await this.ask<ArrayBuffer>('snapshot');
    this.keep(buffer, commands);
    return buffer.slice(0);
  }

  /** Goes back to a snapshot. */
  async restore(snapshot: ArrayBuffer): Promise<void> {
    await this.ask('restore', snapshot);
    this.update();
  }

  /** The first body that a ray meets; see `WorldQueries.raycast`. */
  async raycast(
    hit: WorldHit,
    origin: ReadonlyVec3,
    direction: ReadonlyVec3,
    maxT = Infinity,
  ): Promise<number> {
    return fill(hit, await this.ask<PlainHit>('raycast', plain(origin), plain(direction), maxT)).t;
  }

  /** The first body that a shape meets on its way by `motion`. */
  async shapecast(hit: WorldHit, shape: Convex, motion: ReadonlyVec3): Promise<number> {
    return fill(hit, await this.ask<PlainHit>('shapecast', encodeShape(shape), plain(motion))).t;
  }

  /** The ids of the bodies that a shape overlaps or touches. */
  overlap(shape: Convex): Promise<number[]> {
    return this.ask('overlap', encodeShape(shape));
  }

  /** The body nearest to a shape within `maxDistance`; resolves to the distance. */
  async closest(hit: WorldHit, shape: Convex, maxDistance: number): Promise<number> {
    return fill(hit, await this.ask<PlainHit>('closest', encodeShape(shape), maxDistance)).distance;
  }

  /** All pairs of bodies that touch, sorted, two ids each. */
  touching(): Promise<Uint32Array> {
    return this.ask('touching');
  }

  /** The contact points of the last step. */
  contacts(): Promise<WorldContacts> {
    return this.ask('contacts');
  }

  /** Calls one of the handlers that were given to `serveWorld`; arguments and result are cloned. */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.ask('call', name, ...args);
  }

  /**
   * Goes on with a new worker after the loss of the old one, or instead of it: builds the world of the last snapshot, restores it, then
   * adds and removes what was added and removed since. Without a snapshot all bodies are where they were added. Resolves when
   * the world stands; a world that was running runs again.
   */
  async restart(
    worker: WorkerPort,
    helpers: readonly WorkerPort[] | undefined = this.helpers && [],
  ): Promise<void> {
    this.fail(new Error('the worker was replaced'), false);
    this.terminate();
    this.failure = undefined;
    this.worker = worker;
    this.shapes = new Map();
    this.shapeOf.clear();
    this.commands = 0;
    this.ready = this.open(worker, helpers);
    await this.ready;
    for (const { body, settings } of this.journal.rebuild())
      if (settings) this.sendBody(body, settings);
      else this.sendRemoval(body);
    const later = this.journal.since().slice();
    if (this.lastSnapshot) await this.ask('restore', this.lastSnapshot);
    this.journal.renumber(this.commands);
    for (const { body, settings } of later)
      if (settings) this.sendBody(body, settings);
      else this.sendRemoval(body);
    if (this.speed !== undefined) this.post('start', [this.speed]);
    await this.sync();
  }

  /** Ends the worker and its helpers. The last frame stays readable. */
  dispose(): void {
    this.fail(new Error('the world was disposed of'), false);
    this.terminate();
  }

  private terminate(): void {
    for (const worker of [this.worker, ...(this.helpers ?? [])]) worker.terminate?.();
  }

  private open(worker: WorkerPort, helpers: readonly WorkerPort[] | undefined): Promise<void> {
    this.helpers = helpers;
    const {
      shared = canShareMemory(),
      snapshotEvery = 60,
      helpers: _,
      timeout: __,
      ...options
    } = this.options;
    if (helpers && helpers.length > 0 && !canShareMemory())
      throw new Error('helpers need shared memory: the page must be cross-origin isolated');
    const failure = (error: Error) => this.fail(error, true);
    this.listening.push(
      listenTo(worker, { message: data => this.receive(data as WorkerMessage), failure }),
      ...(helpers ?? []).map(helper => listenTo(helper, { message: () => {}, failure })),
    );
    const ports = helpers?.map(helper => {
      const { port1, port2 } = new MessageChannel();
      helper.postMessage({ method: 'help', port: port1 }, [port1]);
      return port2;
    });
    worker.postMessage({ method: 'open', options, shared, snapshotEvery, helpers: ports }, ports ?? []);
    const ready = new Promise<void>((resolve, reject) => {
      this.resolveReady = resolve;
      this.rejectReady = reject;
    });
    // Whoever does not wait for it hears of the failure through onerror.
    ready.catch(() => {});
    return ready;
  }

  private receive(message: WorkerMessage): unknown {
    switch (message.kind) {
      case 'ready':
        if (!this.opened && message.idCount > 0) this.journal.begin(message.idCount, message.free);
        this.opened = true;
        return this.resolveReady();
      case 'memory':
        return this.reader.share(message.buffer, message.layout);
      case 'frame': {
        const unread = this.reader.receive(message.buffer, message.layout);
        if (unread) this.post('recycle', [unread], [unread]);
        return;
      }
      case 'events':
        extend(this.begun, message.begun);
        return extend(this.ended, message.ended);
      case 'snapshot':
        return this.keep(message.buffer, message.commands);
      case 'done':
        return this.settle(message.call)?.resolve(message.result);
      case 'failed': {
        const error = errorFrom(message.error);
        const waiting = this.settle(message.call);
        if (waiting) waiting.reject(error);
        else this.report(error);
      }
    }
  }

  private keep(buffer: ArrayBuffer, commands: number): void {
    this.lastSnapshot = buffer;
    this.journal.settle(commands);
  }

  private settle(call: number): Waiting | undefined {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if (waiting?.timer !== undefined) clearTimeout(waiting.timer);
    return waiting;
  }

  /** The worker is lost: everybody who waits is told. */
  private fail(error: Error, report: boolean): void {
    if (this.failure) return;
    this.failure = error;
    for (const stop of this.listening.splice(0)) stop();
    this.rejectReady(error);
    const waiting = [...this.waiting.keys()].map(call => this.settle(call)!);
    for (const { reject } of waiting) reject(error);
    if (report && (this.onerror || waiting.length === 0)) this.report(error);
  }

  private report(error: Error): void {
    if (this.onerror) this.onerror(error);
    else
      queueMicrotask(() => {
        throw error;
      });
  }

  private sendBody(body: number, { shape, ...settings }: BodySettings): void {
    let known = this.shapes.get(shape);
    const description = known ? undefined : encodeShape(shape);
    known ??= { id: this.shapeCount++, users: 0 };
    known.users++;
    this.shapes.set(shape, known);
    this.shapeOf.set(body, shape);
    this.commands++;
    this.post('add', [{ body, settings, shape: known.id, description } satisfies AddedBody]);
  }

  /** The shape is forgotten with its last body. */
  private sendRemoval(body: number): void {
    const shape = this.shapeOf.get(body);
    const known = this.shapes.get(shape);
    const last = known !== undefined && --known.users === 0;
    if (last) this.shapes.delete(shape);
    this.shapeOf.delete(body);
    this.commands++;
    this.post('remove', [body, last ? known.id : undefined]);
  }

  private change(method: string, body: number, ...args: readonly unknown[]): void {
    this.requireBody(body);
    this.commands++;
    this.post(method, [body, ...args]);
  }

  private post(method: string, args: readonly unknown[], transfer: readonly unknown[] = [], call = 0): void {
    if (!this.failure) this.worker.postMessage({ call, method, args }, transfer);
  }

  private ask<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    if (this.failure) return Promise.reject(this.failure);
    const call = ++this.calls;
    const { timeout = Infinity } = this.options;
    return new Promise<T>((resolve, reject) => {
      const timer =
        timeout < Infinity
          ? setTimeout(
              () => this.fail(new Error(`the worker has not answered for ${timeout} ms`), true),
              timeout,
            )
          : undefined;
      this.waiting.set(call, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.post(method, args, [], call);
    });
  }

  private requireAlive(): void {
    if (this.failure) throw this.failure;
  }

  private requireBody(body: number): void {
    this.requireAlive();
    if (!this.journal.has(body))
      throw new RangeError(`body must be the id of a body of the world, got ${body}`);
  }
}

/** Vectors as plain arrays: a view of a large buffer would be cloned with all of it. */
function plain(vector: ArrayLike<number>): number[] {
  return Array.from(vector);
}

function plainSettings(settings: BodySettings): BodySettings {
  const copy: Record<string, unknown> = { ...settings };
  for (const name of ['position', 'rotation', 'velocity', 'angularVelocity'] as const)
    if (settings[name]) copy[name] = plain(settings[name]);
  return copy as unknown as BodySettings;
}

function extend(to: PairList, pairs: Uint32Array): void {
  for (let i = 0; i < pairs.length; i += 2) to.push(pairs[i]!, pairs[i + 1]!);
}

function move(to: PairList, from: PairList): void {
  to.clear();
  for (let i = 0; i < from.length; i++) to.push(from.first(i), from.second(i));
  from.clear();
}

function fill(hit: WorldHit, { body, t, distance, normal, point }: PlainHit): WorldHit {
  hit.body = body;
  hit.t = t;
  hit.distance = distance;
  hit.normal.set(normal);
  hit.point.set(point);
  return hit;
}
