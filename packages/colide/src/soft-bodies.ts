/**
 * Cloth, ropes and soft bodies in a world: particles with position Verlet in substeps, held together by the constraints of @colide/solvers, that
 * collide with all rigid bodies, with each other and with themselves. Rigid bodies get back what they give, in the same substep.
 *
 *   const soft = new SoftBodies();
 *   const world = new World({ parts: [soft] });
 *   const cloth = soft.addCloth({ columns: 20, rows: 20, spacing: 0.1, position: [0, 2, 0] });
 *
 * The coordinates of all particles are in one array, {@link SoftBodies.positions}; a body has a range of it and says which triangles and
 * segments are its own. Same calls, same bits. A step allocates nothing once as many contacts were seen.
 */
import { requireFiniteArray, requireInteger, requireNonNegative, requirePositive } from '@colide/core';
import {
  dampingOfRate,
  type ParticleConstraint,
  ParticleContacts,
  predictMotions,
  RigidAttachments,
  RigidParticleContacts,
  RigidSubsteps,
} from '@colide/solvers';
import type { ReadonlyVec3 } from 'gl-matrix';
import { fastestBody, longestMotion } from './internal/carried-points.ts';
import { planCloth, planRope, planSoft, type SoftPlan } from './internal/soft-builders.ts';
import { SoftHolds } from './internal/soft-holds-sweep.ts';
import { SoftPairStage } from './internal/soft-pair-stage.ts';
import { SoftParticles } from './internal/soft-particles.ts';
import { fitSoftBox, SoftRigidStage } from './internal/soft-rigid-stage.ts';
import { isDisturbed, measureRest, surroundings } from './internal/soft-sleep.ts';
import { loadSoftState, saveSoftState, softStateLength } from './internal/soft-snapshot.ts';
import { refreshTriangles } from './internal/soft-tearing.ts';
import { SoftBody } from './soft-body.ts';
import type { ClothSettings, RopeSettings, SoftSettings } from './soft-body-settings.ts';
import type { World } from './world.ts';
import type { WorldPart } from './world-part.ts';

/** Settings of the deformable bodies of a world; all may be left out. */
export interface SoftBodiesOptions {
  /** Parts that a step is divided into. More is stiffer. Default 8. */
  readonly substeps?: number;
  /** Sweeps over all constraints in each. Default 1. */
  readonly sweeps?: number;
  /** Rate at which air takes speed away, in 1/s. Default 0.5. */
  readonly damping?: number;
  /** When bodies may sleep: speed in m/s and seconds; `false` for never. Default 0.05 and 0.5. */
  readonly sleeping?: { readonly speed?: number; readonly time?: number } | false;
}

const timing = /* @__PURE__ */ new Float64Array(2);

/** The deformable bodies of a world: give it to the world as one of its parts. */
export class SoftBodies implements WorldPart {
  readonly name = 'soft bodies';
  /** The bodies, in the order in which they were added. */
  readonly bodies: readonly SoftBody[];
  /** Bodies asleep after the last step. */
  sleepers = 0;

  private readonly list: SoftBody[] = [];
  private readonly particles = new SoftParticles();
  private readonly rigidStage = new SoftRigidStage();
  private readonly pairStage = new SoftPairStage();
  private readonly substeps = new RigidSubsteps();
  private readonly rigidContacts = new RigidParticleContacts(this.substeps);
  private readonly pairContacts = new ParticleContacts({ shockRatio: Infinity });
  private readonly attachments = new RigidAttachments(this.substeps);
  private readonly constraints: readonly ParticleConstraint[];
  private readonly substepCount: number;
  private readonly sweeps: number;
  /** Damping, speed and time of rest; fractions in an array of mixed kind are not boxed anew. */
  private readonly settings: readonly (number | undefined)[];
  private readonly dampedStep = new Float64Array(1);

  constructor(options: SoftBodiesOptions = {}) {
    const { substeps = 8, sweeps = 1, damping = 0.5, sleeping = {} } = options;
    requireInteger('substeps', substeps, 1);
    requireInteger('sweeps', sweeps, 1);
    requireNonNegative('damping', damping);
    const { speed = 0.05, time = 0.5 } = sleeping === false ? { speed: 0, time: Infinity } : sleeping;
    requireNonNegative('sleeping.speed', speed);
    if (!(time > 0)) throw new RangeError(`sleeping.time must be positive, got ${time}`);
    this.bodies = this.list;
    this.substepCount = substeps;
    this.sweeps = sweeps;
    this.settings = [damping, speed, time, undefined];
    this.constraints = [
      this.substeps,
      new SoftHolds(this.list),
      this.attachments,
      this.pairContacts,
      this.rigidContacts,
    ];
  }

