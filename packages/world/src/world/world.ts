/**
 * A world of rigid bodies: the packages composed. Every step is the pipeline of the sources, each stage a thing of its own that
 * can be exchanged or looked at:
 *
 *   broad phase (boxes that overlap) → narrow phase (contact points) → islands and sleep → solver (impulses, motion) → volumes
 *
 * Bodies are numbers; their state is in flat arrays (`world.bodies`), to be shared with a worker, uploaded to a GPU or read by a
 * renderer as it is. Same calls, same bits: contacts are solved in an order that depends on the state alone.
 */
import {
  type AsyncBroadPhase,
  type BroadPhase,
  PairList,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import { type ColliderSet, type ConvexPairTest, colliderKind } from '@colide/narrowphase';
import {
  ImpulseSolver,
  type ImpulseSolverOptions,
  Islands,
  type RigidBodies,
  RigidContacts,
  type RigidJoints,
  type RigidSolver,
  Sleeping,
  type SleepingOptions,
} from '@colide/solvers';
import { HashGrid, type MeshShape } from '@colide/spatial';
import type { quat, ReadonlyQuat, ReadonlyVec3, vec3 } from 'gl-matrix';
import { requireMaterial, requireRotation } from '../bodies/body-checks.ts';
import type { BodyMaterial, BodySettings } from '../bodies/body-settings.ts';
import type { ContactCounters } from '../stages/contact-counters.ts';
import { StageTimings } from '../stages/stage-timings.ts';
import { TouchEvents } from '../stages/touch-events.ts';
import { type BodyMaterials, BodyTable, slot } from './internal/body-table.ts';
import { ColliderBoxes } from './internal/collider-boxes.ts';
import { ContactStage } from './internal/contact-stage.ts';
import { ContinuousStage } from './internal/continuous-stage.ts';
import { ForceList } from './internal/force-list.ts';
import { readSnapshot, writeSnapshot } from './internal/world-snapshot.ts';
import type { WorldPart } from './world-part.ts';
import type { WorldPool } from './world-pool.ts';

/** Settings of a world; all may be left out. */
export interface WorldOptions {
  /** Acceleration of all dynamic bodies. Default 9.81 m/s² down the y axis. */
  readonly gravity?: ReadonlyVec3;
  /** What finds the pairs of boxes. Default a `HashGrid`. */
  readonly broadPhase?: BroadPhase;
  /**
   * What finds the pairs of boxes in {@link World.stepAsync}: a GPU, see `createGpuBroadPhase`. The other one answers queries then.
   * It is not destroyed by the world. Default none.
   */
  readonly asyncBroadPhase?: AsyncBroadPhase;
  /** Asked before GJK and EPA about shapes without a test of their own: `manifoldSat` for hulls. Default none. */
  readonly narrowPhase?: ConvexPairTest;
  /** What moves the bodies, or settings of the default, an `ImpulseSolver`. */
  readonly solver?: RigidSolver | Omit<ImpulseSolverOptions, 'gravity'>;
  /** Workers that help with the steps; see `WorkerPool`. Default none. */
  readonly pool?: WorldPool;
  /** Joints between bodies, by their ids. A world without does not carry their code. Default none. */
  readonly joints?: RigidJoints;
  /** Bodies of other kinds: cloth, ropes, soft bodies. Default none. */
  readonly parts?: readonly WorldPart<World>[];
  /** When bodies may sleep; `false` for never. */
  readonly sleeping?: SleepingOptions | false;
  /** How far apart surfaces may be and still be in contact, in m. Default 0.02. */
  readonly margin?: number;
  /** Length of the steps of {@link World.advance} in s. Default 1/60. */
  readonly fixedStep?: number;
  /** Steps that one call of {@link World.advance} takes at most; what is beyond is given up. Default 5. */
  readonly maxSteps?: number;
}

/** Rigid bodies that fall, collide, stack and rest. */
export class World {
  /** Touching pairs of bodies: all, those that began and those that ended in the last step. */
  readonly events = new TouchEvents();
  /** The contact points of the last step. */
  readonly contacts = new RigidContacts();
  /** Joints between bodies, if the world was given any; add and remove them here. */
  readonly joints: RigidJoints | undefined;
  /** Bodies of other kinds, in the order of their steps. */
  readonly parts: readonly WorldPart<World>[];
  /** Milliseconds of each stage of the last step. */
  readonly timings = new StageTimings();
  /** Acceleration of all dynamic bodies; may be changed between steps. */
  readonly gravity: Float64Array;
  /** What finds the pairs of boxes. */
  readonly broadPhase: BroadPhase;
  /** The colliders that are half-spaces: the broad phase does not know them. */
  readonly planes: number[] = [];
  /** Bodies asleep after the last step. */
  sleepers = 0;
  /** Length of the steps of {@link advance} in s, and how many one call takes at most. */
  readonly fixedStep: number;
  readonly maxSteps: number;
  /** Seconds that {@link advance} was given and has not simulated yet. */
  left = 0;

  /** What the bodies are made of. @internal */
  readonly table: BodyTable;
  /** Forces that wait for the next step. @internal */
  readonly forces = new ForceList();
  private readonly boxes: ColliderBoxes;
  private readonly stage: ContactStage;
  private readonly continuous: ContinuousStage;
  private readonly solver: RigidSolver;
  private readonly sleeping: Sleeping | undefined;
  private readonly pairs = new PairList();
  private islands = new Islands(16);
  private readonly pool: WorldPool | undefined;
  /** Whether parts of the world push bodies, so that velocities do not tell who rests. */
  private readonly isPushed: boolean;
  /** Whether pairs are on their way to {@link stepAsync}. */
  private waiting = false;

  constructor(options: WorldOptions = {}) {
    const { gravity = [0, -9.81, 0], margin = 0.02, fixedStep = 1 / 60, maxSteps = 5 } = options;
    requireFiniteArray('gravity', gravity, 3);
    requirePositive('fixedStep', fixedStep);
    requireInteger('maxSteps', maxSteps, 1);
    this.table = new BodyTable(margin, options.narrowPhase);
    this.broadPhase = options.broadPhase ?? new HashGrid();
    this.boxes = new ColliderBoxes(this.table.colliders, this.broadPhase, options.asyncBroadPhase);
    // A test of the user's own is known to this thread alone.
    this.pool = options.narrowPhase ? undefined : options.pool;
    this.stage = new ContactStage(this.table, this.contacts, this.events, margin, this.pool);
    this.continuous = new ContinuousStage(this.table, this.boxes, this.planes);
    const { solver = {} } = options;
    this.solver = 'step' in solver ? solver : (options.pool?.solver(solver) ?? new ImpulseSolver(solver));
    this.solver.gravity.set(gravity);
    this.gravity = this.solver.gravity;
    this.joints = options.joints;
    this.parts = options.parts ?? [];
    this.isPushed = this.parts.some(part => part.movesBodies);
    this.sleeping = options.sleeping === false ? undefined : new Sleeping(options.sleeping);
    this.fixedStep = fixedStep;
    this.maxSteps = maxSteps;
  }

  /** Number of bodies. */
  get count(): number {
    return this.table.count;
  }

  /**
   * State of all bodies by id: positions of centres of mass, quaternions of principal axes, velocities. Replaced when the
   * world grows. Change it through the methods of the world.
   */
  get bodies(): RigidBodies {
    return this.table.state;
  }

  /** The shapes of the bodies, where they are now. */
  get colliders(): ColliderSet {
    return this.table.colliders;
  }

  /** The collider whose box has the id `box` in the broad phase. */
  colliderOfBox(box: number): number {
    return this.boxes.colliderAt(box);
  }

  /** The mesh of a collider that is one. */
  meshOf(collider: number): MeshShape | undefined {
    return this.table.meshes[collider];
  }

  /** Friction, restitution, groups, masks and sensors of the bodies by id. Replaced when the world grows. */
  get materials(): BodyMaterials {
    return this.table;
  }

  /** What the narrow phase did in the last step. */
  get counters(): Readonly<ContactCounters> {
    return this.stage.counters;
  }

  /** Whether there is a body with this id. */
  has(body: number): boolean {
    return this.table.slots[body] > 0;
  }

  /** The ids of all bodies, ascending. */
  *ids(): IterableIterator<number> {
    for (let body = 0; body < this.table.idCount; body++) if (this.has(body)) yield body;
  }

  /** Adds a body and returns its id: 0, 1, 2 …; ids of removed bodies are used again. */
  add(settings: BodySettings): number {
    const { table } = this;
    const { idCount } = table;
    const body = table.add(settings);
    const colliders = table.collidersOf[body];
    let entered = 0;
    try {
      for (; entered < colliders.length; entered++) this.enter(colliders[entered]);
    } catch (error) {
      // The shape is the user's own and has no finite box, or the broad phase is full.
      while (entered-- > 0) this.leave(colliders[entered]);
      table.remove(body);
      if (idCount < table.idCount) table.idCount = table.freeIds.pop()!;
      throw error;
    }
    return body;
  }

  /** Takes a body out, with its joints and what hangs on it in parts of the world. What touched it wakes. */
  remove(body: number): void {
    const { table } = this;
    table.requireBody(body);
    this.wakeNeighbours(body);
    this.events.forget(body);
    this.forces.forget(body);
    this.joints?.removeBody(body);
    for (const part of this.parts) part.removed?.(body);
    for (const collider of table.collidersOf[body]) this.leave(collider);
    table.remove(body);
  }

  /** Lets a collider be found. */
  private enter(collider: number): void {
    if (this.colliders.kinds[collider] === colliderKind.plane) this.planes.push(collider);
    else this.boxes.insert(collider);
  }

  private leave(collider: number): void {
    const { planes } = this;
    if (this.colliders.kinds[collider] === colliderKind.plane) planes.splice(planes.indexOf(collider), 1);
    else this.boxes.remove(collider);
  }

  /** Puts a body at a pose, that of the frame of its shape, and wakes it and what it touched. Without `rotation` it stays turned as it is. */
  setPose(body: number, position: ReadonlyVec3, rotation?: ReadonlyQuat): void {
    this.table.requireBody(body);
    if (this.table.isHalfSpace(body)) throw new RangeError('body must not be a half-space');
    requireFiniteArray('position', position, 3);
    if (rotation) requireRotation(rotation);
    this.wakeNeighbours(body);
    this.table.setPose(body, position, rotation);
    this.place(body);
  }

  /** Writes the pose of a body, that of the frame of its shape. */
  getPose(outPosition: vec3, outRotation: quat, body: number): void {
    this.table.requireBody(body);
    this.table.getPose(outPosition, outRotation, body);
  }

  /** Sets the velocity of the centre of mass and, if given, the angular velocity in world axes, and wakes the body. */
  setVelocity(body: number, velocity: ReadonlyVec3, angularVelocity?: ReadonlyVec3): void {
    this.table.requireBody(body);
    if (this.table.slots[body] === slot.static) throw new RangeError(`body must not be static, got ${body}`);
    const { slots, state } = this.table;
    const rest = state.restTimes[body];
    state.setVelocity(body, velocity, angularVelocity);
    // A kinematic body that is told to stand still goes on to do so, and wakes nobody.
    if (slots[body] === slot.kinematic) state.restTimes[body] = rest;
  }

  /** Changes what is given of how a body behaves when it touches others, and wakes it and what it touched. */
  setMaterial(body: number, material: BodyMaterial): void {
    this.table.requireBody(body);
    requireMaterial(material);
    this.wakeNeighbours(body);
    this.table.setMaterial(body, material);
  }

  /** Adds an impulse at a point of the world; at the centre of mass by default. */
  applyImpulse(body: number, impulse: ReadonlyVec3, point?: ReadonlyVec3): void {
    this.table.requireBody(body);
    this.forces.applyImpulse(this.bodies, body, impulse, point);
  }

  /** Adds a force that acts during the next step, at a point of the world; at the centre of mass by default. */
  applyForce(body: number, force: ReadonlyVec3, point?: ReadonlyVec3): void {
    this.table.requireBody(body);
    this.forces.add(this.bodies, body, force, point);
  }

  /** Ends the sleep of a body. */
  wake(body: number): void {
    this.table.requireBody(body);
    if (this.table.slots[body] !== slot.static) this.bodies.wake(body);
  }

  /** Advances the world by `dt` seconds in one step. */
  step(dt: number): void {
    this.beginStep(dt);
    this.boxes.findPairs(this.pairs);
    this.finishStep(dt);
  }

  /**
   * As {@link step}, to the same bits, with pairs from `asyncBroadPhase` where there is one. Until they are there the world is as
   * before, and may be changed and asked, but not stepped. Rejects where the search does; the world has not moved then.
   */
  async stepAsync(dt: number): Promise<void> {
    this.beginStep(dt);
    this.waiting = true;
    try {
      await this.boxes.findPairsAsync(this.pairs);
    } finally {
      this.waiting = false;
    }
    this.finishStep(dt);
  }

  private beginStep(dt: number): void {
    requirePositive('dt', dt);
    this.requireStepped();
    this.joints?.wakeChanged(this.bodies);
    this.timings.begin();
  }

  private requireStepped(): void {
    if (this.waiting) throw new Error('stepAsync is not done yet');
  }

  /** What follows when the pairs are there. */
  private finishStep(dt: number): void {
    const { table, timings, events } = this;
    const stage = this.stage;
    const { state } = table;
    timings.end('broad');
    this.forces.apply(state, dt);
    table.damp(dt);
    stage.begin();
    stage.collidePairs(this.pairs);
    for (const plane of this.planes) stage.collidePlane(plane);
    stage.finish();
    events.finish(table.idCount);
    timings.end('narrow');
    if (this.sleeping) this.sleepers = this.sleep(this.sleeping, dt);
    timings.end('islands');
    this.continuous.begin();
    this.solver.step(state, this.contacts, dt, this.joints);
    timings.end('solve');
    this.continuous.finish();
    if (this.pool) this.boxes.placeByPool(this.pool, table);
    else
      for (let body = 0; body < table.idCount; body++)
        if (table.slots[body] !== slot.static && state.asleep[body] === 0) this.place(body);
    timings.end('volumes');
    for (let p = 0; p < this.parts.length; p++) this.parts[p].step(this, dt);
    if (this.isPushed) this.sleeping?.measure(state, dt);
    timings.end('parts');
  }

  /**
   * Advances by the time that has passed, in steps of fixed length, so that a simulation does not depend on the frame rate. Returns
   * how far into the next step the time has come, from 0 to 1: the factor with which to draw between the last two states.
   */
  advance(elapsed: number): number {
    for (let steps = this.stepsFor(elapsed); steps > 0; steps--) this.step(this.fixedStep);
    return this.left / this.fixedStep;
  }

  /** As {@link advance}, by {@link stepAsync}. */
  async advanceAsync(elapsed: number): Promise<number> {
    for (let steps = this.stepsFor(elapsed); steps > 0; steps--) await this.stepAsync(this.fixedStep);
    return this.left / this.fixedStep;
  }

  /** How many steps to take when `elapsed` seconds have passed; what is left is kept for the next call. @internal */
  stepsFor(elapsed: number): number {
    requireNonNegative('elapsed', elapsed);
    this.requireStepped();
    const { fixedStep, maxSteps } = this;
    this.left += elapsed;
    let steps = 0;
    for (; this.left >= fixedStep && steps < maxSteps; steps++) this.left -= fixedStep;
    // A machine that cannot keep up must not fall behind ever further.
    if (this.left >= fixedStep) this.left = 0;
    return steps;
  }

  /** The state of the world in one buffer; see `world-snapshot.ts` for what is in it. */
  snapshot(): ArrayBuffer {
    this.joints?.wakeChanged(this.bodies);
    for (const part of this.parts) part.settle?.(this);
    return writeSnapshot(this, this.left);
  }

  /** Goes back to a snapshot of this world, or of one that was built by the same calls. */
  restore(snapshot: ArrayBuffer): void {
    const { table } = this;
    this.left = readSnapshot(this, snapshot);
    this.sleepers = 0;
    for (const body of this.ids()) {
      this.sleepers += table.state.asleep[body];
      if (!table.isHalfSpace(body)) this.place(body);
    }
  }

  /**
   * Takes all bodies out, so that nothing of them is held and the broad phase can serve another world. Parts, joints, a pool and an
   * asynchronous broad phase are the caller's to dispose of.
   */
  dispose(): void {
    for (const body of this.ids()) this.remove(body);
    this.contacts.forget();
    this.sleepers = 0;
  }

  private sleep(sleeping: Sleeping, dt: number): number {
    const { state } = this.table;
    const { contacts, joints } = this;
    const islands = this.islands;
    if (islands.capacity < state.count) this.islands = new Islands(state.count);
    this.islands.begin(state.inverseMasses);
    this.islands.linkAll(contacts.bodies, contacts.count);
    joints?.linkIslands(this.islands);
    this.islands.finish();
    const asleep = sleeping.update(state, this.islands, dt, this.isPushed);
    if (this.isPushed) sleeping.begin(state);
    return asleep;
  }

  /** Lets the colliders of a body follow it, after a part of the world has written its pose to {@link bodies}. */
  place(body: number): void {
    const { state, collidersOf } = this.table;
    const list = collidersOf[body];
    for (let c = 0; c < list.length; c++) this.boxes.place(list[c], state);
  }

  private wakeNeighbours(body: number): void {
    const { touching } = this.events;
    this.wake(body);
    for (let i = 0; i < touching.count; i++)
      if (touching.first(i) === body) this.wake(touching.second(i));
      else if (touching.second(i) === body) this.wake(touching.first(i));
  }
}
