/**
 * Planar rigid bodies made of particles: every body is two particles with its mass, centre and moment, kept
 * at their distance from each other. A solver like `ImpulseSolver2d`, on the same bodies, contacts and
 * joints: the particles and constraints of the sources, in the plane.
 *
 * A step is divided into substeps. In a substep the particles move by their velocities and gravity, and the
 * pushes of the last substep are repeated. Then each contact in turn is projected: the points of both frames
 * move until they no longer overlap, by an impulse that the particles share by weight, and friction undoes
 * the slip within Coulomb's limit. The distance of the particles is restored after each push. Displacements
 * become velocities, as in Verlet's method, except those that restore distances, which keep momentum by
 * construction; a sweep over velocities removes the part that only served to undo overlap. Restitution is
 * applied at the end of the step.
 *
 * Where we depart from the sources: pushes of contacts are accumulated, clamped as a sum and kept from step
 * to step. Otherwise stacks creep. Linear momentum is exact to rounding, and so is angular momentum of free
 * bodies.
 *
 * Limits: no rolling friction; joints may be revolute joints without limits, welds and distance joints,
 * without motors, springs and friction, and do not break. The values of joints are not updated.
 *
 * Cost O(substeps · sweeps · points), no allocation once as many points have been seen. Same order of points,
 * same bits.
 *
 * Jakobsen, "Advanced character physics", GDC 2001. Macklin et al., "Small steps in physics simulation", SCA
 * 2019.
 */
