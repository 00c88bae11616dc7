/**
 * Rigid bodies made of particles, for a world: every body is a frame of four particles with its mass, centre
 * and inertia, held together by the six distances between them (Jakobsen 2001) or by shape matching (Müller
 * et al. 2005). A rigid solver like `ImpulseSolver`, on the same bodies, contacts and joints;
 * `ParticleBodies` is the same idea on its own, with attached vertices.
 *
 * A step is divided into substeps. In a substep the particles move by their velocities and gravity, and the
 * pushes of the last substep are repeated. Then each contact in turn is projected: the points on both frames
 * move until they no longer overlap, by an impulse that the particles share by weight, and friction undoes
 * the slip within Coulomb's cone. Frames are made rigid again after each push. Displacements become
 * velocities, as in Verlet's method, except those that make frames rigid, which keep momentum by
 * construction; a relaxation sweep over velocities removes the part that only served to undo overlap.
 * Restitution is applied at the end of the step.
 *
 * Where we depart from the sources: pushes are accumulated, clamped as a sum and kept from step to step, and
 * the rigid motion is fitted to the momentum of the particles. Otherwise stacks creep and spinning bodies
 * slow down. Linear momentum is exact to rounding, and so is angular momentum of free bodies; in collisions
 * it is kept to the order of the substep.
 *
 * Limits: bodies that are flat or cannot rotate have no frame and are refused. Joints may be ball, hinge,
 * fixed and distance, without motors and without limits of hinges; `RigidJoints.values` is not updated.
 * Contacts spin no body up beyond half a radian per substep, 240 rad/s at 60 Hz, and balls that roll as fast
 * slip by some per cent. Distances are the less exact method: with anchors many radii away from a small body
 * a joint gives by some per cent. A contact point of a pile of boxes costs 9 µs per step with matching and 19
 * with distances, compared with 1 to 2 for `ImpulseSolver`.
 *
 * Cost O(substeps · sweeps · points), no allocation once as many points have been seen. Same order of the
 * points, same bits.
 *
 * Jakobsen, "Advanced character physics", GDC 2001. Müller, Heidelberger, Teschner & Gross, "Meshless
 * deformations based on shape matching", SIGGRAPH 2005. Macklin et al., "Small steps in physics simulation",
 * SCA 2019.
 */
import { BoxedNumber, requirePositive } from '@colide/core';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../rigid/rigid-contacts.ts';
import type { RigidSolver } from '../rigid/rigid-solver.ts';
import {
  fitVelocities,
  frameSize,
  loadFrames,
  predictFrames,
  storeFrames,
} from './internal/particle-frames.ts';
import { loadPins, pinsPerJoint, sweepPins } from './internal/particle-joints.ts';
import {
  hangPoints,
  loadPoints,
  measureSeparations,
  orderPoints,
  relaxPoints,
  restorePoints,
  storePoints,
  sweepPoints,
  warmStartPoints,
} from './internal/particle-points.ts';
import { makeFramesRigid, type ParticleStep, particlePointSize } from './internal/particle-push.ts';
import {
  createParticleStep,
  moveImmovable,
  noBodies,
  particleSolverSettings,
} from './internal/particle-steps.ts';
import type { ParticleSolverOptions } from './particle-solver-options.ts';

/**
 * Steps rigid bodies as frames of particles. One solver may serve several sets of bodies, one after the
 * other.
 */
export class ParticleSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  private readonly substeps: number;
  private readonly iterations: number;
  private readonly stepRecord: ParticleStep;
  /**
   * Length of the step and of a substep, computed anew when it changes: until V8 has compiled a division, it
   * boxes.
   */
  private time = new BoxedNumber(0);
  private substep = new BoxedNumber(0);
  private points = new Float64Array(0);
  /** The bodies and the contact of each point. */
  private pairs = new Int32Array(0);
  private order = new Int32Array(0);
  private pins = new Float64Array(0);
  private pinPairs = new Int32Array(0);

  constructor(options: ParticleSolverOptions = {}) {
    const { gravity, ...settings } = particleSolverSettings(options);
    this.gravity.set(gravity);
    this.substeps = settings.substeps;
    this.iterations = settings.iterations;
    this.stepRecord = createParticleStep(settings);
  }

  /**
   * Advances by `dt`. Impulses of points are left in `contacts` for the next step. Throws before anything has
   * moved when a body has no frame or a joint is of a kind that pins cannot hold, and at the end when a body
   * is no longer finite.
   */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const step = this.stepRecord;
    this.begin(bodies, dt);
    const pinCount = joints ? this.loadPins(joints) : 0;
    const count = contacts?.count ?? 0;
    if (contacts) this.loadPoints(contacts);
    const { frames } = step;
    const substep = this.substep.value;
    const { points, pairs } = this;
    for (let s = 0; s < this.substeps; s++) {
      step.substepsDone = s;
      hangPoints(step, points, pairs, count);
      predictFrames(frames, bodies, substep, this.gravity);
      warmStartPoints(step, points, pairs, count);
      makeFramesRigid(step, frames, bodies.count);
      for (let i = 0; i < this.iterations; i++) {
        sweepPins(step, this.pins, this.pinPairs, pinCount, false);
        sweepPoints(step, points, pairs, count);
        sweepPins(step, this.pins, this.pinPairs, pinCount, true);
      }
      measureSeparations(step, points, pairs, count);
      fitVelocities(frames, bodies, substep);
      relaxPoints(step, points, pairs, count);
    }
    restorePoints(step, points, pairs, count);
    if (contacts) storePoints(step, points, this.order, contacts);
    storeFrames(bodies, frames);
    moveImmovable(bodies, dt, this.substeps, this.substep.value);
    step.bodies = noBodies;
    bodies.requireFinite();
  }

  private begin(bodies: RigidBodies, dt: number): void {
    const step = this.stepRecord;
    if (this.time.value !== dt) {
      this.time = new BoxedNumber(dt);
      this.substep = new BoxedNumber(dt / this.substeps);
    }
    step.substep = this.substep.value;
    step.bodies = bodies;
    if (frameSize * bodies.count > step.frames.length)
      step.frames = new Float64Array(frameSize * bodies.count);
    loadFrames(step.frames, bodies);
  }

  private loadPoints(contacts: RigidContacts): void {
    const { count } = contacts;
    if (count > this.order.length) {
      this.points = new Float64Array(2 * particlePointSize * count);
      this.pairs = new Int32Array(4 * count);
      this.order = new Int32Array(2 * count);
    }
    orderPoints(this.stepRecord, this.pairs, this.order, contacts);
    loadPoints(this.stepRecord, this.points, this.order, contacts);
  }

  private loadPins(joints: RigidJoints): number {
    const most = pinsPerJoint * joints.count;
    if (2 * most > this.pinPairs.length) {
      this.pins = new Float64Array(2 * particlePointSize * most);
      this.pinPairs = new Int32Array(4 * most);
    }
    return loadPins(this.stepRecord, this.pins, this.pinPairs, joints);
  }
}
