/**
 * A step of deformable bodies, stage by stage: wake disturbed bodies, find contacts with rigid bodies and
 * between particles, take the substeps, put bodies at rest to sleep.
 */
import { BoxedNumber, IdList } from '@colide/core';
import {
  type ClothKernels,
  dampingOfRate,
  type ParticleConstraint,
  predictMotions,
  type RigidAttachments,
} from '@colide/solvers';
import { isMoving } from '../../internal/is-moving.ts';
import type { World } from '../../world/world.ts';
import type { SelfCollision } from '../self-collision.ts';
import type { SoftBody } from '../soft-body.ts';
import { SoftConstraints } from './soft-constraints.ts';
import { SoftPairStage } from './soft-pair-stage.ts';
import type { SoftParticles } from './soft-particles.ts';
import { fitSoftBox, SoftRigidStage } from './soft-rigid-stage.ts';
import { isDisturbed, measureRest, surroundings } from './soft-sleep.ts';
import type { SoftState } from './soft-snapshot.ts';
import { SoftStep } from './soft-step.ts';
import { refreshTriangles } from './soft-tearing.ts';

/** Shorter steps are accumulated until together they are this long, in s. */
const shortestStep = 1e-3;

/** Settings of {@link SoftPipeline}. */
export interface SoftPipelineSettings {
  readonly substeps: number;
  readonly sweeps: number;
  /** Damping rate of the air, in 1/s. */
  readonly damping: number;
  /** Speed in m/s below which a body rests, and seconds after which it sleeps. */
  readonly restSpeed: number;
  readonly restTime: number;
  /** Speed limit of the particles in m/s. */
  readonly maxSpeed: number;
  /** The object that finds the contacts of bodies with themselves. Default their particles. */
  readonly selfCollision?: SelfCollision | undefined;
  /** Makes the sweeps over cloths. Default in JavaScript. */
  readonly kernels?: ClothKernels | undefined;
}

/** Offsets into {@link SoftPipeline.state}. */
const savedTimeAt = 0;
const dampedStepAt = 1;
const stateSize = 2;

/** The stages of a step and the numbers they share. */
export class SoftPipeline implements SoftState {
  readonly constraints: SoftConstraints;
  readonly pairStage: SoftPairStage;
  private readonly rigidStage = new SoftRigidStage();
  readonly bodies: readonly SoftBody[];
  readonly particles: SoftParticles;
  private readonly list: readonly ParticleConstraint[];
  private readonly substepCount: number;
  private readonly sweeps: number;
  private readonly damping: BoxedNumber;
  private readonly boxedRestSpeed: BoxedNumber;
  private readonly restTime: BoxedNumber;
  private readonly present = new SoftStep();
  /** Accumulated time of steps that were too short; the step that damping was last computed for. */
  private readonly state = new Float64Array(stateSize);
  /**
   * Rigid bodies that were released, and bodies that were removed. The former, and all bodies that lay on the
   * latter, wake in the next step.
   */
  private readonly letGo = new IdList();
  private readonly removed: SoftBody[] = [];

  constructor(bodies: readonly SoftBody[], particles: SoftParticles, settings: SoftPipelineSettings) {
    this.bodies = bodies;
    this.particles = particles;
    this.substepCount = settings.substeps;
    this.sweeps = settings.sweeps;
    this.damping = new BoxedNumber(settings.damping);
    this.boxedRestSpeed = new BoxedNumber(settings.restSpeed);
    this.restTime = new BoxedNumber(settings.restTime);
    this.constraints = new SoftConstraints(bodies, settings.maxSpeed, settings.kernels);
    this.list = [this.constraints];
    this.pairStage = new SoftPairStage(settings.selfCollision);
  }

  /** Accumulated time of steps that were too short, in s; part of snapshots. */
  get savedTime(): number {
    return this.state[savedTimeAt];
  }
  set savedTime(value: number) {
    this.state[savedTimeAt] = value;
  }

  /** The attachments of particles to rigid bodies. */
  get attachments(): RigidAttachments {
    return this.constraints.attachments;
  }

  private get restSpeed(): number {
    return this.boxedRestSpeed.value;
  }

  /** Number of bodies asleep. */
  get sleeperCount(): number {
    let count = 0;
    for (let b = 0; b < this.bodies.length; b++) if (this.bodies[b].asleep) count++;
    return count;
  }

  /**
   * Moves the bodies that are awake by `dt`, and the rigid bodies that they push. Very short steps are
   * accumulated: correcting positions in almost no time would give unlimited velocities.
   */
  step(world: World, dt: number): void {
    const { substeps } = this.constraints;
    if (this.savedTime > 0 || dt < shortestStep) {
      this.savedTime += dt;
      if (this.savedTime < shortestStep) return;
      const time = this.savedTime;
      this.savedTime = 0;
      this.step(world, time);
      return;
    }
    this.wakeDisturbed(world);
    if (this.sleeperCount === this.bodies.length) return;
    this.begin(world, dt);
    this.collide(world, dt);
    this.advance(world, dt);
    substeps.finish();
    for (let t = 0; t < substeps.touched.count; t++) world.place(substeps.touched.data[t]);
    this.rest(world, dt);
  }

