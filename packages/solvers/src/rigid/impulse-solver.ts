/**
 * One time step of rigid bodies under gravity, contacts and joints by sequential impulses: each contact in
 * turn gets the impulse that stops its approach. Impulses are accumulated and clamped as a sum, and start
 * from those of the last step.
 *
 * A step is divided into substeps. Contact data is updated in between from the motion of the bodies, so one
 * round of collision detection serves all of them. A substep is: gravity, warm start, a pass with soft
 * contacts, motion, and a pass without softness (relaxation). Overlap is removed by contacts that act as
 * damped springs at a rate that the substep can resolve; relaxation then removes the velocity that this has
 * added; the last substep of a step has one relaxation pass more. Stacks stand still, and deep overlap is
 * undone gently. Points that are still apart stop only motion that would close the gap within the substep.
 * Stacks of small bodies get more substeps (`internal/refine-steps`).
 *
 * All points of a manifold, normal and friction, are solved together (`internal/solve-contacts`): Coulomb's
 * cone at their centre for both tangents at once, and a twist about the normal, that of single points once
 * per step (`internal/brake-twists`). Against an impact all points push evenly first. Contacts with
 * restitution that approach faster than a threshold bounce at the start of the substep in which they meet
 * (`internal/solve-impacts`). Sleeping bodies count as static. Linear and angular momentum are conserved to
 * rounding.
 *
 * Cost O(substeps · passes · points); no allocation once as many points have been seen. The order of the
 * points decides the last digits: same order, same bits.
 *
 * Catto, "Fast and simple physics using sequential impulses", GDC 2006; "Solver2D", 2024, compares the
 * substepping variants. Macklin et al., "Small steps in physics simulation", SCA 2019.
 */
