/**
 * One time step of rigid bodies under gravity, contacts and joints by sequential impulses: each contact in
 * turn gets the impulse that stops its approach; impulses accumulate, are clamped as a sum, and start from
 * those of the last step.
 *
 * A step is divided into substeps. Contact data is updated in between from the motion of the bodies, so one
 * round of collision detection serves all of them. A substep is: gravity, warm start, a pass with soft
 * contacts, motion, and a pass without softness (relaxation). Overlap is removed by contacts that act as
 * damped springs at a rate that the substep can resolve; relaxation then takes away the velocity that this
 * has added; the last substep of a step has one more. Stacks stand still, and deep overlap is undone gently.
 * Points that are still apart stop only motion that would close the gap within the substep. Stacks of small
 * bodies get more substeps (`internal/refine-steps`).
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
import { type Doubles, plainDoubles, requireFiniteArray, requirePositive } from '@colide/core';
import { BoxedNumber } from '../internal/boxed-number.ts';
import { entrySize, solveContacts, stateSize, stepSize, substepAt } from '../internal/solve-contacts.ts';
import {
  fillStep,
  type ImpulseSolverSettings,
  impulseSolverSettings,
  scaleWarmStart,
} from '../internal/step-record.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { ImpulseSolverOptions } from './impulse-solver-options.ts';
import { accelerateStates, loadStates, lockStates, moveStates, storeStates } from './internal/body-states.ts';
import { brakeTwists } from './internal/brake-twists.ts';
import { countCrowds } from './internal/count-crowds.ts';
import { LoadGuess } from './internal/guess-loads.ts';
import {
  blockRoom,
  createContactBlocks,
  prepareContacts,
  reserveBlocks,
} from './internal/prepare-contacts.ts';
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
  private readonly settings: ImpulseSolverSettings;
  private readonly stepRecord = plainDoubles(stepSize);
  private readonly contactBlocks = createContactBlocks();
  private substep = new BoxedNumber(0);
  private states: Doubles = plainDoubles(0);
  private crowds = new Int32Array(0);
  private readonly loadGuess = new LoadGuess();
  private readonly kernels: SolverKernels | undefined;
  private contactKernels: ContactKernels | undefined;

  /** @param kernels for the passes over the contacts, with the same bits; of `@colide/simd` for instance */
  constructor(options: ImpulseSolverOptions = {}, kernels?: SolverKernels) {
    this.settings = impulseSolverSettings(options);
    this.kernels = kernels;
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
    fillStep(step, this.settings, this.gravity, dt);
    const times = contacts ? refineSteps(bodies, contacts, step) : 1;
    const substeps = times * this.settings.substeps;
    if (times > 1) fillStep(step, this.settings, this.gravity, dt, times);
    if (this.substep.value !== step[substepAt]) this.substep = new BoxedNumber(step[substepAt]);
    this.reserve(bodies.count, contacts?.count ?? 0);
    const states = this.states;
    const kernels = contacts ? this.contactKernels : undefined;
    const locked = loadStates(states, bodies) ? bodies : undefined;
    const bounces = contacts !== undefined && hasRestitution(contacts);
    set.count = 0;
    if (contacts) {
      this.loadGuess.guess(bodies, contacts, step);
      scaleWarmStart(step, contacts.impulseTime);
      if (this.crowds.length < bodies.count) this.crowds = new Int32Array(bodies.count);
      countCrowds(this.crowds, bodies.count, contacts, step);
      prepareContacts(set, bodies, states, contacts, step, this.crowds);
      kernels?.begin(set.count, stateSize * bodies.count, step);
    }
    joints?.begin(bodies, states);
    if (bounces) bounceContacts(set, states, step, locked);
    for (let s = 0; s < substeps; s++) {
      accelerateStates(states, bodies.count, step);
      joints?.warmStart(states, step, s === 0);
      warmStartContacts(set, states);
      if (locked) lockStates(states, locked);
      for (let i = 0; i < iterations; i++) {
        joints?.solve(states, step, true);
        if (kernels) kernels.solve(true);
        else solveContacts(set, states, step, true);
        if (locked) lockStates(states, locked);
      }
      moveStates(bodies, states, this.substep.value);
      updateSeparations(set, states, this.substep.value);
      joints?.prepare(bodies, states);
      if (bounces) bounceContacts(set, states, step, locked);
      // One pass would leave velocities that the next step takes for motion: columns of boxes would sway for ever.
      const last = s === substeps - 1 ? Math.min(1, relaxations) : 0;
      for (let i = 0; i < relaxations + last; i++) {
        joints?.solve(states, step, false);
        if (kernels) kernels.solve(false);
        else solveContacts(set, states, step, false);
        if (locked) lockStates(states, locked);
      }
    }
    joints?.finish(bodies, this.substep.value);
    brakeTwists(set, states, substeps);
    storeStates(bodies, states);
    if (contacts) {
      storeImpulses(contacts, set, step);
      contacts.impulseTime = step[substepAt];
    }
    bodies.requireFinite();
  }

  /** Makes room for the states of the bodies and the blocks of so many contact points. */
  private reserve(bodies: number, points: number): void {
    const set = this.contactBlocks;
    // One more, for what joints take for the world itself.
    const room = stateSize * (bodies + 1);
    if (!this.kernels) {
      if (room > this.states.length) this.states = plainDoubles(room);
      reserveBlocks(set, points);
      return;
    }
    if (this.contactKernels && room <= this.states.length && entrySize * points <= set.entries.length) return;
    const pointRoom = Math.max(Math.ceil(1.5 * points), set.entries.length / entrySize);
    const kernels = this.kernels.createContacts(
      Math.max(room, this.states.length),
      blockRoom(pointRoom),
      entrySize * pointRoom,
    );
    this.contactKernels = kernels;
    this.states = kernels.states;
    set.blocks = kernels.blocks;
    set.entries = kernels.entries;
  }
}
