/**
 * Rigid bodies made of particles, for a world: every body is a frame of four particles with its mass, centre and inertia, held together
 * by the six distances between them (Jakobsen 2001) or by shape matching (Müller et al. 2005). A rigid solver like
 * `ImpulseSolver`, on the same bodies, contacts and joints; `ParticleBodies` is the same idea on its own, with attached vertices.
 *
 * A step is divided into substeps. In a substep the particles move by their velocities and gravity; the pushes of the last substep
 * are repeated; then each contact in turn is projected: the point on either frame moves so that they no longer overlap, by an impulse
 * that the particles share by weight, and friction takes back the slip within Coulomb's cone. Frames are made rigid again after each
 * push. Displacements become velocities, as in Verlet's method, except those of making rigid, which keep momentum by construction; a
 * sweep over velocities takes out what was only for undoing overlap. Restitution is applied at the end of the step.
 *
 * Where we depart from the sources: pushes are accumulated, clamped as a sum and kept from step to step, and the rigid motion is fitted to the
 * momentum of the particles. Without, stacks creep and spinning bodies slow down. Linear momentum is exact to rounding, angular momentum of
 * free bodies too; in collisions it is kept to the order of the substep.
 *
 * Limits: bodies that are flat or cannot turn have no frame and are refused. Of the joints there are ball, hinge, fixed and distance, without
 * motors and limits of hinges; `RigidJoints.values` is left as it was. Distances are the less exact way: with anchors many radii away from a
 * small body a joint gives by some per cent. A contact point of a pile of boxes costs
 * 8 µs a step with matching and 16 with distances, where that of `ImpulseSolver` costs 0.8.
 *
 * Cost O(substeps · sweeps · points), no allocation once as many points have been seen. Same order of the points, same bits.
 *
 * Jakobsen, "Advanced character physics", GDC 2001. Müller, Heidelberger, Teschner & Gross, "Meshless deformations based on shape
 * matching", SIGGRAPH 2005. Macklin et al., "Small steps in physics simulation", SCA 2019.
 */