  /** Takes the substeps, with the help of the world's pool if there is one. */
  private advance({ options }: World, dt: number): void {
    const { constraints, bodies, particles } = this;
    const { system } = particles;
    const division = options.pool?.soft;
    constraints.division = division;
    division?.begin(bodies, system);
    try {
      system.step(dt, this.list, this.sweeps, this.substepCount);
    } finally {
      // Otherwise its members would wait for sweeps for ever.
      division?.end();
    }
  }

  /** Ends the sleep of a body. */
  wake(body: SoftBody): void {
    body.rest.seconds = 0;
    if (!body.asleep) return;
    body.asleep = false;
    body.view.previousPositions.set(body.view.positions);
    this.particles.setMobility(body);
  }

  /** Releases particles `first` to `end` of a body from all rigid bodies, or from `rigid` alone. */
  release(body: SoftBody, first: number, end: number, rigid = -1): void {
    const { attachments } = this.constraints;
    const { attached } = this.particles;
    for (let a = 0; a < attachments.count; a++)
      if (rigid < 0 && attachments.particles[a] >= first && attachments.particles[a] < end)
        this.letGo.push(attachments.bodies[a]);
    const released = attachments.release(first, end, rigid);
    if (released === 0) return;
    body.attachmentCount -= released;
    attached.fill(-1, first, end);
    for (let a = 0; a < attachments.count; a++) attached[attachments.particles[a]] = attachments.bodies[a];
    this.wake(body);
  }

  /** Removes a body. */
  remove(body: SoftBody): void {
    this.release(body, body.first, body.first + body.count);
    this.pairStage.remove(body);
    this.constraints.forget(body);
    this.removed.push(body);
  }

  /** Records that a body sleeps. */
  settle(body: SoftBody): void {
    const { particles } = this;
    particles.setMobility(body);
    particles.motions.fill(0, 3 * body.first, 3 * (body.first + body.count));
    this.pairStage.update(body, particles);
  }

  /** Clears the lists of released bodies. */
  forgetReleased(): void {
    this.removed.length = 0;
    this.letGo.clear();
  }

  /** Wakes rigid bodies that were released. */
  wakeReleased(world: World): void {
    const { letGo, removed, rigidStage, present } = this;
    const { colliders } = rigidStage;
    for (const body of removed) {
      present.reach = 2 * body.thickness;
      rigidStage.findColliders(world, body, present);
      for (let c = 0; c < colliders.count; c++) letGo.push(world.colliders.bodies[colliders.data[c]]);
    }
    for (let i = 0; i < letGo.count; i++) if (world.has(letGo.data[i])) world.wake(letGo.data[i]);
    this.forgetReleased();
  }

  /** Wakes bodies whose surroundings have changed, and rigid bodies attached to deformable ones that move. */
  private wakeDisturbed(world: World): void {
    const { bodies, restSpeed } = this;
    const { attachments } = this.constraints;
    if (this.letGo.count + this.removed.length > 0) this.wakeReleased(world);
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (!body.asleep) continue;
      if (
        isDisturbed(body, bodies, restSpeed) ||
        surroundings(this.rigidStage, world, body, this.present) !== body.rest.surroundings
      )
        this.wake(body);
    }
    for (let a = 0; a < attachments.count; a++) {
      const body = this.particles.owners[attachments.particles[a]]!;
      const rigid = attachments.bodies[a];
      if (!body.asleep) {
        if (world.bodies.asleep[rigid] === 1 && body.rest.speed > restSpeed) world.wake(rigid);
      } else if (isMoving(world.bodies, rigid)) this.wake(body);
    }
  }

  /** Gravity, damping and the expected displacements. */
  private begin(world: World, dt: number): void {
    const { system, motions } = this.particles;
    const { positions, previousPositions, inverseMasses, gravity } = system;
    gravity.set(world.gravity);
    this.present.begin(dt, system.previousDt);
    if (this.state[dampedStepAt] !== dt) {
      this.state[dampedStepAt] = dt;
      this.particles.damp(dampingOfRate(this.damping.value, dt / this.substepCount));
    }
    predictMotions(motions, positions, previousPositions, inverseMasses, gravity, this.present.timing);
  }

  /** Finds all contacts of the step. */
  private collide(world: World, dt: number): void {
    const { bodies, particles, rigidStage, pairStage, present } = this;
    const { substeps, attachments, rigidContacts, pairContacts } = this.constraints;
    substeps.start(world.bodies, dt);
    attachments.start();
    rigidContacts.clear();
    pairContacts.clear();
    present.measureFastest(world.bodies);
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (body.asleep) continue;
      present.measureReach(body, particles.motions);
      rigidStage.findColliders(world, body, present);
      rigidStage.collide(rigidContacts, world, body, particles, present);
      pairStage.update(body, particles);
      pairStage.collideSelf(pairContacts, body, particles);
    }
    rigidContacts.brace(particles.system);
    pairStage.collide(pairContacts, particles, bodies);
  }

  /**
   * Tears threads that are stretched too far, and puts bodies to sleep that have been slow for long enough.
   */
  private rest(world: World, dt: number): void {
    const { bodies, particles, present } = this;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (body.asleep) continue;
      if (body.hold.finish(body.view)) refreshTriangles(body);
      fitSoftBox(body);
      measureRest(body, particles.system, this.restSpeed, dt);
      if (!(body.rest.seconds >= this.restTime.value)) continue;
      body.rest.surroundings = surroundings(this.rigidStage, world, body, present);
      body.asleep = true;
      this.settle(body);
    }
  }
}
