/**
 * A world that runs in a worker, with the methods of `World`: a Web Worker or one of Node's worker threads,
 * started from `colide/worker` or from a file of your own that calls `serveWorld`.
 *
 * The worker writes every finished step as a whole frame to a triple buffer in shared memory; `update` makes
 * the newest one current, without waiting or copying. Where memory cannot be shared, because the page is not
 * cross-origin isolated, messages that transfer their memory carry the same frames. Changes take effect in
 * order, before the next step. Steps, queries and snapshots return promises. Ids are known at once.
 *
 * When the worker throws, pending calls are rejected and `onerror` is called; the last frame stays readable.
 * When the worker is lost, `restart` has another one rebuild the world and continue from the last snapshot.
 */
import {
  PairList,
  type Quat,
  refuse,
  requireBounded,
  requireDuration,
  requireInteger,
  requireNonNegative,
  requireOut,
  requirePositive,
  type Vec3,
} from '@colide/core';
import { poseCompose } from '@colide/math';
import {
  type BodyMaterial,
  type BodySettings,
  type ContactCounters,
  type QuatLike,
  readRotation,
  readVec3,
  type Vec3Like,
} from '@colide/world';

import { bodyKind } from '../internal/plain-bodies.ts';
import { canShareMemory, errorOf, type WorkerPort } from '../internal/worker-port.ts';
import { frameAt, shapePoseAt, shapePoseSize } from '../internal/world-frame.ts';
import type { SavedWorld, WorkerMessage } from '../internal/world-protocol.ts';
import { EventInbox } from './internal/event-inbox.ts';
import { FrameReader } from './internal/frame-reader.ts';
import { RemoteQueries } from './internal/remote-queries.ts';
import { WorkerLink } from './internal/worker-link.ts';
import type { WorkerBodies, WorkerWorldOptions } from './internal/worker-world-options.ts';
import { WorldCommands } from './internal/world-commands.ts';

export type { WorkerBodies, WorkerWorldOptions } from './internal/worker-world-options.ts';
export type { WorldContacts } from './internal/world-server.ts';

const offsetPosition = /* @__PURE__ */ new Float64Array(3);
const offsetRotation = /* @__PURE__ */ new Float64Array(4);

/** Rigid bodies that are simulated in a worker. */
export class WorkerWorld extends RemoteQueries {
  /**
   * Pairs that began and ceased to touch between the last two calls of {@link update}. Events are kept for
   * the last 1000 calls of {@link step} or {@link advance}, or steps in real time, that had any.
   */
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

  private readonly options: WorkerWorldOptions;
  private readonly commands: WorldCommands;
  private readonly reader = new FrameReader();
  private readonly inbox = new EventInbox();
  private saved: SavedWorld | undefined;
  private opened = false;
  /** Whether the current frame was taken since the last {@link update}. */
  private unseen = false;
  private speed: number | undefined;

