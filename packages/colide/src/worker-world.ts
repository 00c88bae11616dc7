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
import { BodyJournal, type JournalEntry } from './internal/body-journal.ts';
import type { ContactCounters } from './internal/contact-stage.ts';
import { FrameReader } from './internal/frame-reader.ts';
import { SentShapes } from './internal/sent-shapes.ts';
import { requireSettings } from './internal/settings-checks.ts';
import { WorkerLink } from './internal/worker-link.ts';
import { canShareMemory, type WorkerPort } from './internal/worker-port.ts';
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
  /** The last snapshot, automatic or asked for. */
  lastSnapshot: ArrayBuffer | undefined;

  private readonly options: WorkerWorldOptions;
  private readonly link: WorkerLink;
  private readonly reader = new FrameReader();
  private readonly journal = new BodyJournal();
  private shapes = new SentShapes();
  private opened = false;
  /** Commands that the present worker was given. */
  private commands = 0;
  private readonly begun = new PairList();
  private readonly ended = new PairList();
  private speed: number | undefined;

  /** @param worker a new worker that runs `colide/worker` or calls `serveWorld` */
  constructor(worker: WorkerPort, options: WorkerWorldOptions = {}) {
    this.options = options;
    this.link = new WorkerLink(options.timeout ?? Infinity, message => this.receive(message));
    this.open(worker, options.helpers);
  }

  /** Resolves when the worker has built its world; rejects when it cannot. */
  get ready(): Promise<void> {
    return this.link.ready;
  }

  /** Why the worker is lost, if it is. */
  get failure(): Error | undefined {
    return this.link.failure;
  }

  /** Called with what the worker threw and nobody waits for, and when it is lost. Without it such an error is thrown. */
  get onerror(): ((error: Error) => void) | undefined {
    return this.link.onerror;
  }
  set onerror(listener: ((error: Error) => void) | undefined) {
    this.link.onerror = listener;
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
    const newer = this.reader.take(this.recycle);
    const { events, begun, ended } = this;
    move(events.begun, begun);
    move(events.ended, ended);
    if (newer) this.reader.frame.readNumbers(this.counters, this.timings);
    return newer;
  }

  /** Adds a body and returns its id, as `World.add`. */
  add(settings: BodySettings): number {
    this.link.requireAlive();
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
    this.link.requireAlive();
    this.command('setGravity', plain(gravity));
  }

  /** Advances the world by `dt` seconds in one step. When it resolves, the step is the current frame. */
  async step(dt: number): Promise<void> {
    await this.link.ask('step', dt);
    this.update();
  }

  /** Advances by the time that has passed, in steps of fixed length; resolves to how far into the next step it has come. */
  async advance(elapsed: number): Promise<number> {
    const factor = await this.link.ask<number>('advance', elapsed);
    this.update();
    return factor;
  }

  /** Lets the world run by itself in steps of fixed length, `speed` times as fast as time passes. */
  start(speed = 1): void {
    if (!(speed > 0 && speed < Infinity))
      throw new RangeError(`speed must be positive and finite, got ${speed}`);
    this.link.requireAlive();
    this.speed = speed;
    this.link.post('start', [speed]);
  }

  /** Ends what {@link start} began, after the step that is being taken. */
  stop(): void {
    this.link.requireAlive();
    this.speed = undefined;
    this.link.post('stop', []);
  }

  /** Resolves when everything that was said before has been done, and makes that the current frame. */
  async sync(): Promise<void> {
    await this.link.ask('sync');
    this.update();
  }

  /** The state of the world in one buffer, which is also kept as {@link lastSnapshot}. */
  async snapshot(): Promise<ArrayBuffer> {
    const { commands } = this;
    const buffer = await this.link.ask<ArrayBuffer>('snapshot');
    this.keep(buffer, commands);
    return buffer.slice(0);
  }

  /** Goes back to a snapshot. */
  async restore(snapshot: ArrayBuffer): Promise<void> {
    await this.link.ask('restore', snapshot);
    this.update();
  }

  /** The first body that a ray meets; see `WorldQueries.raycast`. */
  async raycast(
    hit: WorldHit,
    origin: ReadonlyVec3,
    direction: ReadonlyVec3,
    maxT = Infinity,
  ): Promise<number> {
    return fill(hit, await this.link.ask<PlainHit>('raycast', plain(origin), plain(direction), maxT)).t;
  }

  /** The first body that a shape meets on its way by `motion`. */
  async shapecast(hit: WorldHit, shape: Convex, motion: ReadonlyVec3): Promise<number> {
    return fill(hit, await this.link.ask<PlainHit>('shapecast', encodeShape(shape), plain(motion))).t;
  }

  /** The ids of the bodies that a shape overlaps or touches. */
  overlap(shape: Convex): Promise<number[]> {
    return this.link.ask('overlap', encodeShape(shape));
  }

  /** The body nearest to a shape within `maxDistance`; resolves to the distance. */
  async closest(hit: WorldHit, shape: Convex, maxDistance: number): Promise<number> {
    return fill(hit, await this.link.ask<PlainHit>('closest', encodeShape(shape), maxDistance)).distance;
  }

  /** All pairs of bodies that touch, sorted, two ids each. */
  touching(): Promise<Uint32Array> {
    return this.link.ask('touching');
  }

  /** The contact points of the last step. */
  contacts(): Promise<WorldContacts> {
    return this.link.ask('contacts');
  }

  /** Calls one of the handlers that were given to `serveWorld`; arguments and result are cloned. */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.link.ask('call', name, ...args);
  }

  /**
   * Goes on with a new worker after the loss of the old one, or instead of it: builds the world of the last snapshot, restores it, then
   * adds and removes what was added and removed since. Without a snapshot all bodies are where they were added. Resolves when
   * the world stands; a world that was running runs again.
   */
  async restart(
    worker: WorkerPort,
    helpers: readonly WorkerPort[] | undefined = this.link.helpers && [],
  ): Promise<void> {
    this.link.close('the worker was replaced');
    this.shapes = new SentShapes();
    this.commands = 0;
    this.open(worker, helpers);
    await this.ready;
    this.replay(this.journal.rebuild());
    const later = this.journal.since().slice();
    if (this.lastSnapshot) await this.link.ask('restore', this.lastSnapshot);
    this.journal.renumber(this.commands);
    this.replay(later);
    if (this.speed !== undefined) this.link.post('start', [this.speed]);
    await this.sync();
  }

  /** Ends the worker and its helpers. The last frame stays readable. */
  dispose(): void {
    this.link.close('the world was disposed of');
  }

  private open(worker: WorkerPort, helpers: readonly WorkerPort[] | undefined): void {
    const {
      shared = canShareMemory(),
      snapshotEvery = 60,
      helpers: _,
      timeout: __,
      ...options
    } = this.options;
    this.link.open(worker, helpers, { options, shared, snapshotEvery });
  }

  private receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      if (!this.opened && message.idCount > 0) this.journal.begin(message.idCount, message.free);
      this.opened = true;
    } else if (message.kind === 'memory') this.reader.share(message.buffer, message.layout);
    else if (message.kind === 'frame') {
      const unread = this.reader.receive(message.buffer, message.layout);
      if (unread) this.recycle(unread);
    } else if (message.kind === 'events') {
      extend(this.begun, message.begun);
      extend(this.ended, message.ended);
    } else if (message.kind === 'snapshot') this.keep(message.buffer, message.commands);
  }

  private readonly recycle = (buffer: ArrayBuffer): void => this.link.post('recycle', [buffer], [buffer]);

  private keep(buffer: ArrayBuffer, commands: number): void {
    this.lastSnapshot = buffer;
    this.journal.settle(commands);
  }

  private replay(entries: Iterable<JournalEntry>): void {
    for (const { body, settings } of entries)
      if (settings) this.sendBody(body, settings);
      else this.sendRemoval(body);
  }

  private sendBody(body: number, { shape, ...settings }: BodySettings): void {
    this.command('add', { body, settings, ...this.shapes.use(body, shape) } satisfies AddedBody);
  }

  private sendRemoval(body: number): void {
    this.command('remove', body, this.shapes.drop(body));
  }

  private change(method: string, body: number, ...args: readonly unknown[]): void {
    this.requireBody(body);
    this.command(method, body, ...args);
  }

  private command(method: string, ...args: readonly unknown[]): void {
    this.commands++;
    this.link.post(method, args);
  }

  private requireBody(body: number): void {
    this.link.requireAlive();
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
