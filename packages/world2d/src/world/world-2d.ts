/**
 * A world of rigid bodies in the plane: the planar counterpart of `World`, with the same names and
 * conventions. A step is a pipeline of stages, each an object with one verb, called in this order by `step`:
 *
 *   broad phase      boxes that overlap
 *   forces           impulses of waiting forces, damping
 *   narrow phase     contact points and touching pairs
 *   islands          sleep
 *   solver           impulses and motion
 *   continuous       fast bodies are stopped
 *   parts            ropes, nets, soft bodies
 *   volumes          colliders and boxes follow
 *
 * Bodies are numbers; their state is in flat arrays (`world.bodies`). Same calls, same bits: contacts are
 * solved in an order that depends on the state alone.
 */
import {
  type BroadPhase,
  forgetShared,
  refuse,
  requireBounded,
  requireBoundedArray,
  requireDuration,
  requireInteger,
  requireNonNegative,
  requireObject,
  requireOut,
  requirePositive,
  TouchEvents,
  tellMilliseconds,
  tellShared,
  type Vec2,
} from '@colide/core';
import type { PosedShape2d } from '@colide/narrowphase';
import {
  ImpulseSolver2d,
  type RigidBodies2d,
  RigidContacts2d,
  type RigidJoints2d,
  type RigidSolver2d,
} from '@colide/solvers';
import { readRotation2d, requireMaterial2d, requireSettings2d } from '../bodies/body-checks-2d.ts';
import type { BodyMaterial2d, BodySettings2d } from '../bodies/body-settings-2d.ts';
import { readVec2, type VectorLike2d } from '../bodies/vector-like-2d.ts';
import { BodyTable2d } from './internal/body-table-2d.ts';
import { BoxSweep2d } from './internal/box-sweep-2d.ts';
import { ColliderBoxes2d } from './internal/collider-boxes-2d.ts';
import { ContactStage2d } from './internal/contact-stage-2d.ts';
import { ContinuousStage2d } from './internal/continuous-stage-2d.ts';
import { checkOptions2d } from './internal/development-2d.ts';
import { IslandStage2d } from './internal/island-stage-2d.ts';
import { dynamicSlot, staticSlot } from './internal/planar-constants.ts';
import type { WorldOptions2d } from './world-options-2d.ts';
import type { WorldPart2d } from './world-part-2d.ts';
import type { WorldSnapshots2d } from './world-snapshots-2d.ts';

/** Scratch: the arguments of the current call as arrays. */
const vector = /* @__PURE__ */ new Float64Array(2);
const second = /* @__PURE__ */ new Float64Array(2);

/** Planar rigid bodies that fall, collide, stack and rest. */
export class World2d {
  /** Touching pairs of bodies: all, those that began and those that ended in the last step. */
  readonly events = new TouchEvents();
  /** The contact points of the last step. */
  readonly contacts = new RigidContacts2d();
  /** Acceleration of all dynamic bodies, each number at most 1e30; may be changed between steps. */
  readonly gravity: Float64Array;
  /** The structure that finds pairs of boxes and answers queries. */
  readonly broadPhase: BroadPhase;
  /** Length of the steps of {@link advance} in s. */
  readonly fixedStep: number;
  /** Largest number of steps per call of {@link advance}. */
  readonly maxSteps: number;
  /** Bodies of other kinds. */
  readonly parts: readonly WorldPart2d<World2d>[];
  /** The options that the world was made with. */
  readonly options: WorldOptions2d<World2d>;
  /** Seconds that {@link advance} has been given but not simulated yet. */
  remainder = 0;

  /** The bodies and their colliders. @internal */
  readonly table = new BodyTable2d();

  // The stages of a step.
  /** The boxes of the colliders: broad phase and volumes. @internal */
  readonly boxes: ColliderBoxes2d;
  /** The object that takes snapshots, if there is one. @internal */
  snapshots: WorldSnapshots2d | undefined;
  private readonly narrow: ContactStage2d;
  private readonly islands: IslandStage2d;
  private readonly solver: RigidSolver2d;
  private readonly continuous: ContinuousStage2d;

  constructor(options: WorldOptions2d<World2d> = {}) {
    requireObject('options', options);
    checkOptions2d(options);
    const {
      gravity = [0, -9.81],
      margin = 0.02,
      fixedStep = 1 / 60,
      maxSteps = 5,
      narrowPhase,
      solver = {},
      parts = [],
    } = options;
    requirePositive('fixedStep', fixedStep);
    requireInteger('maxSteps', maxSteps, 1);
    requireNonNegative('margin', margin);
    if (narrowPhase !== undefined && typeof narrowPhase !== 'function')
      refuse('narrowPhase', 'be a function such as manifoldGjk2d', narrowPhase);
    const { table } = this;
    this.broadPhase = options.broadPhase ?? new BoxSweep2d();
    this.boxes = new ColliderBoxes2d(table, this.broadPhase, margin);
    this.narrow = new ContactStage2d(table, this.boxes, this.contacts, this.events, margin, narrowPhase);
    this.islands = new IslandStage2d(table, this.contacts, options.sleeping);
    this.solver = 'step' in solver ? solver : new ImpulseSolver2d(solver, options.restitution);
    this.continuous = new ContinuousStage2d(table, this.boxes, margin);
    this.gravity = readVec2(this.solver.gravity, 'gravity', gravity);
    this.solver.attach?.(this);
    this.options = options;
    this.snapshots = options.snapshots;
    this.parts = parts;
    this.fixedStep = fixedStep;
    this.maxSteps = maxSteps;
    tellShared(this);
  }