import {
  BoxedNumber,
  type ReadonlyVec2,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import type { RigidJoints2d } from '../joints-2d/rigid-joints-2d.ts';
import { RigidBodies2d } from '../rigid-2d/rigid-bodies-2d.ts';
import type { RigidContacts2d } from '../rigid-2d/rigid-contacts-2d.ts';
import type { RigidSolver2d } from '../rigid-2d/rigid-solver-2d.ts';
import {
  fitPlanarVelocities,
  frameSize,
  loadPlanarFrames,
  predictPlanarFrames,
  storePlanarFrames,
} from './internal/planar-frames.ts';
import {
  loadPlanarPins,
  type PlanarPins,
  pinEntrySize,
  pinSize,
  pinsPerJoint2d,
  relaxPlanarPins,
  sweepPlanarPins,
} from './internal/planar-pins.ts';
import {
  hangPlanarPoints,
  loadPlanarPoints,
  measurePlanarSeparations,
  type PlanarStep,
  planarPointSize,
  pushSpeedAt,
  relaxPlanarPoints,
  restitutionSpeedAt,
  restorePlanarPoints,
  slopAt,
  storePlanarPoints,
  substepAt,
  sweepPlanarPoints,
} from './internal/planar-points.ts';

/** Settings of the solver. */
export interface ParticleSolverOptions2d {
  /** Acceleration of all bodies of finite mass; none by default. */
  readonly gravity?: ReadonlyVec2;
  /** Substeps per step. Default 8. */
  readonly substeps?: number;
  /** Sweeps over all contacts and joints per substep. Default 1. */
  readonly iterations?: number;
  /** Overlap that is left alone, in m, so that points at rest keep touching. Default 0.001. */
  readonly slop?: number;
  /** Highest speed at which overlap is undone, in m/s. Default 1. */
  readonly pushSpeed?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 1. */
  readonly restitutionSpeed?: number;
}

const nobody = /* @__PURE__ */ new RigidBodies2d({ count: 0 });

const settingNames: readonly (keyof ParticleSolverOptions2d)[] = [
  'gravity',
  'substeps',
  'iterations',
  'slop',
  'pushSpeed',
  'restitutionSpeed',
];

/**
 * Steps planar rigid bodies as frames of particles. One solver may serve several sets of bodies, one after
 * the other.
 */
export class ParticleSolver2d implements RigidSolver2d {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(2);
  private readonly substeps: number;
  private readonly iterations: number;
  private readonly stepRecord: PlanarStep;
  private readonly pins: PlanarPins = { pins: new Float64Array(0), entries: new Int32Array(0), count: 0 };
  private substep = new BoxedNumber(0);

  constructor(options: ParticleSolverOptions2d = {}) {
    tellUnknown('solver', options, settingNames);
    const {
      gravity,
      substeps = 8,
      iterations = 1,
      slop = 0.001,
      pushSpeed = 1,
      restitutionSpeed = 1,
    } = options;
    requireInteger('substeps', substeps, 1);
    requireInteger('iterations', iterations, 1);
    requireNonNegative('slop', slop);
    requireNonNegative('pushSpeed', pushSpeed);
    requireNonNegative('restitutionSpeed', restitutionSpeed);
    if (gravity) {
      requireFiniteArray('gravity', gravity, 2);
      for (let k = 0; k < 2; k++) this.gravity[k] = gravity[k];
    }
    this.substeps = substeps;
    this.iterations = iterations;
    const numbers = new Float64Array(4);
    numbers[slopAt] = slop;
    numbers[pushSpeedAt] = pushSpeed;
    numbers[restitutionSpeedAt] = restitutionSpeed;
    this.stepRecord = {
      frames: new Float64Array(0),
      bodies: nobody,
      points: new Float64Array(0),
      pairs: new Int32Array(0),
      order: new Int32Array(0),
      count: 0,
      numbers,
    };
  }

  /**
   * Advances by `dt`. Impulses of points are left in `contacts` for the next step. Throws before anything has
   * moved when a joint is of a kind that pins cannot hold, and at the end when a body is no longer finite.
   */
  step(
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    dt: number,
    joints?: RigidJoints2d,
  ): void {
    requirePositive('dt', dt);
    const { stepRecord: step, pins } = this;
    this.begin(bodies, contacts, dt, joints);
    const h = this.substep.value;
    for (let s = 0; s < this.substeps; s++) {
      predictPlanarFrames(step.frames, bodies, this.gravity, h);
      hangPlanarPoints(step);
      for (let i = 0; i < this.iterations; i++) {
        sweepPlanarPins(pins, step);
        sweepPlanarPoints(step);
        sweepPlanarPins(pins, step);
      }
      measurePlanarSeparations(step);
      fitPlanarVelocities(step.frames, bodies);
      relaxPlanarPins(pins, step);
      relaxPlanarPoints(step);
    }
    restorePlanarPoints(step);
    if (contacts) storePlanarPoints(step, contacts);
    storePlanarFrames(bodies, step.frames);
    step.bodies = nobody;
    bodies.requireFinite();
  }

  /** Loads bodies, joints and contacts. */
  private begin(
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    dt: number,
    joints: RigidJoints2d | undefined,
  ): void {
    const { stepRecord: step, pins } = this;
    const h = dt / this.substeps;
    if (this.substep.value !== h) this.substep = new BoxedNumber(h);
    step.numbers[substepAt] = h;
    step.bodies = bodies;
    // One more, for the world itself, to which joints may be attached.
    const size = frameSize * (bodies.count + 1);
    if (size > step.frames.length) step.frames = new Float64Array(size);
    loadPlanarFrames(step.frames, bodies);
    pins.count = step.count = 0;
    if (joints) {
      const most = pinsPerJoint2d * joints.count;
      if (pinEntrySize * most > pins.entries.length) {
        pins.entries = new Int32Array(2 * pinEntrySize * most);
        pins.pins = new Float64Array(2 * pinSize * most);
      }
      joints.broken.clear();
      loadPlanarPins(pins, step, joints);
    }
    if (!contacts) return;
    if (contacts.count > step.order.length) {
      step.points = new Float64Array(2 * planarPointSize * contacts.count);
      step.pairs = new Int32Array(4 * contacts.count);
      step.order = new Int32Array(2 * contacts.count);
    }
    loadPlanarPoints(step, contacts);
  }
}
