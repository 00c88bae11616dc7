/**
 * Reports impacts: which bodies hit each other in a step, where, how fast and how hard. For sounds, sparks
 * and damage.
 *
 *   const impacts = new ContactImpacts({ minSpeed: 1 });
 *   const world = new World({ solver: impacts });
 *   // after every step:
 *   for (let i = 0; i < impacts.count; i++) play(impacts.get(i).impulse);
 *
 * It wraps a solver, so a world without it pays nothing. The impulse is that of the whole step, without
 * friction. It is exact, computed from the change of momenta, unless the contacts of a heap form rings or
 * joints or locks hold both bodies; then it is estimated. O(points · log pairs) per step; nothing is
 * allocated once as many points have been seen.
 */
import { refuse, requireInteger, requireNonNegative, requireObject, tellUnknown } from '@colide/core';
import {
  ImpulseSolver,
  PairImpulses,
  type RigidBodies,
  type RigidContacts,
  type RigidJoints,
  type RigidSolver,
} from '@colide/solvers';
import { speedAt } from '../internal/point-mass.ts';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';

/** Numbers per point in `RigidContacts.impulses`; the first is the normal impulse. */
const impulseSize = 5;

const point = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);

/** Two bodies that hit each other. */
export interface ContactImpact {
  bodyA: number;
  bodyB: number;
  /** The point at which they met. */
  readonly point: Float64Array;
  /** Unit vector from A to B. */
  readonly normal: Float64Array;
  /** Speed at which the surfaces approached each other there, in m/s. */
  speed: number;
  /** Impulse along the normal in the whole step, in N s. */
  impulse: number;
}

/** Settings of impacts; all may be left out. */
export interface ContactImpactsOptions {
  /** The wrapped solver. Default an `ImpulseSolver`. */
  readonly solver?: RigidSolver;
  /** Slower impacts are not reported, in m/s. Default 0.5. */
  readonly minSpeed?: number;
  /** Weaker impacts are not reported, in N s. Default 0. */
  readonly minImpulse?: number;
}

/** A solver that reports impacts: give it to a world as its `solver`. */
export class ContactImpacts implements WorldSolver<World> {
  /** Number of impacts in the last step. */
  count = 0;
  private readonly solver: RigidSolver;
  private readonly minSpeed: number;
  private readonly minImpulse: number;
  private readonly impulses = new PairImpulses(3, impulseSize);
  private readonly records: ContactImpact[] = [];
  /** The fastest point of each pair, and its speed. */
  private fastest = new Int32Array(16);
  private speeds = new Float64Array(16);

  constructor(options: ContactImpactsOptions = {}) {
    requireObject('options', options);
    tellUnknown('options', options, ['solver', 'minSpeed', 'minImpulse']);
    const { solver = new ImpulseSolver(), minSpeed = 0.5, minImpulse = 0 } = options;
    if (typeof solver?.step !== 'function') refuse('solver', 'be a RigidSolver', solver);
    requireNonNegative('minSpeed', minSpeed);
    requireNonNegative('minImpulse', minImpulse);
    this.solver = solver;
    this.minSpeed = minSpeed;
    this.minImpulse = minImpulse;
  }

  get gravity(): Float64Array {
    return this.solver.gravity;
  }

  /** The impact at `index`, in the order of the ids; valid until the next step. */
  get(index: number): ContactImpact {
    requireInteger('index', index, 0, this.count - 1);
    return this.records[index];
  }

  /** The impacts of the last step. */
  *[Symbol.iterator](): IterableIterator<ContactImpact> {
    for (let i = 0; i < this.count; i++) yield this.records[i];
  }

  /** The world calls it when it is made. */
  attach(world: World): void {
    this.solver.attach?.(world);
  }

  /** Advances by `dt`; the world calls it. */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    const { impulses, solver } = this;
    this.count = 0;
    if (contacts) impulses.begin(bodies, contacts);
    const isHit = contacts !== undefined && this.measure(bodies, contacts);
    solver.step(bodies, contacts, dt, joints);
    if (!isHit) return;
    impulses.finish(bodies, solver.gravity, dt, joints);
    for (let pair = 0; pair < impulses.pairs.count; pair++)
      if (this.fastest[pair] >= 0) this.report(pair, contacts, dt);
  }

  /** Finds the fastest point of each pair; returns whether one is fast enough. */
  private measure(bodies: RigidBodies, contacts: RigidContacts): boolean {
    const { impulses, minSpeed } = this;
    const { count } = impulses.pairs;
    if (this.fastest.length < count) {
      this.fastest = new Int32Array(2 * count);
      this.speeds = new Float64Array(2 * count);
    }
    this.fastest.fill(-1, 0, count);
    this.speeds.fill(minSpeed, 0, count);
    let isHit = false;
    for (let c = 0; c < contacts.count; c++) {
      const a = contacts.bodies[2 * c];
      const b = contacts.bodies[2 * c + 1];
      for (let k = 0; k < 3; k++) {
        point[k] = contacts.points[3 * c + k];
        normal[k] = contacts.normals[3 * c + k];
      }
      const speed = speedAt(bodies, a, point, normal) - speedAt(bodies, b, point, normal);
      if (!(speed >= minSpeed)) continue;
      const pair = impulses.find(a, b);
      if (this.fastest[pair] >= 0 && !(speed > this.speeds[pair])) continue;
      this.fastest[pair] = c;
      this.speeds[pair] = speed;
      isHit = true;
    }
    return isHit;
  }

  private report(pair: number, contacts: RigidContacts, dt: number): void {
    const c = this.fastest[pair];
    const impulse = this.impulses.along(pair, contacts, c, dt);
    // Points are listed before surfaces touch: without an impulse they have not touched yet.
    if (!(impulse > 0 && impulse >= this.minImpulse)) return;
    if (this.count === this.records.length) this.records.push(createImpact());
    const record = this.records[this.count++];
    record.bodyA = contacts.bodies[2 * c];
    record.bodyB = contacts.bodies[2 * c + 1];
    record.speed = this.speeds[pair];
    record.impulse = impulse;
    for (let k = 0; k < 3; k++) {
      record.point[k] = contacts.points[3 * c + k];
      record.normal[k] = contacts.normals[3 * c + k];
    }
  }
}

function createImpact(): ContactImpact {
  return {
    bodyA: -1,
    bodyB: -1,
    point: new Float64Array(3),
    normal: new Float64Array(3),
    speed: 0,
    impulse: 0,
  };
}