  /** Number of bodies. */
  get count(): number {
    return this.table.count;
  }

  /** State of all bodies by id. Replaced when the world grows. Change it through the methods of the world. */
  get bodies(): RigidBodies2d {
    return this.table.state;
  }

  /**
   * The joints between the bodies, if the world has any; use `WorldJoints2d` to add and change them.
   */
  get joints(): RigidJoints2d | undefined {
    return this.table.joints;
  }

  /** Bodies asleep after the last step. */
  get sleeperCount(): number {
    return this.islands.sleeperCount;
  }

  /** Your own data of each body, by id. Forgotten with the body; not in snapshots. */
  get userData(): unknown[] {
    return this.table.userData;
  }

  /** The shape of a body, as given to {@link add}. */
  shapeOf(body: number): BodySettings2d['shape'] {
    this.table.requireBody(body);
    return this.table.builds[body]!.shape;
  }

  /** The parts of a body's shape at their current poses. */
  partsOf(body: number): PosedShape2d[] {
    this.table.requireBody(body);
    return this.table.collidersOf[body].map(collider => this.table.parts[collider]);
  }

  /** A number that no other body of this world has had; 0 if there is no such body. */
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
  add(settings: BodySettings2d): number {
    const plan = requireSettings2d(settings);
    this.requireBounces(settings);
    const body = this.table.add(settings, plan);
    this.boxes.enter(body);
    return body;
  }

  /** Removes a body with its joints. Bodies that touched it wake up. */
  remove(body: number): void {
    this.table.requireBody(body);
    this.wakeNeighbours(body);
    for (const part of this.parts) part.removed?.(body);
    this.joints?.removeBody(body);
    this.joints?.wakeChanged(this.bodies);
    this.events.forget(body);
    this.boxes.leave(body);
    this.table.remove(body);
  }

  /**
   * Sets the pose of a body's shape, with an angle or its cosine and sine, and wakes the body and those that
   * it touched. Without `rotation` the body keeps its rotation.
   */
  setPose(body: number, position: VectorLike2d, rotation?: number | VectorLike2d): void {
    if (this.shapeOf(body).kind === 'halfPlane') throw new RangeError('body must not be a half-plane');
    readVec2(vector, 'position', position);
    if (rotation !== undefined) readRotation2d(second, rotation);
    this.wakeNeighbours(body);
    this.table.setPose(body, vector, rotation === undefined ? undefined : second);
    this.boxes.follow(body);
  }

  /** Writes the pose of a body's shape: position, and cosine and sine of its angle. */
  getPose(outPosition: Vec2, outRotation: Vec2, body: number): void {
    this.table.requireBody(body);
    requireOut('outPosition', outPosition, 2);
    requireOut('outRotation', outRotation, 2);
    const { centers, state } = this.table;
    const c = state.rotations[2 * body];
    const s = state.rotations[2 * body + 1];
    outRotation[0] = c;
    outRotation[1] = s;
    outPosition[0] = state.positions[2 * body] - c * centers[2 * body] + s * centers[2 * body + 1];
    outPosition[1] = state.positions[2 * body + 1] - s * centers[2 * body] - c * centers[2 * body + 1];
  }

  /** The angle of a body in radians, from −π to π. */
  angleOf(body: number): number {
    this.table.requireBody(body);
    const { rotations } = this.bodies;
    return Math.atan2(rotations[2 * body + 1], rotations[2 * body]);
  }

  /** Sets the velocity of the centre of mass and, if given, the angular velocity, and wakes the body. */
  setVelocity(body: number, velocity: VectorLike2d, angularVelocity?: number): void {
    const { slots, state, lockedRotations } = this.table;
    this.table.requireBody(body);
    if (slots[body] === staticSlot) throw new RangeError(`body must not be static, got ${body}`);
    readVec2(vector, 'velocity', velocity);
    if (angularVelocity !== undefined) requireBounded('angularVelocity', angularVelocity);
    state.setVelocity(body, vector, angularVelocity);
    if (lockedRotations[body] === 1 && slots[body] === dynamicSlot) state.angularVelocities[body] = 0;
  }

  /** Changes the given properties of a body's material, and wakes the body and those that it touched. */
  setMaterial(body: number, material: BodyMaterial2d): void {
    this.table.requireBody(body);
    requireMaterial2d(material);
    this.requireBounces(material);
    this.wakeNeighbours(body);
    this.table.setMaterial(body, material);
  }

