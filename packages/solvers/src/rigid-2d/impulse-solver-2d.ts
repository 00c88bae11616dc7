/**
 * One time step of rigid bodies in the plane under gravity, contacts and joints by sequential impulses:
 * {@link ImpulseSolver} in two dimensions. A step is divided into substeps; a substep is gravity, warm start,
 * a pass with soft contacts, motion, and a pass without softness that removes the velocity added by undoing
 * overlap. Collision detection serves all substeps of a step.
 *
 * Both points of a manifold are solved as one problem, so that a box on the floor is exact in one pass;
 * friction acts at their mean. With `restitution2d`, contacts bounce at the start of the substep in which
 * they meet. Sleeping bodies count as static. Momentum is conserved to rounding.
 *
 * Cost O(substeps · passes · points); no allocation once as many points have been seen. Same order of points,
 * same bits.
 *
 * Catto, "Fast and simple physics using sequential impulses", GDC 2006; "Solver2D", 2024. Macklin et al.,
 * "Small steps in physics simulation", SCA 2019.
 */
import { BoxedNumber, plainDoubles, requireFiniteArray, requireObject, requirePositive } from '@colide/core';
import { carrySize, stateSize } from '../internal/planar-layout.ts';
import { stepSize, substepAt, warmStartScaleAt } from '../internal/solve-contacts.ts';
import {
  fillStep,
  type ImpulseSolverSettings,
  impulseSolverSettings,
  stiffenJoints,
} from '../internal/step-record.ts';
import type { RigidJoints2d } from '../joints-2d/rigid-joints-2d.ts';
import type { ImpulseSolverOptions } from '../rigid/impulse-solver-options.ts';
import {
  acceleratePlanarStates,
  loadPlanarStates,
  movePlanarStates,
  storePlanarStates,
} from './internal/planar-states.ts';
import { createPlanarBlocks, preparePlanarBlocks, storePlanarImpulses } from './internal/prepare-blocks.ts';
import { refinePlanarSteps } from './internal/refine-planar-steps.ts';
import { solvePlanar, warmStartPlanar } from './internal/solve-blocks.ts';
import type { Restitution2d } from './restitution-2d.ts';
import type { RigidBodies2d } from './rigid-bodies-2d.ts';
import type { RigidContacts2d } from './rigid-contacts-2d.ts';

/** Stacks in the plane are taller than in space: with 4 substeps a pyramid of base 20 never rests. */
const defaults: ImpulseSolverOptions = { substeps: 8, contactHertz: 80, jointHertz: 120 };

/**
 * Unless `substeps` are given, they are for steps of 1/60 s. Longer steps have more, up to four times, so
 * that none is longer; and what is stacked or hangs on joints may divide them: see `refine-planar-steps` and
 * `joint-weights-2d`.
 */
const stepRate = 60;
const mostTimes = 4;
/** The share of a substep by which steps may be longer and still have no more. */
const fewMore = 0.1;

/** Steps planar rigid bodies. One solver may serve several sets of bodies, one after the other. */
export class ImpulseSolver2d {
  /** Acceleration of all bodies of finite mass; may be changed between steps. */
  readonly gravity = new Float64Array(2);
  private readonly settings: ImpulseSolverSettings;
  private readonly restitution: Restitution2d | undefined;
  private readonly mostTimes: number;
  private readonly stepRecord = plainDoubles(stepSize);
  private readonly blocks = createPlanarBlocks();
  private readonly fall = new Float64Array(3);
  /** Lengths, in s, of the part of a step that the substeps of the settings divide, and of a substep. */
  private share = new BoxedNumber(0);
  private substep = new BoxedNumber(0);
  private states = plainDoubles(0);
  private carries = plainDoubles(0);