import { BoxedNumber, type Doubles, plainDoubles, requireFiniteArray, requirePositive } from '@colide/core';
import {
  solveContacts,
  stateSize,
  stepSize,
  substepAt,
  warmStartScaleAt,
} from '../internal/solve-contacts.ts';
import { type ImpulseSolverSettings, impulseSolverSettings } from '../internal/step-record.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { ImpulseSolverOptions } from './impulse-solver-options.ts';
import {
  accelerateStates,
  leadStates,
  loadStates,
  lockStates,
  moveStates,
  storeStates,
} from './internal/body-states.ts';
import { brakeTwists } from './internal/brake-twists.ts';
import { countCrowds } from './internal/count-crowds.ts';
import { EnergyLimits } from './internal/energy-limits.ts';
import { LoadGuess } from './internal/guess-loads.ts';
import { createContactBlocks, prepareContacts } from './internal/prepare-contacts.ts';
import { refineSteps } from './internal/refine-steps.ts';
import { bounceContacts, hasRestitution } from './internal/solve-impacts.ts';
import { updateSeparations } from './internal/update-separations.ts';
import { storeImpulses, warmStartContacts } from './internal/warm-start-contacts.ts';
import type { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';
import type { RigidSolver } from './rigid-solver.ts';
import type { ContactKernels, SolverKernels } from './solver-kernels.ts';

/** Steps rigid bodies. One solver may serve several sets of bodies, one after the other. */
export class ImpulseSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  /** The options, complete. @internal */
  readonly settings: ImpulseSolverSettings;
  private readonly stepRecord = plainDoubles(stepSize);
  private readonly contactBlocks = createContactBlocks();
  private substep = new BoxedNumber(0);
  private states: Doubles = plainDoubles(0);
  /** 1 for bodies whose states are 0. */
  private empty = new Uint8Array(0);
  private crowds = new Int32Array(0);
  private readonly loadGuess = new LoadGuess();
  private readonly energyLimits = new EnergyLimits();
  private readonly kernels: ContactKernels | undefined;

  /** @param kernels for the contacts; of `@colide/simd` for instance */
  constructor(options: ImpulseSolverOptions = {}, kernels?: SolverKernels) {
    this.settings = impulseSolverSettings(options);
    this.kernels = kernels?.createContacts();
    const { gravity } = options;
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
  }

  /**
   * Advances by `dt`. Impulses of points and joints are left in `contacts` and `joints` for the next step.
   * Throws when a body is no longer finite, with its index.
   */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { iterations, relaxations } = this.settings;
    const set = this.contactBlocks;
    const step = this.stepRecord;
    const substeps = refineSteps(step, this, dt, bodies, contacts, joints?.limbs);
    if (this.substep.value !== step[substepAt]) this.substep = new BoxedNumber(step[substepAt]);
    this.reserve(bodies.count, contacts?.count ?? 0);
    const states = this.states;
    const locked = loadStates(states, bodies, this.empty) ? bodies : undefined;
    const bounces = contacts !== undefined && hasRestitution(contacts);
    // Impacts pass through all contacts, in blocks of one kind.
    const kernels = contacts && !bounces ? this.kernels : undefined;
    set.count = 0;
    set.taken = kernels?.taken;
    if (contacts) {
      // As in `scaleWarmStart`, which V8 would not inline here, and box the number.
      const time = contacts.impulseTime;
      step[warmStartScaleAt] = time > 0 ? step[substepAt] / time : 1;
      this.prepare(bodies, contacts, kernels, joints);
    }
    joints?.begin(bodies, states);
    if (bounces) bounceContacts(set, states, step, locked);
    for (let s = 0; s < substeps; s++) {
      accelerateStates(states, bodies, step);
      joints?.warmStart(states, step, s === 0);
      this.warmStart(kernels);
      if (locked) lockStates(states, locked);
      for (let i = 0; i < iterations; i++) {
        joints?.solve(states, step, true);
        this.solve(kernels, true);
        if (locked) lockStates(states, locked);
      }
      moveStates(bodies, states, this.substep.value, kernels?.moved);
      kernels?.update();
      updateSeparations(set, states, this.substep.value);
      joints?.prepare(bodies, states);
      if (bounces) bounceContacts(set, states, step, locked);
      // One pass would leave velocities that the next step treats as motion: columns of boxes would sway for
      // ever.
      const last = s === substeps - 1 ? Math.min(1, relaxations) : 0;
      for (let i = 0; i < relaxations + last; i++) {
        joints?.solve(states, step, false);
        this.solve(kernels, false);
        if (locked) lockStates(states, locked);
      }
    }
    joints?.finish(bodies, this.substep.value);
    this.brake(kernels, substeps);
    storeStates(bodies, states);
    if (contacts) {
      kernels?.finish(bodies, contacts);
      this.finish(bodies, contacts, dt);
    }
    bodies.requireFinite();
  }

  /** Prepares the contacts of a step; kernels also take bodies, unless joints read those. */
  private prepare(
    bodies: RigidBodies,
    contacts: RigidContacts,
    kernels: ContactKernels | undefined,
    joints: RigidJoints | undefined,
  ): void {
    const step = this.stepRecord;
    this.energyLimits.begin(bodies, contacts, this.gravity, joints);
    this.loadGuess.guess(bodies, contacts, step);
    if (this.crowds.length < bodies.count) this.crowds = new Int32Array(bodies.count);
    countCrowds(this.crowds, bodies, contacts, step, joints);
    leadStates(this.states, bodies, step, this.crowds, 0);
    kernels?.prepare(bodies, contacts, step, this.crowds);
    prepareContacts(this.contactBlocks, bodies, this.states, contacts, step, this.crowds);
    kernels?.takeBodies(bodies, !joints);
  }

  /** Limits energies and stores impulses at the end of a step of `dt`. */
  private finish(bodies: RigidBodies, contacts: RigidContacts, dt: number): void {
    this.energyLimits.end(bodies, this.gravity, dt);
    storeImpulses(contacts, this.contactBlocks, this.stepRecord);
    contacts.impulseTime = this.stepRecord[substepAt];
  }

  private warmStart(kernels: ContactKernels | undefined): void {
    kernels?.warmStart(0);
    warmStartContacts(this.contactBlocks, this.states);
    kernels?.warmStart(1);
  }

  private brake(kernels: ContactKernels | undefined, substeps: number): void {
    kernels?.brake(0, substeps);
    brakeTwists(this.contactBlocks, this.states, substeps);
    kernels?.brake(1, substeps);
  }

  /** One pass over all contacts. */
  private solve(kernels: ContactKernels | undefined, soft: boolean): void {
    kernels?.solve(0, soft);
    solveContacts(this.contactBlocks, this.states, this.stepRecord, soft);
    kernels?.solve(1, soft);
  }

  /** Makes room for the states of the bodies and, in kernels, for the contact points. */
  private reserve(bodies: number, points: number): void {
    // One more, for the world itself, to which joints may be attached.
    const room = stateSize * (bodies + 1);
    const { states } = this;
    if (this.kernels) this.states = this.kernels.reserve(room, points);
    else if (room > states.length) this.states = plainDoubles(room);
    if (this.states !== states) this.empty = new Uint8Array(bodies);
  }
}
