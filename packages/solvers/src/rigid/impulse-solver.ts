/**
 * One time step of rigid bodies under gravity, contacts and joints by sequential impulses: each contact in turn gets the impulse
 * that stops its approach, impulses accumulate and are clamped as a sum, and start from those of the last step.
 *
 * A step is divided into substeps and contact data is updated in between from the motion of the bodies, so one round of
 * detection serves all of them. In a substep: gravity, warm start, a sweep with soft contacts, motion, a sweep without
 * softness (relaxation). Overlap is removed by contacts that act as damped springs at a rate the step can resolve;
 * relaxation then takes away the velocity that this has given. Stacks stand still, and deep overlap is undone gently. Points
 * that are still apart stop only what would reach them in this substep.
 *
 * Points of one pair, normal and friction are solved together (`internal/contact-blocks`), with Coulomb's cone at their centre for
 * both tangents together and a twist about the normal; against an impact all of them push evenly first. Restitution is applied at the
 * end of the step to what hit faster than a threshold. Sleeping bodies are as if static. Linear and angular momentum are
 * conserved to rounding.
 *
 * Cost O(substeps · sweeps · points), no allocation once as many points have been seen. The order of the points matters for
 * the last digits: same order, same bits.
 *
 * Catto, "Fast and simple physics using sequential impulses", GDC 2006; "Solver2D", 2024, compares the substepping
 * variants. Macklin et al., "Small steps in physics simulation", SCA 2019.
 */
