/**
 * One time step of rigid bodies under gravity and contacts by sequential impulses: each contact in turn gets the impulse
 * that stops its approach, impulses accumulate and are clamped as a sum, and start from those of the last step.
 *
 * A step is divided into substeps and contact data is updated in between from the motion of the bodies, so one round of
 * detection serves all of them. In a substep: gravity, warm start, a sweep with soft contacts, motion, a sweep without
 * softness (relaxation). Overlap is removed by contacts that act as damped springs at a rate the step can resolve;
 * relaxation then takes away the velocity that this has given. Stacks stand still, and deep overlap is undone gently. Points
 * that are still apart stop only what would reach them in this substep.
 *
 * Friction is Coulomb's cone, solved for both tangents together. Restitution is applied at the end of the step to what
 * hit faster than a threshold. Sleeping bodies are as if static.
 *
 * Cost O(substeps · sweeps · points), no allocation once as many points have been seen. The order of the points matters for
 * the last digits: same order, same bits.
 *
 * Catto, "Fast and simple physics using sequential impulses", GDC 2006; "Solver2D", 2024, compares the substepping
 * variants. Macklin et al., "Small steps in physics simulation", SCA 2019.
 */
import { requireFiniteArray, requireInteger, requireNonNegative, requirePositive } from '@colide/core';
import type { ReadonlyVec3 } from 'gl-matrix';
import {
  approachAt,
  bitangentAt,
  impulseAt,
  inverseMassA,
  inverseMassB,
  largestImpulse,
  leverA,
  leverB,
  measureApproach,
  normalAt,
  normalMass,
  prepareRow,
  restitutionAt,
  results,
  rowSize,
  tangentAt,
  turnsA,
  turnsB,
} from './internal/contact-rows.ts';
import { rotationOfQuat } from './internal/rotation-conversions.ts';
import { softness, solveRow, updateSeparation } from './internal/solve-contact-row.ts';
import type { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';

/** Settings of the solver. */
export interface ImpulseSolverOptions {
  /** Acceleration of all bodies of finite mass; none by default. */
  readonly gravity?: ReadonlyVec3;
  /** Parts of a step. Default 8. */
  readonly substeps?: number;
  /** Sweeps with soft contacts in a substep. Default 1. */
  readonly iterations?: number;
  /** Sweeps without softness in a substep. Default 1. */
  readonly relaxations?: number;
  /** Frequency of soft contacts in Hz; at most an eighth of the substep rate. Default 60. */
  readonly contactHertz?: number;
  /** Damping ratio of soft contacts. Default 10. */
  readonly contactDamping?: number;
  /** Highest speed at which overlap is undone, in m/s. Default 3. */
  readonly pushSpeed?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 1. */
  readonly restitutionSpeed?: number;
}

const impulse = /* @__PURE__ */ new Float64Array(3);
const frame = /* @__PURE__ */ new Float64Array(9);

/** Steps rigid bodies. One solver may serve several sets of bodies, one after the other. */
export class ImpulseSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  readonly #settings: Required<Omit<ImpulseSolverOptions, 'gravity'>>;
  #rows = new Float64Array(rowSize * 64);
  #pairs = new Int32Array(3 * 64);
  #frames = new Float64Array(0);
  #count = 0;

  constructor(options: ImpulseSolverOptions = {}) {
    const {
      gravity,
      substeps = 8,
      iterations = 1,
      relaxations = 1,
      contactHertz = 60,
      contactDamping = 10,
      pushSpeed = 3,
      restitutionSpeed = 1,
    } = options;
    requireInteger('substeps', substeps, 1);
    requireInteger('iterations', iterations, 1);
    requireInteger('relaxations', relaxations, 0);
    requirePositive('contactHertz', contactHertz);
    requireNonNegative('contactDamping', contactDamping);
    requireNonNegative('pushSpeed', pushSpeed);
    requireNonNegative('restitutionSpeed', restitutionSpeed);
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.#settings = {
      substeps,
      iterations,
      relaxations,
      contactHertz,
      contactDamping,
      pushSpeed,
      restitutionSpeed,
    };
  }

  /**
   * Advances by `dt`. Impulses of the points are left in `contacts` for the next step. Throws when a body is no longer
   * finite, with its index.
   */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number): void {
    requirePositive('dt', dt);
    const { substeps, iterations, relaxations } = this.#settings;
    this.#setSoftness(dt);
    this.#count = 0;
    if (contacts) this.#prepare(bodies, contacts);
    for (let s = 0; s < substeps; s++) {
      this.#accelerate(bodies);
      for (let row = 0; row < this.#count; row++) this.#warmStart(bodies, row);
      for (let i = 0; i < iterations; i++) this.#sweep(bodies, true);
      bodies.integrate(dt, substeps);
      this.#updateSeparations(bodies);
      for (let i = 0; i < relaxations; i++) this.#sweep(bodies, false);
    }
    this.#restore(bodies);
    if (contacts) this.#store(contacts);
    bodies.requireFinite();
  }

  /**
   * Coefficients of damped springs that are integrated implicitly, between bodies and, twice as fast, against static
   * ones.
   */
  #setSoftness(dt: number): void {
    const { substeps, contactHertz, contactDamping, pushSpeed } = this.#settings;
    const h = dt / substeps;
    for (let kind = 0; kind < 2; kind++) {
      const omega = 2 * Math.PI * (kind + 1) * Math.min(contactHertz, 0.125 / h);
      const a1 = 2 * contactDamping + h * omega;
      const a2 = h * omega * a1;
      const a3 = 1 / (1 + a2);
      softness[3 * kind] = omega / a1;
      softness[3 * kind + 1] = a2 * a3;
      softness[3 * kind + 2] = a3;
    }
    softness[6] = h;
    softness[7] = pushSpeed;
  }

  #prepare(bodies: RigidBodies, contacts: RigidContacts): void {
    if (contacts.count > this.#pairs.length / 3) {
      this.#rows = new Float64Array(rowSize * 2 * contacts.count);
      this.#pairs = new Int32Array(3 * 2 * contacts.count);
    }
    if (9 * bodies.count > this.#frames.length) this.#frames = new Float64Array(9 * bodies.count);
    const rows = this.#rows;
    const scale = contacts.impulseTime[0] > 0 ? softness[6] / contacts.impulseTime[0] : 1;
    for (let c = 0; c < contacts.count; c++) {
      if (!(contacts.bodies[2 * c] < bodies.count && contacts.bodies[2 * c + 1] < bodies.count))
        throw new RangeError(`contact ${c} names a body beyond ${bodies.count - 1}`);
      const at = rowSize * this.#count;
      if (!prepareRow(rows, at, bodies, contacts, c)) continue;
      const { impulses } = contacts;
      const i = 4 * c;
      rows[at + impulseAt] = scale * impulses[i];
      for (let k = 0; k < 2; k++) {
        const t = at + tangentAt + 3 * k;
        rows[at + impulseAt + 1 + k] =
          scale * (impulses[i + 1] * rows[t] + impulses[i + 2] * rows[t + 1] + impulses[i + 3] * rows[t + 2]);
      }
      const pair = 3 * this.#count++;
      this.#pairs[pair] = contacts.bodies[2 * c];
      this.#pairs[pair + 1] = contacts.bodies[2 * c + 1];
      this.#pairs[pair + 2] = c;
    }
  }

  #store(contacts: RigidContacts): void {
    const rows = this.#rows;
    const { impulses } = contacts;
    contacts.impulseTime[0] = softness[6];
    for (let row = 0; row < this.#count; row++) {
      const at = rowSize * row;
      const i = 4 * this.#pairs[3 * row + 2];
      impulses[i] = rows[at + impulseAt];
      for (let k = 0; k < 3; k++)
        impulses[i + 1 + k] =
          rows[at + impulseAt + 1] * rows[at + tangentAt + k] +
          rows[at + impulseAt + 2] * rows[at + bitangentAt + k];
    }
  }

  #accelerate(bodies: RigidBodies): void {
    const { velocities, inverseMasses, asleep, count } = bodies;
    const h = softness[6];
    const x = h * this.gravity[0];
    const y = h * this.gravity[1];
    const z = h * this.gravity[2];
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] === 0 || asleep[i] !== 0) continue;
      velocities[3 * i] += x;
      velocities[3 * i + 1] += y;
      velocities[3 * i + 2] += z;
    }
  }

  /** Applies {@link impulse} to both bodies of a row. */
  #apply(bodies: RigidBodies, row: number): void {
    const rows = this.#rows;
    const at = rowSize * row;
    addImpulse(bodies, this.#pairs[3 * row], rows, at + leverA, at + inverseMassA, at + turnsA, -1);
    addImpulse(bodies, this.#pairs[3 * row + 1], rows, at + leverB, at + inverseMassB, at + turnsB, 1);
  }

  #warmStart(bodies: RigidBodies, row: number): void {
    const rows = this.#rows;
    const at = rowSize * row;
    const n = rows[at + impulseAt];
    const t = rows[at + impulseAt + 1];
    const b = rows[at + impulseAt + 2];
    for (let k = 0; k < 3; k++)
      impulse[k] =
        n * rows[at + normalAt + k] + t * rows[at + tangentAt + k] + b * rows[at + bitangentAt + k];
    this.#apply(bodies, row);
  }

  #sweep(bodies: RigidBodies, soft: boolean): void {
    for (let row = 0; row < this.#count; row++)
      solveRow(
        this.#rows,
        rowSize * row,
        bodies,
        this.#pairs[3 * row],
        this.#pairs[3 * row + 1],
        soft ? 1 : 0,
      );
  }

  /** Finds the separations where the bodies are now. */
  #updateSeparations(bodies: RigidBodies): void {
    if (this.#count === 0) return;
    const frames = this.#frames;
    for (let i = 0; i < bodies.count; i++) {
      rotationOfQuat(frame, bodies.quaternions, 4 * i);
      for (let k = 0; k < 9; k++) frames[9 * i + k] = frame[k];
    }
    for (let row = 0; row < this.#count; row++)
      updateSeparation(
        this.#rows,
        rowSize * row,
        bodies.positions,
        frames,
        this.#pairs[3 * row],
        this.#pairs[3 * row + 1],
      );
  }

  /** Restitution: what hit fast leaves with e times that speed. */
  #restore(bodies: RigidBodies): void {
    const rows = this.#rows;
    const slow = this.#settings.restitutionSpeed;
    for (let row = 0; row < this.#count; row++) {
      const at = rowSize * row;
      const e = rows[at + restitutionAt];
      const approach = rows[at + approachAt];
      if (e === 0 || approach > -slow || rows[at + largestImpulse] === 0) continue;
      measureApproach(rows, at, bodies, this.#pairs[3 * row], this.#pairs[3 * row + 1]);
      const vn = results[0];
      const old = rows[at + impulseAt];
      const total = Math.max(0, old - rows[at + normalMass] * (vn + e * approach));
      rows[at + impulseAt] = total;
      for (let k = 0; k < 3; k++) impulse[k] = (total - old) * rows[at + normalAt + k];
      this.#apply(bodies, row);
    }
  }
}

/** Adds `sign` times {@link impulse} to a body at the lever of a row. */
function addImpulse(
  bodies: RigidBodies,
  body: number,
  rows: Float64Array,
  lever: number,
  inverseMass: number,
  turns: number,
  sign: number,
): void {
  const { velocities, angularVelocities, worldInverseInertias: m } = bodies;
  const px = sign * impulse[0];
  const py = sign * impulse[1];
  const pz = sign * impulse[2];
  const w = rows[inverseMass];
  const free = rows[turns];
  const x = rows[lever];
  const y = rows[lever + 1];
  const z = rows[lever + 2];
  const tx = free * (y * pz - z * py);
  const ty = free * (z * px - x * pz);
  const tz = free * (x * py - y * px);
  const i = 3 * body;
  const at = 6 * body;
  velocities[i] += w * px;
  velocities[i + 1] += w * py;
  velocities[i + 2] += w * pz;
  angularVelocities[i] += m[at] * tx + m[at + 3] * ty + m[at + 4] * tz;
  angularVelocities[i + 1] += m[at + 3] * tx + m[at + 1] * ty + m[at + 5] * tz;
  angularVelocities[i + 2] += m[at + 4] * tx + m[at + 5] * ty + m[at + 2] * tz;
}
