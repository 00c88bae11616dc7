/**
 * The particle solver for several threads: frames of four particles, divided among the members of a crew as
 * `ColoredSolver` divides impulses. Contacts of one colour share no body that can move, so any number of
 * workers projects them at once, with the same bits; the colours follow each other. 1, 2, 4 and 8 workers
 * give the same result. It differs from that of `ParticleSolver` only by the order of the contacts.
 *
 *   const world = new World({ pool, solver: new ColoredParticleSolver({ rigidity: 'distances' }, pool) });
 *
 * The first worker makes the frames, sweeps over the pins of joints and stores the poses; predictions and
 * fits are divided by bodies, everything else by contacts. Limits are those of `ParticleSolver`.
 *
 * Cost: that of `ParticleSolver`, plus copies of bodies and contacts to shared memory, greedy colouring in
 * O(points), and a barrier per colour and pass.
 */
import { BoxedNumber, requirePositive } from '@colide/core';
import { colorContacts } from '../internal/color-contacts.ts';
import {
  bodyCountAt,
  colorCountAt,
  hasJointsAt,
  iterationsAt,
  substepCountAt,
} from '../internal/colored-memory.ts';
import { crewOfOne } from '../internal/crew-of-one.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../rigid/rigid-contacts.ts';
import type { RigidSolver } from '../rigid/rigid-solver.ts';
import type { SolverCrew } from '../rigid/solver-crew.ts';
import { ColoredParticleShare, type ParticlePins } from './colored-particle-share.ts';
import { ColoredParticleMemory, coloredParticleBytes } from './internal/colored-particle-memory.ts';
import { loadFrames, storeFrames } from './internal/particle-frames.ts';
import { loadPins, pinsPerJoint } from './internal/particle-joints.ts';
import { type ParticleStep, particlePointSize } from './internal/particle-push.ts';
import {
  createParticleStep,
  moveImmovable,
  noBodies,
  particleSolverSettings,
} from './internal/particle-steps.ts';
import type { ParticleSolverOptions } from './particle-solver-options.ts';

/** Steps rigid bodies as frames of particles with the help of a crew. */
export class ColoredParticleSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  /** Number of colours in the last step. */
  colorCount = 0;
  private readonly substeps: number;
  private readonly iterations: number;
  private readonly stepRecord: ParticleStep;
  private readonly crew: SolverCrew;
  private substep = new BoxedNumber(0);
  private memory: ColoredParticleMemory | undefined;
  private share: ColoredParticleShare | undefined;
  private readonly pins: ParticlePins = { count: 0, points: new Float64Array(0), pairs: new Int32Array(0) };

  /** @param crew the threads, such as a `WorkerPool`; default the caller alone */
  constructor(options: ParticleSolverOptions = {}, crew: SolverCrew = crewOfOne) {
    const { gravity, ...settings } = particleSolverSettings(options);
    this.gravity.set(gravity);
    this.substeps = settings.substeps;
    this.iterations = settings.iterations;
    this.stepRecord = createParticleStep(settings);
    this.crew = crew;
  }

  /** As `ParticleSolver.step`. */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const count = contacts?.count ?? 0;
    const memory = this.begin(bodies, contacts, dt);
    this.loadPins(joints);
    this.colorCount = contacts ? colorContacts(memory, contacts, bodies) : 0;
    memory.numbers[colorCountAt] = this.colorCount;
    const { fewItems = 256 } = this.crew;
    const crew = bodies.count + count > fewItems ? this.crew : crewOfOne;
    crew.begin();
    try {
      this.share!.run(crew, 0, this.pins);
    } catch (reason) {
      if (reason !== crew.failure) throw reason;
      // Bodies and contacts are untouched; the lost members may go on writing to the old memory.
      this.memory = undefined;
      this.step(bodies, contacts, dt, joints);
      return;
    }
    memory.store(bodies);
    if (contacts) {
      memory.storeImpulses(contacts);
      if (contacts.impulseTime !== this.substep.value) contacts.impulseTime = this.substep.value;
    }
    storeFrames(bodies, memory.frames);
    moveImmovable(bodies, dt, this.substeps, this.substep.value);
    this.stepRecord.bodies = noBodies;
    bodies.requireFinite();
  }

  /** Writes bodies, their frames and the numbers of the step to the shared memory. */
  private begin(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number): ColoredParticleMemory {
    const memory = this.reserve(bodies.count, contacts?.count ?? 0);
    const { stepRecord } = this;
    const { numbers } = memory;
    if (this.substep.value !== dt / this.substeps) this.substep = new BoxedNumber(dt / this.substeps);
    if (stepRecord.substep !== this.substep.value) stepRecord.substep = this.substep.value;
    stepRecord.bodies = bodies;
    stepRecord.frames = memory.frames;
    loadFrames(memory.frames, bodies);
    memory.load(bodies);
    memory.writeStep(stepRecord, this.gravity, contacts);
    numbers[substepCountAt] = this.substeps;
    numbers[iterationsAt] = this.iterations;
    numbers[bodyCountAt] = bodies.count;
    return memory;
  }

  private loadPins(joints: RigidJoints | undefined): void {
    const { pins } = this;
    const most = joints ? pinsPerJoint * joints.count : 0;
    if (2 * most > pins.pairs.length) {
      pins.points = new Float64Array(2 * particlePointSize * most);
      pins.pairs = new Int32Array(4 * most);
    }
    pins.count = joints ? loadPins(this.stepRecord, pins.points, pins.pairs, joints) : 0;
    this.memory!.numbers[hasJointsAt] = pins.count > 0 ? 1 : 0;
  }

  /** Memory with room for the given numbers of bodies and points. */
  private reserve(bodies: number, points: number): ColoredParticleMemory {
    let memory = this.memory;
    if (!memory || memory.bodyCapacity < bodies || memory.pointCapacity < points) {
      const roomForBodies = Math.max(bodies, memory?.bodyCapacity ?? 0);
      const roomForPoints = Math.max(Math.ceil(1.5 * points), memory?.pointCapacity ?? 64);
      const buffer = this.crew.allocate(coloredParticleBytes(roomForBodies, roomForPoints));
      memory = new ColoredParticleMemory(buffer, roomForBodies, roomForPoints);
      this.memory = memory;
      this.share = new ColoredParticleShare(buffer, roomForBodies, roomForPoints);
      this.crew.share(buffer, roomForBodies, roomForPoints, 'particles');
    }
    return memory;
  }
}