  /** Coordinates of all particles, three numbers each. Replaced when bodies are added. Write those of pinned particles only. */
  get positions(): Float64Array {
    return this.particles.system.positions;
  }

  /** Number of particles that {@link positions} has been given out to, those of removed bodies in between included. */
  get particleCount(): number {
    return this.particles.count;
  }

  /** Contacts with rigid bodies in the last step. */
  get contacts(): RigidParticleContacts {
    return this.rigidContacts;
  }

  /** Adds a cloth. */
  addCloth(settings: ClothSettings): SoftBody {
    return this.add(planCloth(settings));
  }

  /** Adds a rope. */
  addRope(settings: RopeSettings): SoftBody {
    return this.add(planRope(settings));
  }

  /** Adds a soft body that has a volume. */
  addSoft(settings: SoftSettings): SoftBody {
    return this.add(planSoft(settings));
  }

  /** Takes a body out and wakes what lay on it. */
  remove(body: SoftBody): void {
    this.requireBody(body);
    this.list.splice(this.list.indexOf(body), 1);
    this.attachments.release(body.first, body.first + body.count);
    this.pairStage.remove(body);
    this.particles.release(body.first, body.count);
    body.rest[1] = Infinity;
    body.asleep = false;
    for (const other of this.list) if (other.asleep && isDisturbed(other, [body], 0)) this.wake(other);
  }

  /** Holds particle `particle` of a body where it is; move it by writing its {@link positions}. */
  pin(body: SoftBody, particle: number): void {
    this.setPin(body, particle, 1);
  }

  /** Lets a particle go. */
  unpin(body: SoftBody, particle: number): void {
    this.setPin(body, particle, 0);
  }

  /** Whether a particle is held. */
  isPinned(body: SoftBody, particle: number): boolean {
    this.requireParticle(body, particle);
    return this.particles.pinned[body.first + particle] === 1;
  }

  /** Fixes a particle to the rigid body `rigid` of the world, at the place where it is. Release it before that body is removed. */
  attach(body: SoftBody, particle: number, world: World, rigid: number): void {
    this.requireParticle(body, particle);
    world.wake(rigid);
    const i = body.first + particle;
    const place = this.positions.slice(3 * i, 3 * i + 3) as unknown as ReadonlyVec3;
    this.attachments.add(i, rigid, place, world.bodies);
    this.wake(body);
  }

  /** Releases a particle from all rigid bodies. */
  detach(body: SoftBody, particle: number): void {
    this.requireParticle(body, particle);
    this.attachments.release(body.first + particle);
    this.wake(body);
  }

  /** Gives all particles of a body a velocity and wakes it. */
  setVelocity(body: SoftBody, velocity: ReadonlyVec3): void {
    this.requireBody(body);
    requireFiniteArray('velocity', velocity, 3);
    const { system } = this.particles;
    if (system.previousDt === 0) system.previousDt = 1e-3;
    const { positions, previousPositions } = body.view;
    for (let k = 0; k < positions.length; k++)
      previousPositions[k] = positions[k]! - velocity[k % 3]! * system.previousDt;
    this.wake(body);
  }

  /** Ends the sleep of a body. */
  wake(body: SoftBody): void {
    this.requireBody(body);
    body.rest[0] = 0;
    if (!body.asleep) return;
    body.asleep = false;
    body.view.previousPositions.set(body.view.positions);
    this.particles.setMobility(body);
  }

  /** Advances by `dt`, after the rigid bodies; the world calls it. */
  step(world: World, dt: number): void {
    requirePositive('dt', dt);
    const { list } = this;
    this.wakeDisturbed(world);
    if (this.sleepers === list.length) return;
    this.collide(world, dt);
    this.particles.system.step(dt, this.constraints, this.sweeps, this.substepCount);
    this.substeps.finish();
    const { touched } = this.substeps;
    for (let t = 0; t < touched.length; t++) world.place(touched.data[t]!);
    this.rest(world, dt);
  }

  get stateLength(): number {
    return softStateLength(this.list);
  }

  save(out: Float64Array): void {
    saveSoftState(out, this.list, this.particles);
  }