  /** Applies an impulse at a point in world space; at the centre of mass by default. */
  applyImpulse(body: number, impulse: VectorLike2d, point?: VectorLike2d): void {
    this.readPush(body, 'impulse', impulse, point);
    this.bodies.applyImpulse(body, vector, second);
  }

  /** Applies a force during the next step, at a point in world space; at the centre of mass by default. */
  applyForce(body: number, force: VectorLike2d, point?: VectorLike2d): void {
    const torque = this.readPush(body, 'force', force, point);
    const { forces } = this.table;
    for (let k = 0; k < 2; k++) forces[3 * body + k] += vector[k];
    forces[3 * body + 2] += torque;
  }

  /** Applies a torque during the next step. */
  applyTorque(body: number, torque: number): void {
    this.table.requireBody(body);
    requireBounded('torque', torque);
    this.table.forces[3 * body + 2] += torque;
    this.wake(body);
  }

  /**
   * Reads a force or impulse to {@link vector} and its point to {@link second}, wakes the body and returns
   * the moment about its centre.
   */
  private readPush(body: number, name: string, value: VectorLike2d, point?: VectorLike2d): number {
    this.table.requireBody(body);
    readVec2(vector, name, value);
    const { positions } = this.bodies;
    second[0] = positions[2 * body];
    second[1] = positions[2 * body + 1];
    if (point !== undefined) readVec2(second, 'point', point);
    this.wake(body);
    return (second[0] - positions[2 * body]) * vector[1] - (second[1] - positions[2 * body + 1]) * vector[0];
  }

  /** Wakes a body. */
  wake(body: number): void {
    this.table.requireBody(body);
    if (this.table.slots[body] !== staticSlot) this.bodies.wake(body);
  }

  /** Advances the world by `dt` seconds in one step. */
  step(dt: number): void {
    requireDuration('dt', dt);
    if (dt > 1) tellMilliseconds(this, dt);
    requireBoundedArray('gravity', this.gravity, 2);
    const { table, boxes } = this;
    table.joints?.wakeChanged(table.state);
    boxes.findPairs();
    table.applyForces(dt);
    this.narrow.collide(boxes.pairs, dt);
    this.islands.sleep(dt);
    this.continuous.begin();
    this.solver.step(table.state, this.contacts, dt, table.joints);
    this.continuous.sweep(this.gravity, dt);
    for (let p = 0; p < this.parts.length; p++) this.parts[p].step(this, dt);
    boxes.followAwake(dt);
  }

  /**
   * Advances by the elapsed time in steps of fixed length. Returns the fraction of the next step that has
   * already elapsed, from 0 to 1: the factor for interpolating between the last two states.
   *
   * With `each`, every step is taken by that function: it acts, calls `world.step(dt)`, and reads events.
   */
  advance(elapsed: number, each = (dt: number): void => this.step(dt)): number {
    if (typeof each !== 'function') refuse('each', 'be a function', each);
    for (let steps = this.stepsFor(elapsed); steps > 0; steps--) each(this.fixedStep);
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
    const { fixedStep, maxSteps } = this;
    this.remainder += elapsed;
    let steps = 0;
    for (; this.remainder >= fixedStep && steps < maxSteps; steps++) this.remainder -= fixedStep;
    // A machine that cannot keep up must not fall farther and farther behind.
    if (this.remainder >= fixedStep) this.remainder = 0;
    return steps;
  }

  /**
   * The state of the world in one buffer; see `world-snapshots-2d.ts` for what is in it. The world needs the
   * option `snapshots`, unless a `WorldRollback2d` or `serveWorld2d` has set it.
   */
  snapshot(): ArrayBuffer {
    return this.requireSnapshots().write(this, this.remainder);
  }

  /** Goes back to a snapshot of this world, or of one that was built by the same calls. */
  restore(snapshot: ArrayBuffer): void {
    this.remainder = this.requireSnapshots().read(this, snapshot);
    this.islands.countSleepers();
    for (const body of this.ids()) this.boxes.follow(body);
  }

  /**
   * Removes all bodies, so that nothing is retained and broad phase, solver and parts can serve another
   * world.
   */
  dispose(): void {
    for (const body of this.ids()) this.remove(body);
    this.contacts.forget();
    this.islands.countSleepers();
    forgetShared(this.options);
  }

  private requireSnapshots(): WorldSnapshots2d {
    const { snapshots } = this;
    return snapshots ?? refuse('options.snapshots', 'be worldSnapshots2d', snapshots);
  }

  /** Throws if a material has restitution in a world without it. @internal */
  requireBounces({ restitution = 0 }: BodyMaterial2d): void {
    const { restitution: bounces, solver = {} } = this.options;
    if (restitution > 0 && !bounces && !('step' in solver))
      refuse('restitution', 'be 0 unless options.restitution is restitution2d', restitution);
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
