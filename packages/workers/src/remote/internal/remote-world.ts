/**
 * The caller's side of a world in a worker: the part common to spatial and planar worlds. It reads frames and
 * sends commands and queries, and when the worker is lost, another one continues.
 */
import {
  PairList,
  refuse,
  requireBoolean,
  requireBounded,
  requireDuration,
  requireInteger,
  requireNonNegative,
} from '@colide/core';
import { type BodyChecks, type BodyCodec, bodyKind } from '../../internal/plain-bodies.ts';
import {
  canShareMemory,
  errorOf,
  requirePort,
  requirePorts,
  type WorkerPort,
} from '../../internal/worker-port.ts';
import { frameAt, type WorldFrame } from '../../internal/world-frame.ts';
import type { SavedWorld, WorkerMessage } from '../../internal/world-protocol.ts';
import { EventInbox } from './event-inbox.ts';
import { FrameReader } from './frame-reader.ts';
import { WorkerLink } from './worker-link.ts';
import type { WorkerBodies, WorkerSettings } from './worker-world-options.ts';
import { WorldCommands } from './world-commands.ts';
import type { WorldContacts } from './world-contacts.ts';

/** Settings of a world of either kind. */
interface RemoteOptions extends WorkerSettings {
  readonly gravity?: unknown;
  readonly helpers?: readonly WorkerPort[];
}

/** Rigid bodies that are simulated in a worker; the parameters are the types of what their methods take. */
export class RemoteWorld<Settings extends object, Material extends object, Vector, Rotation, Angular> {
  /**
   * Pairs that began and ceased to touch between the last two calls of {@link update}. Events are kept for
   * the last 1000 calls of {@link step} or {@link advance}, or steps in real time, that had any.
   */
  readonly events = { begun: new PairList(), ended: new PairList() };

  protected readonly link: WorkerLink;
  private readonly codec: BodyCodec;
  private readonly checks: BodyChecks;
  private readonly options: RemoteOptions;
  private readonly commands: WorldCommands;
  private readonly reader = new FrameReader();
  private readonly inbox = new EventInbox();
  private saved: SavedWorld | undefined;
  private opened = false;
  /** Whether the current frame was taken since the last {@link update}. */
  private unseen = false;
  private speed: number | undefined;

  constructor(worker: WorkerPort, options: RemoteOptions, codec: BodyCodec, checks: BodyChecks) {
    const { timeout = Infinity, snapshotEvery = 60, shared, helpers } = options;
    requirePort('worker', worker);
    requirePorts('helpers', helpers);
    if (timeout !== Infinity) requireDuration('timeout', timeout);
    requireInteger('snapshotEvery', snapshotEvery);
    if (shared !== undefined) requireBoolean('shared', shared);
    this.link = new WorkerLink(timeout);
    this.codec = codec;
    this.checks = checks;
    this.options = options;
    this.link.hear = message => this.receive(message);
    this.commands = new WorldCommands(this.link, codec, checks);
    this.open(worker, helpers);
  }

  /** Resolves when the worker has built its world; rejects when it cannot. */
  get ready(): Promise<void> {
    return this.link.ready;
  }

  /** The reason why the worker is lost, if it is. */
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

  /** The saved state of the parts of the world, as of the current frame. */
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
  get sleeperCount(): number {
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

  /** Adds a body and returns its id, as the world itself would. */
  add(settings: Settings): number {
    return this.commands.add(settings);
  }

  /** Removes a body. */
  remove(body: number): void {
    this.commands.remove(body);
  }

  /** Sets the pose of a body's shape; without `rotation` the body keeps its rotation. */
  setPose(body: number, position: Vector, rotation?: Rotation): void {
    const { codec } = this;
    if (this.commands.kindOf(body) === bodyKind.plane)
      throw new RangeError(`body must not be a ${codec.plane}`);
    const at = codec.readVector('position', position);
    if (rotation !== undefined) this.checks.requireRotation(rotation);
    this.change('setPose', body, at, rotation === undefined ? undefined : codec.readRotation(rotation));
  }

  /** Sets the velocity of the centre of mass and, if given, the angular velocity, and wakes the body. */
  setVelocity(body: number, velocity: Vector, angularVelocity?: Angular): void {
    const { codec } = this;
    const kind = this.commands.kindOf(body);
    if (kind === bodyKind.static || kind === bodyKind.plane)
      throw new RangeError(`body must not be static, got ${body}`);
    const linear = codec.readVector('velocity', velocity);
    const angular =
      angularVelocity === undefined ? undefined : codec.readAngular('angularVelocity', angularVelocity);
    this.commands.change('setVelocity', body, linear, angular);
  }

  /** Changes the given properties of a body's contact material. */
  setMaterial(body: number, material: Material): void {
    this.commands.setMaterial(body, material);
  }

  /** Applies an impulse at a point in world space; at the centre of mass by default. */
  applyImpulse(body: number, impulse: Vector, point?: Vector): void {
    this.push('applyImpulse', body, this.codec.readVector('impulse', impulse), point);
  }

  /** Applies a force during the next step, at a point in world space; at the centre of mass by default. */
  applyForce(body: number, force: Vector, point?: Vector): void {
    this.push('applyForce', body, this.codec.readVector('force', force), point);
  }

  private push(method: string, body: number, vector: readonly number[], point: Vector | undefined): void {
    this.change(
      method,
      body,
      vector,
      point === undefined ? undefined : this.codec.readVector('point', point),
    );
  }

  /** Wakes a body. */
  wake(body: number): void {
    this.change('wake', body);
  }

  /** Sends a change of a body. */
  protected change(method: string, body: number, ...args: readonly unknown[]): void {
    this.commands.change(method, body, ...args);
  }

  /** Changes the acceleration of all dynamic bodies. */
  setGravity(gravity: Vector): void {
    this.commands.setGravity(this.codec.readVector('gravity', gravity));
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

  /** All pairs of bodies that touch, sorted, two ids each. */
  touching(): Promise<Uint32Array> {
    return this.link.ask('touching');
  }

  /** The contact points of the last step. */
  contacts(): Promise<WorldContacts> {
    return this.link.ask('contacts');
  }

  /** Calls one of the handlers of the file that serves the world; arguments and result are cloned. */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.link.ask('call', name, ...args);
  }

  /**
   * Continues with a new worker: it builds the world of the last snapshot, restores it and repeats the
   * additions and removals since then.
   */
  protected async replace(worker: WorkerPort, helpers?: readonly WorkerPort[]): Promise<void> {
    requirePort('worker', worker);
    requirePorts('helpers', helpers);
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
    const options = {
      ...others,
      ...(gravity !== undefined && { gravity: this.codec.readVector('gravity', gravity) }),
    };
    this.link.open(worker, helpers, { options, shared, snapshotEvery });
  }

  private receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      if (!this.opened && message.kinds.length > 0) this.commands.begin(message.kinds, message.nextId);
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
    this.taken(this.reader.frame);
  }

  /** Reads the data of a frame that only one kind of world has. */
  protected taken(_frame: WorldFrame): void {}

  /** The current frame; throws unless the body is in it. */
  protected frameOf(body: number): WorldFrame {
    const { frame } = this.reader;
    if (!(typeof body === 'number' && frame.slots[body] > 0))
      refuse('body', 'be in the current frame: await sync() after add()', body);
    return frame;
  }

  private run(speed: number): void {
    this.speed = speed;
    this.link.post('start', [speed]);
    this.link.keepWatch(true);
  }
}
