/**
 * Cloth, ropes and soft bodies in a world: particles integrated by position Verlet in substeps, held together
 * by the constraints of
 * @colide/solvers. They collide with all rigid bodies, with each other and with themselves, and act on rigid
 * bodies in the same substep.
 *
 *   const soft = new SoftBodies();
 *   const world = new World({ parts: [soft] });
 *   const cloth = soft.addCloth({ columns: 20, rows: 20, spacing: 0.1, position: [0, 2, 0] });
 *
 * The coordinates of all particles are in one array, {@link SoftBodies.positions}; a body has a range of it,
 * and its own triangles and segments. Same calls, same bits. A step allocates nothing once as many contacts
 * have been seen.
 */
import {
  type ReadonlyQuat,
  type ReadonlyVec3,
  refuse,
  requireBetween,
  requireDuration,
  requireInteger,
  requireLength,
  requireNonNegative,
  requireObject,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import type {
  ClothKernels,
  ParticleContacts,
  ParticleSystem,
  RigidAttachments,
  RigidParticleContacts,
} from '@colide/solvers';
import { readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import type { World } from '../world/world.ts';
import type { WorldPart } from '../world/world-part.ts';
import { planFigure } from './internal/figure-builder.ts';
import { planCloth, planRope, planSoft, type SoftPlan } from './internal/soft-builders.ts';
import { SoftParticles } from './internal/soft-particles.ts';
import { SoftPipeline } from './internal/soft-pipeline.ts';
import { fitSoftBox } from './internal/soft-rigid-stage.ts';
import { isDisturbed } from './internal/soft-sleep.ts';
import { fitsSoftState, loadSoftState, saveSoftState, softStateLength } from './internal/soft-snapshot.ts';
import type { SelfCollision } from './self-collision.ts';
import { SoftBody } from './soft-body.ts';
import type { ClothSettings, FigureSettings, RopeSettings, SoftSettings } from './soft-body-settings.ts';

const vector = /* @__PURE__ */ new Float64Array(3);

/** Settings of the deformable bodies of a world; all may be left out. */
export interface SoftBodiesOptions {
  /** Substeps per step. More is stiffer. Default 8. */
  readonly substeps?: number;
  /** Sweeps over all constraints per substep. Default 1. */
  readonly sweeps?: number;
  /** Damping rate of the air, in 1/s. Default 0.5. */
  readonly damping?: number;
  /** Speed limit of the particles in m/s. Default 100. */
  readonly maxSpeed?: number;
  /** When bodies may sleep: speed in m/s and seconds; `false` for never. Default 0.05 and 0.5. */
  readonly sleeping?: { readonly speed?: number; readonly time?: number } | false;
  /**
   * The object that finds the contacts of bodies with themselves and with each other, such as a
   * `SphereTreeSelfCollision`, which keeps triangles and segments apart. Default their particles, as balls.
   */
  readonly selfCollision?: SelfCollision;
  /** Sweeps over cloths, such as those of `loadClothSimd`; in JavaScript if undefined or with a pool. */
  readonly kernels?: ClothKernels | undefined;
}

const optionNames = ['substeps', 'sweeps', 'damping', 'maxSpeed', 'sleeping', 'selfCollision', 'kernels'];

/** The deformable bodies of a world: give it to the world as one of its parts. */
export class SoftBodies implements WorldPart<World> {
  readonly name = 'soft bodies';
  readonly movesBodies = true;
  /** The bodies, in the order in which they were added. */
  readonly bodies: readonly SoftBody[];
  /**
   * The object that finds the contacts of bodies with themselves, unless they are those of their particles.
   */
  readonly selfCollision: SelfCollision | undefined;

  private readonly list: SoftBody[] = [];
  private readonly particles = new SoftParticles();
  private readonly pipeline: SoftPipeline;

  constructor(options: SoftBodiesOptions = {}) {
    requireObject('options', options);
    tellUnknown('options', options, optionNames);
    const { substeps = 8, sweeps = 1, damping = 0.5, maxSpeed = 100, sleeping = {} } = options;
    const { selfCollision, kernels } = options;
    if (selfCollision !== undefined) requireObject('selfCollision', selfCollision);
    if (kernels !== undefined) requireObject('kernels', kernels);
    requireInteger('substeps', substeps, 1);
    requireInteger('sweeps', sweeps, 1);
    requireNonNegative('damping', damping);
    requirePositive('maxSpeed', maxSpeed);
    if (sleeping !== false) {
      requireObject('sleeping', sleeping);
      tellUnknown('sleeping', sleeping, ['speed', 'time']);
    }
    const { speed = 0.05, time = 0.5 } = sleeping === false ? { speed: 0, time: Infinity } : sleeping;
    requireNonNegative('sleeping.speed', speed);
    requireBetween('sleeping.time', time, Number.MIN_VALUE, Infinity);
    this.bodies = this.list;
    this.selfCollision = selfCollision;
    const { list, particles } = this;
    const rest = { restSpeed: speed, restTime: time };
    this.pipeline = new SoftPipeline(list, particles, {
      substeps,
      sweeps,
      damping,
      maxSpeed,
      selfCollision,
      kernels,
      ...rest,
    });
  }

  /**
   * Coordinates of all particles, three numbers each. Replaced when bodies are added. Read only; {@link move}
   * writes.
   */
  get positions(): Float64Array {
    return this.particles.system.positions;
  }

  /** Number of particles in {@link positions}, including those of removed bodies in between. */
  get particleCount(): number {
    return this.particles.count;
  }

  /** The particles: their masses and previous positions. Replaced when bodies are added. */
  get system(): ParticleSystem {
    return this.particles.system;
  }

  /** Contacts with rigid bodies in the last step. */
  get contacts(): RigidParticleContacts {
    return this.pipeline.constraints.rigidContacts;
  }

  /** Contacts between particles in the last step. */
  get particleContacts(): ParticleContacts {
    return this.pipeline.constraints.pairContacts;
  }

  /** Number of bodies asleep. */
  get sleeperCount(): number {
    return this.pipeline.sleeperCount;
  }

  /** Adds a cloth. */
  addCloth(settings: ClothSettings): SoftBody {
    return this.add(planCloth(settings));
  }

  /** Adds a rope. */
  addRope(settings: RopeSettings): SoftBody {
    return this.add(planRope(settings));
  }

  /** Adds a figure of sticks with joints and limits, such as a ragdoll. */
  addFigure(settings: FigureSettings): SoftBody {
    return this.add(planFigure(settings));
  }

  /** Adds a soft body that has a volume. */
  addSoft(settings: SoftSettings): SoftBody {
    return this.add(planSoft(settings));
  }

  /** Removes a body. Bodies that lay on it or hung from it wake in the next step. */
  remove(body: SoftBody): void {
    this.requireBody(body);
    this.pipeline.remove(body);
    this.list.splice(this.list.indexOf(body), 1);
    this.particles.release(body.first, body.count);
    body.rest.speed = Infinity;
    body.asleep = false;
    for (const other of this.list) if (other.asleep && isDisturbed(other, [body], 0)) this.wake(other);
  }

  /** Pins a particle of a body in place; {@link move} moves it. */
  pin(body: SoftBody, particle: number): void {
    this.setPin(body, particle, 1);
  }

  /** Unpins a particle. */
  unpin(body: SoftBody, particle: number): void {
    this.setPin(body, particle, 0);
  }

  /** Whether a particle is pinned. */
  isPinned(body: SoftBody, particle: number): boolean {
    this.requireParticle(body, particle);
    return this.particles.pinned[body.first + particle] === 1;
  }

  /** Moves a particle to a position, at rest. Use it to move pinned particles. */
  move(body: SoftBody, particle: number, position: Vec3Like): void {
    this.requireParticle(body, particle);
    readVec3(vector, 'position', position);
    for (let k = 0; k < 3; k++)
      body.view.positions[3 * particle + k] = body.view.previousPositions[3 * particle + k] = vector[k];
    this.wake(body);
  }

  /** Attaches a particle to the rigid body `rigid` of the world, at its current position. */
  attach(body: SoftBody, particle: number, world: World, rigid: number): void {
    this.requireParticle(body, particle);
    requireWorld(world);
    if (!world.parts.includes(this)) refuse('world', 'be the one that these bodies are a part of', world);
    world.table.requireBody(rigid, 'rigid');
    world.wake(rigid);
    const i = body.first + particle;
    this.attachments.add(i, rigid, this.positions.slice(3 * i, 3 * i + 3), world.bodies);
    this.particles.attached[i] = rigid;
    body.attachmentCount++;
    this.wake(body);
  }

  /** Detaches a particle from all rigid bodies. */
  detach(body: SoftBody, particle: number): void {
    this.requireParticle(body, particle);
    const i = body.first + particle;
    this.pipeline.release(body, i, i + 1);
  }

  /** Detaches all particles from a rigid body that is removed; the world calls it. */
  removed(rigid: number): void {
    requireInteger('rigid', rigid);
    for (const body of this.list) this.pipeline.release(body, body.first, body.first + body.count, rigid);
  }

  /** Keeps the attachments of a rigid body where they are when its axes change; the world calls it. */
  reframed(rigid: number, position: ReadonlyVec3, rotation: ReadonlyQuat): void {
    this.attachments.moveAnchors(rigid, position, rotation);
  }

  /** Gives all particles of a body a velocity and wakes it. */
  setVelocity(body: SoftBody, velocity: Vec3Like): void {
    this.requireBody(body);
    readVec3(vector, 'velocity', velocity);
    this.wake(body);
    const { system } = this.particles;
    if (system.previousDt === 0) system.previousDt = 1e-3;
    const { positions, previousPositions } = body.view;
    for (let k = 0; k < positions.length; k++)
      previousPositions[k] = positions[k] - vector[k % 3] * system.previousDt;
  }

  /** Wakes a body. */
  wake(body: SoftBody): void {
    this.requireBody(body);
    this.pipeline.wake(body);
  }

  /** Advances by `dt`, after the rigid bodies; the world calls it. */
  step(world: World, dt: number): void {
    requireWorld(world);
    requireDuration('dt', dt);
    this.pipeline.step(world, dt);
  }

  settle(world: World): void {
    requireWorld(world);
    this.pipeline.wakeReleased(world);
  }

  get stateLength(): number {
    return softStateLength(this.list, this.attachments.count);
  }

  save(out: Float64Array): void {
    requireLength('out', out, this.stateLength);
    saveSoftState(out, this.pipeline);
  }

  fits(from: Float64Array): boolean {
    requireLength('from', from, 0);
    return fitsSoftState(from, this.list);
  }

  load(from: Float64Array): void {
    if (!this.fits(from)) refuse('from', 'be the state of these bodies', from);
    loadSoftState(from, this.pipeline);
    this.pipeline.forgetReleased();
    for (const body of this.list) {
      fitSoftBox(body);
      if (body.asleep) this.pipeline.settle(body);
    }
  }

  private get attachments(): RigidAttachments {
    return this.pipeline.constraints.attachments;
  }

  private add(plan: SoftPlan): SoftBody {
    const { particles, list } = this;
    const before = particles.system;
    const body = new SoftBody(particles.allocate(plan.masses.length), plan);
    const { system } = particles;
    if (system !== before) for (const other of list) other.bind(system);
    body.bind(system);
    particles.enter(body, plan.masses, plan.pins);
    body.view.positions.set(plan.restPositions);
    list.push(body);
    this.setVelocity(body, plan.velocity);
    fitSoftBox(body);
    this.pipeline.pairStage.insert(body, particles);
    return body;
  }

  private setPin(body: SoftBody, particle: number, pinned: 0 | 1): void {
    this.requireParticle(body, particle);
    this.particles.pinned[body.first + particle] = pinned;
    this.particles.setMobility(body);
    this.wake(body);
  }

  private requireBody(body: SoftBody): void {
    if (!this.list.includes(body)) refuse('body', 'be one of these bodies', body);
  }

  private requireParticle(body: SoftBody, particle: number): void {
    this.requireBody(body);
    requireInteger('particle', particle, 0, body.count - 1);
  }
}

function requireWorld(world: World): void {
  if (typeof world?.applyForce !== 'function') refuse('world', 'be a World', world);
}