  /** @param worker a new worker that runs `colide/worker` or calls `serveWorld` */
  constructor(worker: WorkerPort, options: WorkerWorldOptions = {}) {
    const { timeout = Infinity, snapshotEvery = 60 } = options;
    if (timeout !== Infinity) requirePositive('timeout', timeout);
    requireInteger('snapshotEvery', snapshotEvery);
    super(new WorkerLink(timeout));
    this.options = options;
    this.link.hear = message => this.receive(message);
    this.commands = new WorldCommands(this.link);
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

  /**
   * Called with errors of the worker that no call awaits, and when it is lost. Without it such an error is
   * thrown.
   */
  get onerror(): ((error: Error) => void) | undefined {
    return this.link.onerror;
  }
  set onerror(listener: ((error: Error) => void) | undefined) {
    this.link.onerror = listener;
  }

  /** Number of bodies, including those still being sent to the worker. */
  get count(): number {
    return this.commands.count;
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
    return this.reader.frame.head[frameAt.step];
  }

  /** Seconds that had been simulated. */
  get time(): number {
    return this.reader.frame.head[frameAt.time];
  }

  /** Bodies asleep in the current frame. */
  get sleepers(): number {
    return this.reader.frame.head[frameAt.sleepers];
  }

  /**
   * The fraction of the time from the step of the current frame to the next step that has passed, from 0 to
   * 1: the factor for interpolating between the last two frames. It grows with time while the world runs in
   * real time.
   */
  get factor(): number {
    return this.reader.frame.factor;
  }

  /** The last snapshot, whether automatic, requested or restored: {@link restart} continues from it. */
  get lastSnapshot(): ArrayBuffer | undefined {
    return this.saved?.buffer;
  }

  /**
   * Makes the newest frame current and updates the events; never waits. Call it once per rendered frame.
   * Returns whether the frame is newer than at the last call.
   */
  update(): boolean {
    this.take();
    this.inbox.empty(this.events);
    const newer = this.unseen;
    this.unseen = false;
    return newer;
  }

  /** Whether there is a body with this id, including those still being sent to the worker. */
  has(body: number): boolean {
    return this.commands.has(body);
  }

  /** The ids of all bodies, ascending, including those still being sent to the worker. */
  ids(): IterableIterator<number> {
    return this.commands.ids();
  }

  /** Adds a body and returns its id, like `World.add`. */
  add(settings: BodySettings): number {
    return this.commands.add(settings);
  }

  /** Removes a body. */
  remove(body: number): void {
    this.commands.remove(body);
  }

  /** Sets the pose of a body's shape, like `World.setPose`. */
  setPose(body: number, position: Vec3Like, rotation?: QuatLike): void {
    if (this.commands.kindOf(body) === bodyKind.halfSpace)
      throw new RangeError('body must not be a half-space');
    const at = readVec3([], 'position', position);
    this.commands.change(
      'setPose',
      body,
      at,
      rotation === undefined ? undefined : readRotation([], rotation),
    );
  }

  /**
   * Writes the pose of a body's shape in the current frame. A body still being sent to the worker has none
   * yet.
   */
  getPose(outPosition: Vec3, outRotation: Quat, body: number): void {
    const { positions, rotations, offsets, slots } = this.reader.frame;
    requireOut('outPosition', outPosition, 3);
    requireOut('outRotation', outRotation, 4);
    if (!(typeof body === 'number' && slots[body] > 0))
      refuse('body', 'be in the current frame: await sync() after add()', body);
    for (let k = 0; k < 3; k++) {
      outPosition[k] = positions[3 * body + k];
      offsetPosition[k] = offsets[shapePoseSize * body + shapePoseAt.position + k];
    }
    for (let k = 0; k < 4; k++) {
      outRotation[k] = rotations[4 * body + k];
      offsetRotation[k] = offsets[shapePoseSize * body + shapePoseAt.rotation + k];
    }
    poseCompose(outPosition, outRotation, outPosition, outRotation, offsetPosition, offsetRotation);
  }

  /** Sets velocity and angular velocity, like `World.setVelocity`. */
  setVelocity(body: number, velocity: Vec3Like, angularVelocity?: Vec3Like): void {
    const kind = this.commands.kindOf(body);
    if (kind === bodyKind.static || kind === bodyKind.halfSpace)
      throw new RangeError(`body must not be static, got ${body}`);
    const linear = readVec3([], 'velocity', velocity);
    const angular =
      angularVelocity === undefined ? undefined : readVec3([], 'angularVelocity', angularVelocity);
    this.commands.change('setVelocity', body, linear, angular);
  }

  /** Changes the given properties of a body's contact material, like `World.setMaterial`. */
  setMaterial(body: number, material: BodyMaterial): void {
    this.commands.setMaterial(body, material);
  }

  /** Applies an impulse at a point in world space; at the centre of mass by default. */
  applyImpulse(body: number, impulse: Vec3Like, point?: Vec3Like): void {
    const vector = readVec3([], 'impulse', impulse);
    this.commands.change(
      'applyImpulse',
      body,
      vector,
      point === undefined ? undefined : readVec3([], 'point', point),
    );
  }

  /** Applies a force during the next step. */
  applyForce(body: number, force: Vec3Like, point?: Vec3Like): void {
    const vector = readVec3([], 'force', force);
    this.commands.change(
      'applyForce',
      body,
      vector,
      point === undefined ? undefined : readVec3([], 'point', point),
    );
  }

  /** Wakes a body. */
  wake(body: number): void {
    this.commands.change('wake', body);
  }

  /** Changes the acceleration of all dynamic bodies. */
  setGravity(gravity: Vec3Like): void {
    this.commands.setGravity(readVec3([], 'gravity', gravity));
  }

  /** Advances the world by `dt` seconds in one step. When it resolves, the step is the current frame. */
  async step(dt: number): Promise<void> {
    requireDuration('dt', dt);
    await this.link.ask('step', dt);
    this.take();
  }

  /**
   * Advances by the elapsed time in steps of fixed length; resolves to the fraction of the next step that has
   * already elapsed.
   */
  async advance(elapsed: number): Promise<number> {
    requireNonNegative('elapsed', elapsed);
    requireBounded('elapsed', elapsed);
    const factor = await this.link.ask<number>('advance', elapsed);
    this.take();
    return factor;
  }

  /** Runs the world in steps of fixed length, `speed` times as fast as real time; or changes the speed. */
  start(speed = 1): void {
    requireDuration('speed', speed);
    this.link.requireAlive();
    this.run(speed);
  }

  /** Stops the clock after the current step. */
  stop(): void {
    this.link.requireAlive();
    this.speed = undefined;
    this.link.keepWatch(false);
    this.link.post('stop', []);
  }

  /** Resolves when all earlier calls have taken effect, and makes the resulting frame current. */
  async sync(): Promise<void> {
    await this.link.ask('sync');
    this.take();
  }

  /** The state of the world in one buffer; a copy is kept as {@link lastSnapshot}. */
  snapshot(): Promise<ArrayBuffer> {
    return this.link.ask('snapshot');
  }

  /** Goes back to a snapshot. */
  async restore(snapshot: ArrayBuffer): Promise<void> {
    if (!(snapshot instanceof ArrayBuffer)) refuse('snapshot', 'be an ArrayBuffer', snapshot);
    await this.link.ask('restore', snapshot);
    this.take();
  }

  /**
   * Continues with a new worker after the old one was lost, or instead of it: builds the world of the last
   * snapshot, restores it, then repeats the additions and removals since then. Without a snapshot all bodies
   * start at their initial poses. Resolves when the world is complete; a world that was running runs again.
   * Calls made meanwhile take effect after that.
   *
   * @param helpers new helpers, since the old ones end with their worker. Without them the new worker steps
   *   alone, with the same bits
   */
  async restart(
    worker: WorkerPort,
    helpers: readonly WorkerPort[] | undefined = this.link.helpers && [],
  ): Promise<void> {
    this.link.close('the worker was replaced');
    this.reader.leave();
    this.open(worker, helpers);
    const repeated = this.commands.repeat(this.saved);
    if (this.speed !== undefined) this.run(this.speed);
    try {
      await Promise.all([this.ready, repeated, this.sync()]);
    } catch (reason) {
      this.link.giveUp(worker, errorOf(reason));
      throw reason;
    }
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
      ...others
    } = this.options;
    const { gravity } = others;
    const options = { ...others, ...(gravity && { gravity: readVec3([], 'gravity', gravity) }) };
    this.link.open(worker, helpers, { options, shared, snapshotEvery });
  }

  private receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      if (!this.opened && message.kinds.length > 0) this.commands.begin(message.kinds, message.free);
      this.opened = true;
    } else if (message.kind === 'memory') this.reader.share(message.buffer, message.layout);
    else if (message.kind === 'frame') {
      const unread = this.reader.receive(message.buffer, message.layout);
      if (unread) this.recycle(unread);
    } else if (message.kind === 'events') this.inbox.receive(message.begun, message.ended);
    else if (message.kind === 'bodies') this.commands.note(message);
    else if (message.kind === 'snapshot') {
      this.saved = message.saved;
      this.commands.settle(message.commands);
    }
  }

  private readonly recycle = (buffer: ArrayBuffer): void => this.link.post('recycle', [buffer], [buffer]);

  /** Makes the newest frame current. */
  private take(): void {
    if (!this.reader.take(this.recycle)) return;
    this.unseen = true;
    this.reader.frame.readNumbers(this.counters, this.timings);
  }

  private run(speed: number): void {
    this.speed = speed;
    this.link.post('start', [speed]);
    this.link.keepWatch(true);
  }
}