import {
  type ReadonlyVec3,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import { setSpeedLimits } from '../internal/limit-speed.ts';
import { turnBody } from '../internal/turn-body.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../rigid/rigid-contacts.ts';
import type { RigidSolver } from '../rigid/rigid-solver.ts';
import {
  fitVelocities,
  followFrame,
  frameMassAt,
  frameSize,
  loadFrames,
  predictFrames,
  storeFrames,
} from './internal/particle-frames.ts';
import { loadPins, pinsPerJoint, sweepPins } from './internal/particle-joints.ts';
import {
  calmPoints,
  hangPoints,
  loadPoints,
  measureGaps,
  restorePoints,
  storePoints,
  sweepPoints,
  warmStartPoints,
} from './internal/particle-points.ts';
import { makeRigid, particlePointSize, particleStep } from './internal/particle-push.ts';

/** Settings of the solver. */
export interface ParticleSolverOptions {
  /** What holds the four particles of a body together: their six distances or shape matching. Default `matching`. */
  readonly rigidity?: 'distances' | 'matching';
  /** Acceleration of all bodies of finite mass; none by default. */
  readonly gravity?: ReadonlyVec3;
  /** Parts of a step. Default 8. */
  readonly substeps?: number;
  /** Sweeps over all contacts and joints in a substep. Default 1. */
  readonly iterations?: number;
  /** Overlap that is left alone, in m, so that points at rest keep touching. Default 0.001. */
  readonly slop?: number;
  /** Highest speed at which overlap is undone, in m/s. Default 3. */
  readonly pushSpeed?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 1. */
  readonly restitutionSpeed?: number;
}

const time = /* @__PURE__ */ new Float64Array(1);
const kick = /* @__PURE__ */ new Float64Array(3);
const noBodies = /* @__PURE__ */ new Int32Array(0);

/** Steps rigid bodies as frames of particles. One solver may serve several sets of bodies, one after the other. */
export class ParticleSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  private readonly settings: Required<Omit<ParticleSolverOptions, 'gravity'>>;
  private frames = new Float64Array(0);
  private points = new Float64Array(0);
  private pins = new Float64Array(0);
  private pinPairs = new Int32Array(0);

  constructor(options: ParticleSolverOptions = {}) {
    const {
      rigidity = 'matching',
      gravity,
      substeps = 8,
      iterations = 1,
      slop = 0.001,
      pushSpeed = 3,
      restitutionSpeed = 1,
    } = options;
    if (rigidity !== 'distances' && rigidity !== 'matching')
      throw new RangeError(`rigidity must be 'distances' or 'matching', got ${String(rigidity)}`);
    requireInteger('substeps', substeps, 1);
    requireInteger('iterations', iterations, 1);
    requireNonNegative('slop', slop);
    requireNonNegative('pushSpeed', pushSpeed);
    requireNonNegative('restitutionSpeed', restitutionSpeed);
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.settings = { rigidity, substeps, iterations, slop, pushSpeed, restitutionSpeed };
  }

  /**
   * Advances by `dt`. Impulses of points are left in `contacts` for the next step. Throws when a body has no frame or a joint is of another
   * kind, before anything has moved, and when a body is no longer finite, with its index.
   */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { substeps, iterations } = this.settings;
    this.begin(bodies, dt);
    const pinCount = joints ? this.loadPins(bodies, joints) : 0;
    const count = contacts?.count ?? 0;
    const pairs = contacts?.bodies ?? noBodies;
    if (contacts) this.loadPoints(bodies, contacts);
    const frames = this.frames;
    const points = this.points;
    for (let s = 0; s < substeps; s++) {
      hangPoints(points, frames, pairs, count);
      predictFrames(frames, bodies, time, kick);
      warmStartPoints(points, frames, pairs, count);
      this.makeAllRigid(bodies.count);
      for (let i = 0; i < iterations; i++) {
        sweepPins(this.pins, this.pinPairs, pinCount, frames, bodies, s, false);
        sweepPoints(points, frames, bodies, pairs, count);
        sweepPins(this.pins, this.pinPairs, pinCount, frames, bodies, s, true);
      }
      measureGaps(points, frames, bodies, pairs, count);
      fitVelocities(frames, bodies);
      calmPoints(points, frames, bodies, pairs, count);
    }
    restorePoints(points, frames, bodies, pairs, count);
    if (contacts) storePoints(contacts, points);
    storeFrames(bodies, frames);
    this.moveOthers(bodies, dt);
    bodies.requireFinite();
  }

  private begin(bodies: RigidBodies, dt: number): void {
    const { substeps, slop, pushSpeed, restitutionSpeed, rigidity } = this.settings;
    time[0] = dt / substeps;
    setSpeedLimits(time);
    for (let k = 0; k < 3; k++) kick[k] = time[0] * this.gravity[k];
    particleStep[0] = time[0];
    particleStep[1] = pushSpeed;
    particleStep[2] = restitutionSpeed;
    particleStep[3] = rigidity === 'distances' ? 4 : 0;
    particleStep[4] = slop;
    if (frameSize * bodies.count > this.frames.length)
      this.frames = new Float64Array(frameSize * bodies.count);
    loadFrames(this.frames, bodies);
  }

  private makeAllRigid(count: number): void {
    const frames = this.frames;
    for (let at = 0; at < frameSize * count; at += frameSize) {
      if (frames[at + frameMassAt] === 0) continue;
      makeRigid(frames, at);
      if (this.settings.rigidity === 'distances') followFrame(frames, at);
    }
  }

  private loadPoints(bodies: RigidBodies, contacts: RigidContacts): void {
    if (particlePointSize * contacts.count > this.points.length)
      this.points = new Float64Array(2 * particlePointSize * contacts.count);
    loadPoints(this.points, this.frames, bodies, contacts);
  }

  private loadPins(bodies: RigidBodies, joints: RigidJoints): number {
    const most = pinsPerJoint * joints.count;
    if (2 * most > this.pinPairs.length) {
      this.pins = new Float64Array(2 * particlePointSize * most);
      this.pinPairs = new Int32Array(4 * most);
    }
    return loadPins(this.pins, this.pinPairs, this.frames, bodies, joints);
  }

  /** Moves bodies that have a velocity but no mass. */
  private moveOthers(bodies: RigidBodies, dt: number): void {
    const { positions, rotations, velocities, angularVelocities, inverseMoments, asleep } = bodies;
    for (let i = 0; i < bodies.count; i++) {
      if (asleep[i] === 1 || bodies.inverseMasses[i] > 0) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) positions[k] += dt * velocities[k];
      for (let s = 0; s < this.settings.substeps; s++)
        turnBody(rotations, angularVelocities, inverseMoments, bodies.worldInverseInertias, i, time);
    }
  }
}
