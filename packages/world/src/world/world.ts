/**
 * A world of rigid bodies. A step is a pipeline of stages, each an object with one verb, called in this order
 * by `step` and `finishStep`:
 *
 *   broad phase      boxes that overlap
 *   forces           impulses of waiting forces, damping
 *   narrow phase     contact points and touching pairs
 *   islands          sleep
 *   solver           impulses and motion
 *   continuous       fast bodies are stopped
 *   volumes          colliders and boxes follow
 *   parts            cloth, ropes, soft bodies
 *
 * In the timings, forces count as part of the narrow phase, and continuous detection as part of the volumes.
 *
 * Bodies are numbers; their state is in flat arrays (`world.bodies`) that can be shared with a worker,
 * uploaded to a GPU or read by a renderer. Same calls, same bits: contacts are solved in an order that
 * depends only on the state.
 */
import {
  type BroadPhase,
  forgetShared,
  type Quat,
  refuse,
  requireBounded,
  requireBoundedArray,
  requireDuration,
  requireInteger,
  requireNonNegative,
  requireObject,
  requireOut,
  TouchEvents,
  tellMilliseconds,
  tellShared,
  type Vec3,
} from '@colide/core';
import type { ColliderSet, NarrowPhase } from '@colide/narrowphase';
import {
  ImpulseSolver,
  type RigidBodies,
  RigidContacts,
  type RigidJoints,
  type RigidSolver,
} from '@colide/solvers';
import { HashCells, type MeshShape } from '@colide/spatial';
import { readRotation, requireMaterial } from '../bodies/body-checks.ts';
import type { BodyMaterials } from '../bodies/body-materials.ts';
import type { BodyMaterial, BodySettings } from '../bodies/body-settings.ts';
import { type QuatLike, readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import type { ContactCounters } from '../reports/contact-counters.ts';
import { StageTimings } from '../reports/stage-timings.ts';
import { BodyTable, canMove, slot } from './internal/body-table.ts';
import { ColliderBoxes } from './internal/collider-boxes.ts';
import { ColliderMaterials } from './internal/collider-materials.ts';
import { ContactStage } from './internal/contact-stage.ts';
import { ContinuousStage } from './internal/continuous-stage.ts';
import { checkOptions } from './internal/development.ts';
import { ForceList } from './internal/force-list.ts';
import { IslandStage } from './internal/island-stage.ts';
import { SeamContacts } from './internal/seam-contacts.ts';
import { SolverStage } from './internal/solver-stage.ts';
import { VolumeStage } from './internal/volume-stage.ts';
import { readSnapshot, type SavedPart, writeSnapshot } from './internal/world-snapshot.ts';
import type { WorldOptions } from './world-options.ts';
import type { WorldPart } from './world-part.ts';

/** Scratch: the arguments of the current call as arrays. */
const vector = /* @__PURE__ */ new Float64Array(3);
const spin = /* @__PURE__ */ new Float64Array(3);
const orientation = /* @__PURE__ */ new Float64Array(4);

/** Rigid bodies that fall, collide, stack and rest. */
export class World {
  /** Touching pairs of bodies: all, those that began and those that ended in the last step. */
  readonly events = new TouchEvents();
  /** The contact points of the last step. */
  readonly contacts = new RigidContacts();
  /** Bodies of other kinds, in the order of their steps. */
  readonly parts: readonly WorldPart<World>[];
  /** The narrow phase, if it is not the default. */
  readonly narrowPhase: NarrowPhase | undefined;
  /** Milliseconds of each stage of the last step. */
  readonly timings = new StageTimings();
  /** Acceleration of all dynamic bodies, each number at most 1e30; may be changed between steps. */
  readonly gravity: Float64Array;
  /** The structure that finds pairs of boxes and answers queries. */
  readonly broadPhase: BroadPhase;
  /** Length of the steps of {@link advance} in s. */
  readonly fixedStep: number;
  /** Largest number of steps per call of {@link advance}. */
  readonly maxSteps: number;
  /** Seconds that {@link advance} has been given but not simulated yet. */
  remainder = 0;

  /** The options of the world. @internal */
  readonly options: WorldOptions<World>;
  /** The bodies and their colliders. @internal */
  readonly table: BodyTable;
  /** The parts with a state of their own, and the narrow phase if it has one. @internal */
  readonly saved: readonly SavedPart[];
  /** Forces that wait for the next step. @internal */
  readonly forces = new ForceList();

  // The stages of a step.
  /** The broad phase. @internal */
  readonly broad: ColliderBoxes;
  private readonly narrow: ContactStage;
  private readonly islands: IslandStage;
  private readonly solver: SolverStage;
  private readonly continuous: ContinuousStage;
  /** The boxes of the colliders. @internal */
  readonly volumes: VolumeStage;
  /** Whether {@link stepAsync} waits for its pairs. */
  private isSearching = false;

  constructor(options: WorldOptions<World> = {}) {
    requireObject('options', options);
    checkOptions(options);
    this.options = options;
    const { gravity = [0, -9.81, 0], margin = 0.02, fixedStep = 1 / 60, maxSteps = 5 } = options;
    const { joints, parts = [], solver = {}, narrowPhase } = options;
    requireDuration('fixedStep', fixedStep);
    requireInteger('maxSteps', maxSteps, 1);
    const { contacts, events } = this;
    // An object is a narrow phase; a function is only tried before GJK and EPA, and belongs to the colliders.
    const isTest = typeof narrowPhase === 'function';
    const materials = new ColliderMaterials(margin, options.frictionRule, options.restitutionRule);
    const table = new BodyTable(margin, materials, isTest ? narrowPhase : undefined);
    this.narrowPhase = isTest ? undefined : narrowPhase;
    // The workers of a pool do not have a narrow phase that was passed in.
    const pool = narrowPhase ? undefined : options.pool;
    const rigidSolver: RigidSolver =
      'step' in solver
        ? solver
        : (options.pool?.solver(solver) ?? new ImpulseSolver(solver, options.kernels));
    const isPushed = parts.some(part => part.movesBodies);
    table.seams = new SeamContacts(table, contacts);
    options.kernels?.replaceBoxTest?.(table.colliders);
    this.table = table;
    this.broadPhase = options.broadPhase ?? new HashCells();
    this.broad = new ColliderBoxes(
      table.colliders,
      this.broadPhase,
      options.asyncBroadPhase,
      options.colliderBroadPhase,
    );
    this.volumes = new VolumeStage(table, this.broad, pool);
    this.narrow = new ContactStage(table, contacts, events, pool, this.narrowPhase);
    this.islands = new IslandStage(table, contacts, options.sleeping, isPushed);
    this.solver = new SolverStage(rigidSolver, table, contacts);
    this.continuous = new ContinuousStage(
      table,
      this.solver,
      this.broad,
      this.volumes.planes,
      margin,
      options.continuous,
    );
    this.gravity = rigidSolver.gravity;
    rigidSolver.attach?.(this);
    readVec3(this.gravity, 'gravity', gravity);
    table.joints = joints;
    this.parts = parts;
    this.saved = this.narrowPhase ? [...parts, this.narrowPhase] : parts;
    this.fixedStep = fixedStep;
    this.maxSteps = maxSteps;
    tellShared(this);
  }

  /** Number of bodies. */
  get count(): number {
    return this.table.count;
  }

  /**
   * State of all bodies by id: positions of centres of mass, rotations of principal axes, velocities.
   * Replaced when the world grows. Change it through the methods of the world.
   */
  get bodies(): RigidBodies {
    return this.table.state;
  }

  /** The joints between the bodies, if the world has any; use `WorldJoints` to add and change them. */
  get joints(): RigidJoints | undefined {
    return this.table.joints;
  }

  /** The shapes of the bodies at their current poses. */
  get colliders(): ColliderSet {
    return this.table.colliders;
  }

  /** For parts and renderers: the colliders that are half-spaces, which are not in the broad phase. */
  get planes(): readonly number[] {
    return this.volumes.planes;
  }

  /** How often continuous detection has put a body back in the last step. */
  get stoppedCount(): number {
    return this.continuous.stoppedCount;
  }

  /** Bodies asleep after the last step. */
  get sleeperCount(): number {
    return this.islands.sleeperCount;
  }

  /** For parts and renderers: the collider whose box has the id `box` in the broad phase. */
  colliderOfBox(box: number): number {
    requireInteger('box', box);
    return this.broad.colliderAt(box);
  }

  /** For parts and renderers: the mesh of a collider, if it is one. */
  meshOf(collider: number): MeshShape | undefined {
    requireInteger('collider', collider);
    return this.table.meshes[collider];
  }

  /** Friction, restitution, groups, masks and sensors of the bodies by id. Replaced when the world grows. */
  get materials(): BodyMaterials {
    return this.table;
  }

  /** The work of the narrow phase in the last step. */
  get counters(): Readonly<ContactCounters> {
    return this.narrow.counters;
  }

  /** Your own data of each body, by id. Forgotten with the body; not in snapshots. */
  get userData(): unknown[] {
    return this.table.userData;
  }

  /**
   * A number that no other body of this world has had. Store it with an id to find out later whether the body
   * was removed and its id reused. 0 if there is no such body.
   */
  generation(body: number): number {
    return this.has(body) ? this.table.births[body] : 0;
  }

  /** Whether there is a body with this id. */
  has(body: number): boolean {
    return this.table.has(body);
  }

  /** The ids of all bodies, ascending. */
  *ids(): IterableIterator<number> {
    for (let body = 0; body < this.table.idCount; body++) if (this.has(body)) yield body;
  }

  /** Adds a body and returns its id: 0, 1, 2 …; ids of removed bodies are reused. */
  add(settings: BodySettings): number {
    const { table } = this;
    const { idCount } = table;
    const body = table.add(settings);
    try {
      this.volumes.enter(body);
    } catch (error) {
      table.takeBack(body, idCount);
      throw error;
    }
    return body;
  }

  /**
   * Removes a body, its joints and everything that parts of the world have attached to it. Bodies that
   * touched it wake up.
   */
  remove(body: number): void {
    const { table } = this;
    table.requireBody(body);
    this.wakeNeighbours(body);
    this.events.forget(body);
    this.forces.forget(body);
    this.joints?.removeBody(body);
    for (const part of this.parts) part.removed?.(body);
    this.volumes.leave(body);
    if (this.narrowPhase) for (const collider of table.collidersOf[body]) this.narrowPhase.forget(collider);
    table.remove(body);
  }

  /**
   * Sets the pose of a body's shape and wakes the body and those that it touched. Without `rotation` the body
   * keeps its rotation.
   */
  setPose(body: number, position: Vec3Like, rotation?: QuatLike): void {
    this.requireMovable(body);
    readVec3(vector, 'position', position);
    if (rotation !== undefined) readRotation(orientation, rotation);
    this.wakeNeighbours(body);
    this.table.setPose(body, vector, rotation && orientation);
    this.place(body);
  }

  /** Writes the pose of a body's shape. */
  getPose(outPosition: Vec3, outRotation: Quat, body: number): void {
    this.table.requireBody(body);
    requireOut('outPosition', outPosition, 3);
    requireOut('outRotation', outRotation, 4);
    this.table.getPose(outPosition, outRotation, body);
  }

  /**
   * Sets the velocity of the centre of mass and, if given, the angular velocity in world axes, and wakes the
   * body.
   */
  setVelocity(body: number, velocity: Vec3Like, angularVelocity?: Vec3Like): void {
    this.table.requireBody(body);
    if (this.table.slots[body] === slot.static) throw new RangeError(`body must not be static, got ${body}`);
    const { slots, state } = this.table;
    const rest = state.restTimes[body];
    readVec3(vector, 'velocity', velocity);
    if (angularVelocity !== undefined) readVec3(spin, 'angularVelocity', angularVelocity);
    state.setVelocity(body, vector, angularVelocity && spin);
    // Setting the velocity of a kinematic body at rest to zero wakes no body.
    if (slots[body] === slot.kinematic) state.restTimes[body] = rest;
    if (slots[body] === slot.disabled) state.asleep[body] = 1;
  }

  /**
   * Changes the given properties of a body's contact material, and wakes the body and those that it touched.
   */
  setMaterial(body: number, material: BodyMaterial): void {
    this.table.requireBody(body);
    requireMaterial(material);
    this.wakeNeighbours(body);
    this.table.setMaterial(body, material);
  }

  /** Applies an impulse at a point in world space; at the centre of mass by default. */
  applyImpulse(body: number, impulse: Vec3Like, point?: Vec3Like): void {
    this.table.requireBody(body);
    this.forces.applyImpulse(this.bodies, body, impulse, point);
  }

  /** Applies a force during the next step, at a point in world space; at the centre of mass by default. */
  applyForce(body: number, force: Vec3Like, point?: Vec3Like): void {
    this.table.requireBody(body);
    this.forces.add(this.bodies, body, force, point);
  }

  /** Applies a torque in world axes during the next step. */
  applyTorque(body: number, torque: Vec3Like): void {
    this.table.requireBody(body);
    this.forces.addTorque(this.bodies, body, torque);
  }

  /** Wakes a body. */
  wake(body: number): void {
    this.table.requireBody(body);
    if (canMove(this.table.slots[body])) this.bodies.wake(body);
  }

  /** Advances the world by `dt` seconds in one step. */
  step(dt: number): void {
    this.beginStep(dt);
    this.broad.findPairs();
    this.finishStep(dt);
  }

  /**
   * As {@link step}, with the same bits, but with pairs from an asynchronous broad phase, such as a GPU, if
   * there is one. Until they are found the world does not move; it may be changed and queried, but not
   * stepped. Rejects if the search does; the world has then not moved.
   */
  async stepAsync(dt: number): Promise<void> {
    this.beginStep(dt);
    this.isSearching = true;
    try {
      await this.broad.findPairsAsync();
    } finally {
      this.isSearching = false;
    }
    this.finishStep(dt);
  }

  private beginStep(dt: number): void {
    requireDuration('dt', dt);
    if (dt > 1) tellMilliseconds(this, dt);
    requireBoundedArray('gravity', this.gravity, 3);
    this.requireNoSearch();
    this.joints?.wakeChanged(this.bodies);
    this.timings.begin();
  }

  /** The stages that follow the broad phase, in their order. */
  private finishStep(dt: number): void {
    const { timings, parts } = this;
    timings.end('broad');
    this.forces.apply(this.bodies, dt);
    this.table.damp(dt);
    this.narrow.collide(this.broad.pairs, this.planes);
    timings.end('narrow');
    this.islands.sleep(dt);
    timings.end('islands');
    this.solver.step(dt);
    timings.end('solve');
    this.continuous.sweep();
    this.volumes.follow();
    timings.end('volumes');
    for (let p = 0; p < parts.length; p++) parts[p].step(this, dt);
    this.islands.measureRest(dt);
    timings.end('parts');
  }

  private requireNoSearch(): void {
    if (this.isSearching) throw new Error('stepAsync is not done yet');
  }

  /**
   * Advances by the elapsed time in steps of fixed length, so that a simulation does not depend on the frame
   * rate. Returns the fraction of the next step that has already elapsed, from 0 to 1: the factor for
   * interpolating between the last two states.
   *
   * With `each`, every step is taken by that function: it acts, calls `world.step(dt)`, and reads events.
   */
  advance(elapsed: number, each = (dt: number): void => this.step(dt)): number {
    if (typeof each !== 'function') refuse('each', 'be a function', each);
    for (let steps = this.stepsFor(elapsed); steps > 0; steps--) each(this.fixedStep);
    return this.remainder / this.fixedStep;
  }

  /** As {@link advance}, by {@link stepAsync}. */
  async advanceAsync(elapsed: number): Promise<number> {
    for (let steps = this.stepsFor(elapsed); steps > 0; steps--) await this.stepAsync(this.fixedStep);
    return this.remainder / this.fixedStep;
  }

  /**
   * Number of steps to take when `elapsed` seconds have passed; the rest is kept for the next call. @internal
   */
  stepsFor(elapsed: number): number {
    requireNonNegative('elapsed', elapsed);
    requireBounded('elapsed', elapsed);
    // After a pause, such as that of a tab in the background, some time nearly always remains from before.
    // Slow pages have frames of seconds; those of 240 Hz take 4.2 ms.
    if (elapsed > 4 && this.remainder === 0) tellMilliseconds(this, elapsed, 'advance');
    this.requireNoSearch();
    const { fixedStep, maxSteps } = this;
    this.remainder += elapsed;
    let steps = 0;
    for (; this.remainder >= fixedStep && steps < maxSteps; steps++) this.remainder -= fixedStep;
    // A machine that cannot keep up must not fall farther and farther behind.
    if (this.remainder >= fixedStep) this.remainder = 0;
    return steps;
  }

  /** The state of the world in one buffer; see `world-snapshot.ts` for what is in it. */
  snapshot(): ArrayBuffer {
    this.joints?.wakeChanged(this.bodies);
    for (const part of this.parts) part.settle?.(this);
    return writeSnapshot(this, this.remainder);
  }

  /**
   * Goes back to a snapshot of this world, or of one that was built by the same calls. If bodies or joints
   * were added or removed since, it needs a `BodyHistory` among the parts.
   */
  restore(snapshot: ArrayBuffer): void {
    for (const part of this.parts) if (part.goBack?.(snapshot)) return;
    const { table } = this;
    this.remainder = readSnapshot(this, snapshot);
    this.islands.countSleepers();
    for (const body of this.ids()) if (!table.isHalfSpace(body)) this.place(body);
  }

  /**
   * Removes all bodies, so that no memory is retained and broad phase, solver, joints and parts can serve
   * another world. Parts, joints, a pool and an asynchronous broad phase belong to the caller.
   */
  dispose(): void {
    for (const body of this.ids()) this.remove(body);
    this.contacts.forget();
    this.islands.countSleepers();
    forgetShared(this.options);
  }

  /** For parts: updates the colliders of a body whose pose a part has written to {@link bodies}. */
  place(body: number): void {
    this.requireMovable(body);
    this.volumes.followBody(body);
  }

  /** Throws unless `body` is a body with a pose. */
  private requireMovable(body: number): void {
    this.table.requireBody(body);
    if (this.table.isHalfSpace(body)) throw new RangeError('body must not be a half-space');
  }

  /** Wakes a body and those that it touched. @internal */
  wakeNeighbours(body: number): void {
    const { touching } = this.events;
    this.wake(body);
    for (let i = 0; i < touching.count; i++)
      if (touching.first(i) === body) this.wake(touching.second(i));
      else if (touching.second(i) === body) this.wake(touching.first(i));
  }
}