  /**
   * @param options those of the solver in space, with other defaults: 8 substeps per sixtieth of a second,
   * contacts of 80 Hz and joints of 120 Hz. Only two numbers of `gravity` count
   * @param restitution `restitution2d` to let contacts bounce
   */
  constructor(options: ImpulseSolverOptions = {}, restitution?: Restitution2d) {
    requireObject('solver', options);
    this.restitution = restitution;
    this.mostTimes = options.substeps === undefined ? mostTimes : 1;
    this.settings = impulseSolverSettings({ ...defaults, ...options });
    const { gravity } = options;
    if (!gravity) return;
    requireFiniteArray('gravity', gravity, 2);
    for (let k = 0; k < 2; k++) this.gravity[k] = gravity[k];
  }

  /**
   * Advances by `dt`. Impulses of points and joints are left in `contacts` and `joints` for the next step.
   * Throws when a body is no longer finite, with its index.
   */
  step(
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    dt: number,
    joints?: RigidJoints2d,
  ): void {
    requirePositive('dt', dt);
    const { iterations, relaxations } = this.settings;
    const { blocks, stepRecord: step, restitution } = this;
    // One more, for the world itself, to which joints may be attached.
    const size = stateSize * (bodies.count + 1);
    if (size > this.states.length) {
      this.states = plainDoubles(size);
      this.carries = plainDoubles(carrySize * bodies.count);
    }
    const { states, carries } = this;
    loadPlanarStates(states, bodies);
    const substeps = this.divide(dt, bodies, contacts, joints);
    blocks.count = 0;
    if (contacts) {
      if (contacts.impulseTime > 0) step[warmStartScaleAt] = step[substepAt] / contacts.impulseTime;
      preparePlanarBlocks(blocks, bodies, states, contacts, step);
    }
    const bounces = contacts && restitution?.load(blocks, contacts) ? restitution : undefined;
    joints?.begin(bodies, states, this.substep.value);
    bounces?.bounce(blocks, states, step);
    // If nothing but contacts pushes, each substep begins with the changes of velocity by contacts in the
    // last one.
    const repeats = !bounces && !(joints && joints.count > 0);
    for (let s = 0; s < substeps; s++) {
      acceleratePlanarStates(states, carries, bodies.count, step, repeats && s > 0);
      joints?.warmStart(states, step, s === 0);
      if (!repeats || s === 0) warmStartPlanar(blocks, states);
      for (let i = 0; i < iterations; i++) {
        joints?.solve(states, step, true);
        solvePlanar(blocks, states, step, true, relaxations === 0);
      }
      movePlanarStates(states, carries, bodies, this.substep.value);
      joints?.prepare(bodies, states, relaxations === 0);
      bounces?.bounce(blocks, states, step);
      for (let i = 0; i < relaxations; i++) {
        joints?.solve(states, step, false);
        solvePlanar(blocks, states, step, false, true);
      }
    }
    joints?.finish(bodies, this.substep.value);
    storePlanarStates(bodies, states);
    if (contacts) {
      storePlanarImpulses(contacts, blocks);
      contacts.impulseTime = step[substepAt];
    }
    bodies.requireFinite();
  }

  /** Fills the record of a step of `dt`; returns the number of its substeps. */
  private divide(
    dt: number,
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    joints: RigidJoints2d | undefined,
  ): number {
    const { stepRecord: step, settings, fall } = this;
    const times = Math.max(1, Math.min(this.mostTimes, stepRate * dt));
    // As integers: V8 would box doubles.
    const substeps = Math.ceil(settings.substeps * times - fewMore) | 0;
    fall[0] = this.gravity[0];
    fall[1] = this.gravity[1];
    const share = (dt / substeps) * settings.substeps;
    if (this.share.value !== share) this.share = new BoxedNumber(share);
    let finer = 1;
    fillStep(step, settings, fall, this.share.value);
    if (this.mostTimes > 1) {
      const stiffer = joints?.refine(bodies, step) ?? 1;
      finer = contacts ? refinePlanarSteps(step, bodies, contacts) : 1;
      const calm = Math.ceil(stiffer / finer) | 0;
      fillStep(step, settings, fall, this.share.value, finer, calm);
      finer *= calm;
      stiffenJoints(step, settings, stiffer);
    }
    if (this.substep.value !== step[substepAt]) this.substep = new BoxedNumber(step[substepAt]);
    return substeps * finer;
  }
}