import {
  plainDoubles,
  type ReadonlyVec3,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import {
  blockSize,
  entrySize,
  jointSoftness,
  softness,
  stateSize,
  sweepBlocks,
} from '../internal/sweep-contacts.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import { accelerateStates, loadStates, moveStates, storeStates } from './internal/body-states.ts';
import { prepareBlocks, storeImpulses } from './internal/contact-blocks.ts';
import { measureShifts, restoreBlocks, warmStartBlocks } from './internal/contact-passes.ts';
import type { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';
import type { RigidSolver } from './rigid-solver.ts';

/** Settings of the solver. */
export interface ImpulseSolverOptions {
  /** Acceleration of all bodies of finite mass; none by default. */
  readonly gravity?: ReadonlyVec3;
  /** Parts of a step. Default 4. */
  readonly substeps?: number;
  /** Sweeps with soft contacts in a substep. Default 1. */
  readonly iterations?: number;
  /** Sweeps without softness in a substep. Default 1. */
  readonly relaxations?: number;
  /** Frequency of soft contacts in Hz; at most an eighth of the substep rate. Default 30. */
  readonly contactHertz?: number;
  /** Damping ratio of soft contacts. Default 10. */
  readonly contactDamping?: number;
  /** Frequency of joints in Hz; at most a quarter of the substep rate. Default 60. */
  readonly jointHertz?: number;
  /** Damping ratio of joints. Default 5. */
  readonly jointDamping?: number;
  /** Highest speed at which overlap is undone, in m/s. Default 3. */
  readonly pushSpeed?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 1. */
  readonly restitutionSpeed?: number;
}

/** Numbers on their way between functions: the substep, gravity times it, and a speed or a factor. */
const time = /* @__PURE__ */ new Float64Array(1);
const kick = /* @__PURE__ */ new Float64Array(3);
const factor = /* @__PURE__ */ new Float64Array(1);

/** Steps rigid bodies. One solver may serve several sets of bodies, one after the other. */
export class ImpulseSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  private readonly settings: Required<Omit<ImpulseSolverOptions, 'gravity'>>;
  private states = plainDoubles(0);
  private blocks = plainDoubles(0);
  private entries = new Int32Array(0);
  private blockCount = 0;

  constructor(options: ImpulseSolverOptions = {}) {
    const {
      gravity,
      substeps = 4,
      iterations = 1,
      relaxations = 1,
      contactHertz = 30,
      contactDamping = 10,
      jointHertz = 60,
      jointDamping = 5,
      pushSpeed = 3,
      restitutionSpeed = 1,
    } = options;
    requireInteger('substeps', substeps, 1);
    requireInteger('iterations', iterations, 1);
    requireInteger('relaxations', relaxations, 0);
    requirePositive('contactHertz', contactHertz);
    requireNonNegative('contactDamping', contactDamping);
    requirePositive('jointHertz', jointHertz);
    requireNonNegative('jointDamping', jointDamping);
    requireNonNegative('pushSpeed', pushSpeed);
    requireNonNegative('restitutionSpeed', restitutionSpeed);
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.settings = {
      substeps,
      iterations,
      relaxations,
      contactHertz,
      contactDamping,
      jointHertz,
      jointDamping,
      pushSpeed,
      restitutionSpeed,
    };
  }

  /**
   * Advances by `dt`. Impulses of points and joints are left in `contacts` and `joints` for the next step. Throws when a body is no longer
   * finite, with its index.
   */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { substeps, iterations, relaxations } = this.settings;
    this.setSoftness(dt);
    if (stateSize * bodies.count > this.states.length) this.states = plainDoubles(stateSize * bodies.count);
    loadStates(this.states, bodies);
    this.blockCount = 0;
    if (contacts) this.prepare(bodies, contacts);
    const states = this.states;
    const blocks = this.blocks;
    const entries = this.entries;
    const count = this.blockCount;
    joints?.begin(bodies, states);
    for (let s = 0; s < substeps; s++) {
      accelerateStates(states, bodies.count, kick);
      if (joints) {
        factor[0] = s === 0 && joints.impulseTime[0] > 0 ? softness[6] / joints.impulseTime[0] : 1;
        joints.warmStart(states, factor);
      }
      warmStartBlocks(blocks, entries, count, states);
      for (let i = 0; i < iterations; i++) {
        joints?.sweep(states, true);
        sweepBlocks(blocks, entries, count, states, true);
      }
      moveStates(bodies, states, time);
      measureShifts(blocks, entries, count, states);
      joints?.prepare(bodies, states);
      for (let i = 0; i < relaxations; i++) {
        joints?.sweep(states, false);
        sweepBlocks(blocks, entries, count, states, false);
      }
    }
    if (joints) joints.impulseTime[0] = softness[6];
    factor[0] = this.settings.restitutionSpeed;
    restoreBlocks(blocks, entries, count, states, factor);
    storeStates(bodies, states);
    if (contacts) {
      storeImpulses(contacts, blocks, entries, count);
      contacts.impulseTime[0] = softness[6];
    }
    bodies.requireFinite();
  }

  /**
   * Coefficients of damped springs that are integrated implicitly, between bodies, twice as fast against static
   * ones, and of joints.
   */
  private setSoftness(dt: number): void {
    const { substeps, contactHertz, contactDamping, jointHertz, jointDamping, pushSpeed } = this.settings;
    const h = dt / substeps;
    for (let kind = 0; kind < 3; kind++) {
      const hertz =
        kind < 2 ? (kind + 1) * Math.min(contactHertz, 0.125 / h) : Math.min(jointHertz, 0.25 / h);
      const omega = 2 * Math.PI * hertz;
      const a1 = 2 * (kind < 2 ? contactDamping : jointDamping) + h * omega;
      const a2 = h * omega * a1;
      const a3 = 1 / (1 + a2);
      const at = kind < 2 ? 3 * kind : jointSoftness;
      softness[at] = omega / a1;
      softness[at + 1] = a2 * a3;
      softness[at + 2] = a3;
    }
    softness[6] = time[0] = h;
    for (let k = 0; k < 3; k++) kick[k] = h * this.gravity[k];
    softness[7] = pushSpeed;
  }

  private prepare(bodies: RigidBodies, contacts: RigidContacts): void {
    if (contacts.count * entrySize > this.entries.length) {
      const room = Math.ceil(1.5 * contacts.count);
      this.blocks = plainDoubles(blockSize(1) * room);
      this.entries = new Int32Array(entrySize * room);
    }
    factor[0] = contacts.impulseTime[0] > 0 ? softness[6] / contacts.impulseTime[0] : 1;
    this.blockCount = prepareBlocks(this.blocks, this.entries, bodies, this.states, contacts, factor);
  }
}
