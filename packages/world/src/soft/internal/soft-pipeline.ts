/**
 * A step of deformable bodies, stage by stage: who wakes, contacts with rigid bodies, contacts between particles, substeps, who falls asleep.
 */
import { IdList } from '@colide/core';
import { dampingOfRate, type ParticleConstraint, predictMotions } from '@colide/solvers';
import { isMoving } from '../../internal/is-moving.ts';
import type { World } from '../../world/world.ts';
import type { SoftBody } from '../soft-body.ts';
import { fastestBody, longestMotion } from './carried-points.ts';
import { SoftConstraints } from './soft-constraints.ts';
import { SoftPairStage } from './soft-pair-stage.ts';
import type { SoftParticles } from './soft-particles.ts';
import { fitSoftBox, SoftRigidStage } from './soft-rigid-stage.ts';
import { isDisturbed, measureRest, surroundings } from './soft-sleep.ts';
import { refreshTriangles } from './soft-tearing.ts';

/** Length of the step and of the last substep. */
const timing = /* @__PURE__ */ new Float64Array(2);
/** How far around a body colliders are looked for; in an array, since a fraction that is passed may be boxed. */
const reach = /* @__PURE__ */ new Float64Array(1);
/** The shortest step that is taken, in s. */
const shortest = 1e-3;
/** Speed of the fastest rigid body. */
const fastest = /* @__PURE__ */ new Float64Array(1);

/** The stages and what they hand on. */
export class SoftPipeline {
  readonly constraints: SoftConstraints;
  readonly pairStage = new SoftPairStage();
  private readonly rigidStage = new SoftRigidStage();
  private readonly bodies: readonly SoftBody[];
  private readonly particles: SoftParticles;
  private readonly list: readonly ParticleConstraint[];
  private readonly substepCount: number;
  private readonly sweeps: number;
  /** Damping, speed and time of rest; fractions in an array of mixed kind are not boxed anew. */
  private readonly settings: readonly (number | undefined)[];
  /** Time of steps that were too short to be taken; part of the state. */
  readonly savedTime = new Float64Array(1);
  /** Rigid bodies that were let go, and bodies that were taken out: the former, and what lay on the latter, wake in the next step. */
  private readonly letGo = new IdList();
  private readonly removed: SoftBody[] = [];
  /** The step that damping was last set for. */
  private readonly dampedStep = new Float64Array(1);

  constructor(
    bodies: readonly SoftBody[],
    particles: SoftParticles,
    substeps: number,
    sweeps: number,
    damping: number,
    speed: number,
    time: number,
    maxSpeed: number,
  ) {
    this.bodies = bodies;
    this.particles = particles;
    this.substepCount = substeps;
    this.sweeps = sweeps;
    this.settings = [damping, speed, time, undefined];
    this.constraints = new SoftConstraints(bodies, maxSpeed);
    this.list = [this.constraints];
  }

  /** Number of bodies asleep. */
  get sleepers(): number {
    let count = 0;
    for (let b = 0; b < this.bodies.length; b++) if (this.bodies[b].asleep) count++;
    return count;
  }

  /**
   * Moves the bodies that are awake by `dt`, and the rigid bodies that they push. Very short steps are saved up: what constraints do in
   * no time at all would be velocity without limits.
   */
  step(world: World, dt: number): void {
    const { savedTime } = this;
    const { substeps } = this.constraints;
    if (savedTime[0] > 0 || dt < shortest) {
      savedTime[0] += dt;
      if (savedTime[0] < shortest) return;
      const time = savedTime[0];
      savedTime[0] = 0;
      this.step(world, time);
      return;
    }
    this.wakeDisturbed(world);
    if (this.sleepers === this.bodies.length) return;
    this.begin(world, dt);
    this.collide(world, dt);
    this.particles.system.step(dt, this.list, this.sweeps, this.substepCount);
    substeps.finish();
    for (let t = 0; t < substeps.touched.count; t++) world.place(substeps.touched.data[t]);
    this.rest(world, dt);
  }

  /** Ends the sleep of a body. */
  wake(body: SoftBody): void {
    body.rest[0] = 0;
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
    body.attachments -= released;
    attached.fill(-1, first, end);
    for (let a = 0; a < attachments.count; a++) attached[attachments.particles[a]] = attachments.bodies[a];
    this.wake(body);
  }