  load(from: Float64Array): void {
    loadSoftState(from, this.list, this.particles);
    this.sleepers = 0;
    for (const body of this.list) {
      fitSoftBox(body);
      if (body.asleep) this.settle(body);
    }
  }

  private add(plan: SoftPlan): SoftBody {
    const { particles, list } = this;
    const before = particles.system;
    const body = new SoftBody(particles.allocate(plan.masses.length), plan);
    const { system } = particles;
    if (system !== before) for (const other of list) other.bind(system);
    body.bind(system);
    for (let i = 0; i < body.count; i++) {
      system.freeInverseMasses[body.first + i] = 1 / plan.masses[i]!;
      particles.owners[body.first + i] = body;
    }
    for (let p = 0; p < plan.pins.length; p++) particles.pinned[body.first + plan.pins[p]!] = 1;
    particles.setMobility(body);
    body.view.positions.set(plan.restPositions);
    list.push(body);
    this.setVelocity(body, plan.velocity as unknown as ReadonlyVec3);
    fitSoftBox(body);
    this.pairStage.insert(body, particles);
    return body;
  }

  private setPin(body: SoftBody, particle: number, pinned: 0 | 1): void {
    this.requireParticle(body, particle);
    this.particles.pinned[body.first + particle] = pinned;
    this.particles.setMobility(body);
    this.wake(body);
  }

  /** Finds all contacts of the step to come. */
  private collide(world: World, dt: number): void {
    const { list, particles, rigidStage, pairStage, rigidContacts, pairContacts, substeps } = this;
    const { system, motions } = particles;
    const { positions, previousPositions, inverseMasses } = system;
    system.gravity.set(world.gravity);
    timing[0] = dt;
    timing[1] = system.previousDt;
    if (this.dampedStep[0] !== dt) {
      this.dampedStep[0] = dt;
      particles.damp(dampingOfRate(this.settings[0]!, dt / this.substepCount));
    }
    predictMotions(motions, positions, previousPositions, inverseMasses, system.gravity, timing);
    substeps.start(world.bodies, dt);
    rigidContacts.clear();
    pairContacts.clear();
    const ahead = dt * fastestBody(world.bodies);
    for (let b = 0; b < list.length; b++) {
      const body = list[b]!;
      if (body.asleep) continue;
      const reach = longestMotion(motions, body) + 2 * body.thickness + ahead;
      rigidStage.findColliders(world, body, reach);
      rigidStage.collide(rigidContacts, world, body, particles, timing);
      pairStage.update(body, particles);
    }
    pairStage.collide(pairContacts, particles);
    this.attachments.start();
  }

  /** Wakes bodies whose surroundings have changed. */
  private wakeDisturbed(world: World): void {
    const { list } = this;
    for (let b = 0; b < list.length; b++) {
      const body = list[b]!;
      if (!body.asleep) continue;
      if (
        isDisturbed(body, list, this.settings[1]!) ||
        surroundings(this.rigidStage, world, body) !== body.rest[2]
      )
        this.wake(body);
    }
    this.countSleepers();
  }

  /** Lets bodies that have been slow for long enough fall asleep. */
  private rest(world: World, dt: number): void {
    const { list, particles, settings } = this;
    for (let b = 0; b < list.length; b++) {
      const body = list[b]!;
      if (body.asleep) continue;
      if (body.hold.finish(body.view)) refreshTriangles(body);
      fitSoftBox(body);
      measureRest(body, particles.system, settings[1]!, dt);
      if (!(body.rest[0]! >= settings[2]!)) continue;
      body.rest[2] = surroundings(this.rigidStage, world, body);
      body.asleep = true;
      this.settle(body);
    }
    this.countSleepers();
  }

  /** Takes note that a body sleeps. */
  private settle(body: SoftBody): void {
    const { particles } = this;
    particles.setMobility(body);
    particles.motions.fill(0, 3 * body.first, 3 * (body.first + body.count));
    this.pairStage.update(body, particles);
  }

  private countSleepers(): void {
    this.sleepers = 0;
    for (let b = 0; b < this.list.length; b++) if (this.list[b]!.asleep) this.sleepers++;
  }

  private requireBody(body: SoftBody): void {
    if (!this.list.includes(body)) throw new RangeError('body must be one of these bodies');
  }

  private requireParticle(body: SoftBody, particle: number): void {
    this.requireBody(body);
    requireInteger('particle', particle, 0, body.count - 1);
  }
}
