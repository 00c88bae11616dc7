/**
 * Reports impacts in the plane: which bodies hit each other in a step, where, how fast and how hard;
 * `ContactImpacts` in two dimensions.
 *
 *   const impacts = new ContactImpacts2d({ minSpeed: 1 });
 *   const world = new World2d({ solver: impacts });
 *   // after every step:
 *   for (let i = 0; i < impacts.count; i++) play(impacts.get(i).impulse);
 *
 * It wraps a solver, so a world without it pays nothing. The impulse is that of the whole step, without
 * friction. It is exact, computed from the change of momenta, unless the contacts of a heap form rings or
 * joints hold both bodies; then it is estimated. O(points · log pairs) per step; nothing is allocated once as
 * many points have been seen.
 */
import { refuse, requireInteger, requireNonNegative, requireObject, tellUnknown } from '@colide/core';
import {
  contactArraySizes2d,
  ImpulseSolver2d,
  PairImpulses,
  type RigidBodies2d,
  type RigidContacts2d,
  type RigidJoints2d,
  type RigidSolver2d,
  restitution2d,
} from '@colide/solvers';
import type { World2d } from '../world/world-2d.ts';
import type { WorldSolver2d } from '../world/world-solver-2d.ts';
import { speedAt2d } from './internal/speed-at-2d.ts';

/** Two planar bodies that hit each other. */
export interface ContactImpact2d {
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
export interface ContactImpactsOptions2d {
  /** The wrapped solver. Default an `ImpulseSolver2d` with restitution. */
  readonly solver?: RigidSolver2d;
  /** Slower impacts are not reported, in m/s. Default 0.5. */
  readonly minSpeed?: number;
  /** Weaker impacts are not reported, in N s. Default 0. */
  readonly minImpulse?: number;
}

/** A solver that reports impacts: give it to a planar world as its `solver`. */
export class ContactImpacts2d implements WorldSolver2d<World2d> {
  /** Number of impacts in the last step. */
  count = 0;
  private readonly solver: RigidSolver2d;
  private readonly minSpeed: number;
  private readonly minImpulse: number;
  private readonly impulses = new PairImpulses(2, contactArraySizes2d.impulses);
  /** The points of the current step, as {@link PairImpulses} reads them. */
  private readonly points = {
    count: 0,
    impulseTime: 0,
    bodies: new Int32Array(0),
    normals: new Float64Array(0),
    impulses: new Float64Array(0),
  };
  private readonly records: ContactImpact2d[] = [];
  /** The fastest point of each pair, and its speed. */
  private fastest = new Int32Array(16);
  private speeds = new Float64Array(16);

  constructor(options: ContactImpactsOptions2d = {}) {
    requireObject('options', options);
    tellUnknown('options', options, ['solver', 'minSpeed', 'minImpulse']);
    const { solver = new ImpulseSolver2d({}, restitution2d), minSpeed = 0.5, minImpulse = 0 } = options;
    if (typeof solver?.step !== 'function') refuse('solver', 'be a RigidSolver2d', solver);
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
  get(index: number): ContactImpact2d {
    requireInteger('index', index, 0, this.count - 1);
    return this.records[index];
  }

  /** The impacts of the last step. */
  *[Symbol.iterator](): IterableIterator<ContactImpact2d> {
    for (let i = 0; i < this.count; i++) yield this.records[i];
  }

  /** The world calls it when it is made. */
  attach(world: World2d): void {
    this.solver.attach?.(world);
  }

  /** Advances by `dt`; the world calls it. */
  step(
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    dt: number,
    joints?: RigidJoints2d,
  ): void {
    const { impulses, solver, points } = this;
    this.count = 0;
    if (contacts) {
      const { arrays } = contacts;
      points.count = contacts.count;
      points.bodies = arrays.bodies;
      points.normals = arrays.normals as Float64Array<ArrayBuffer>;
      points.impulses = arrays.impulses as Float64Array<ArrayBuffer>;
      impulses.begin(bodies, points);
    }
    const isHit = contacts !== undefined && this.measure(bodies, contacts);
    solver.step(bodies, contacts, dt, joints);
    if (!isHit) return;
    points.impulseTime = contacts.impulseTime;
    impulses.finish(bodies, solver.gravity, dt, joints);
    for (let pair = 0; pair < impulses.pairs.count; pair++)
      if (this.fastest[pair] >= 0) this.report(pair, contacts, dt);
  }

  /** Finds the fastest point of each pair; returns whether one is fast enough. */
  private measure(bodies: RigidBodies2d, contacts: RigidContacts2d): boolean {
    const { impulses, minSpeed } = this;
    const { count } = impulses.pairs;
    if (this.fastest.length < count) {
      this.fastest = new Int32Array(2 * count);
      this.speeds = new Float64Array(2 * count);
    }
    this.fastest.fill(-1, 0, count);
    this.speeds.fill(minSpeed, 0, count);
    const { bodies: pairs, points, normals } = contacts.arrays;
    let isHit = false;
    for (let c = 0; c < contacts.count; c++) {
      const a = pairs[2 * c];
      const b = pairs[2 * c + 1];
      const speed =
        speedAt2d(bodies, a, points, 2 * c, normals, 2 * c) -
        speedAt2d(bodies, b, points, 2 * c, normals, 2 * c);
      if (!(speed >= minSpeed)) continue;
      const pair = impulses.find(a, b);
      if (this.fastest[pair] >= 0 && !(speed > this.speeds[pair])) continue;
      this.fastest[pair] = c;
      this.speeds[pair] = speed;
      isHit = true;
    }
    return isHit;
  }

  private report(pair: number, { arrays }: RigidContacts2d, dt: number): void {
    const c = this.fastest[pair];
    const impulse = this.impulses.along(pair, this.points, c, dt);
    // Points are listed before surfaces touch: without an impulse they have not touched yet.
    if (!(impulse > 0 && impulse >= this.minImpulse)) return;
    if (this.count === this.records.length) this.records.push(createImpact());
    const record = this.records[this.count++];
    record.bodyA = arrays.bodies[2 * c];
    record.bodyB = arrays.bodies[2 * c + 1];
    record.speed = this.speeds[pair];
    record.impulse = impulse;
    for (let k = 0; k < 2; k++) {
      record.point[k] = arrays.points[2 * c + k];
      record.normal[k] = arrays.normals[2 * c + k];
    }
  }
}

function createImpact(): ContactImpact2d {
  return {
    bodyA: -1,
    bodyB: -1,
    point: new Float64Array(2),
    normal: new Float64Array(2),
    speed: 0,
    impulse: 0,
  };
}