  /** Takes a body out. */
  remove(body: SoftBody): void {
    this.release(body, body.first, body.first + body.count);
    this.pairStage.remove(body);
    this.removed.push(body);
  }

  /** Takes note that a body sleeps. */
  settle(body: SoftBody): void {
    const { particles } = this;
    particles.setMobility(body);
    particles.motions.fill(0, 3 * body.first, 3 * (body.first + body.count));
    this.pairStage.update(body, particles);
  }

  /** Forgets who lost their hold. */
  forgetReleased(): void {
    this.removed.length = 0;
    this.letGo.clear();
  }

  /** Wakes rigid bodies that lost their hold. */
  wakeReleased(world: World): void {
    const { letGo, removed, rigidStage } = this;
    const { colliders } = rigidStage;
    for (const body of removed) {
      reach[0] = 2 * body.thickness;
      rigidStage.findColliders(world, body, reach);
      for (let c = 0; c < colliders.count; c++) letGo.push(world.colliders.bodies[colliders.data[c]]);
    }
    for (let i = 0; i < letGo.count; i++) if (world.has(letGo.data[i])) world.wake(letGo.data[i]);
    this.forgetReleased();
  }

  /** Wakes bodies whose surroundings have changed, and rigid bodies that hang on deformable ones which move. */
  private wakeDisturbed(world: World): void {
    const { bodies, settings } = this;
    const { attachments } = this.constraints;
    if (this.letGo.count + this.removed.length > 0) this.wakeReleased(world);
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (!body.asleep) continue;
      if (
        isDisturbed(body, bodies, settings[1]!) ||
        surroundings(this.rigidStage, world, body) !== body.rest[2]
      )
        this.wake(body);
    }
    for (let a = 0; a < attachments.count; a++) {
      const body = this.particles.owners[attachments.particles[a]]!;
      const rigid = attachments.bodies[a];
      if (!body.asleep) {
        if (world.bodies.asleep[rigid] === 1 && body.rest[1] > settings[1]!) world.wake(rigid);
      } else if (isMoving(world.bodies, rigid)) this.wake(body);
    }
  }

  /** Gravity, damping and where particles are going. */
  private begin(world: World, dt: number): void {
    const { system, motions } = this.particles;
    const { positions, previousPositions, inverseMasses, gravity } = system;
    gravity.set(world.gravity);
    timing[0] = dt;
    timing[1] = system.previousDt;
    if (this.dampedStep[0] !== dt) {
      this.dampedStep[0] = dt;
      this.particles.damp(dampingOfRate(this.settings[0]!, dt / this.substepCount));
    }
    predictMotions(motions, positions, previousPositions, inverseMasses, gravity, timing);
  }

  /** Finds all contacts of the step. */
  private collide(world: World, dt: number): void {
    const { bodies, particles, rigidStage, pairStage } = this;
    const { substeps, attachments, rigidContacts, pairContacts } = this.constraints;
    substeps.start(world.bodies, dt);
    attachments.start();
    rigidContacts.clear();
    pairContacts.clear();
    fastestBody(fastest, world.bodies);
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (body.asleep) continue;
      longestMotion(reach, particles.motions, body);
      reach[0] += 2 * body.thickness + timing[0] * fastest[0];
      rigidStage.findColliders(world, body, reach);
      rigidStage.collide(rigidContacts, world, body, particles, timing);
      pairStage.update(body, particles);
    }
    pairStage.collide(pairContacts, particles);
  }

  /** Tears what is stretched too far and lets bodies sleep that have been slow for long enough. */
  private rest(world: World, dt: number): void {
    const { bodies, particles, settings } = this;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (body.asleep) continue;
      if (body.hold.finish(body.view)) refreshTriangles(body);
      fitSoftBox(body);
      measureRest(body, particles.system, settings[1]!, dt);
      if (!(body.rest[0] >= settings[2]!)) continue;
      body.rest[2] = surroundings(this.rigidStage, world, body);
      body.asleep = true;
      this.settle(body);
    }
  }
}
