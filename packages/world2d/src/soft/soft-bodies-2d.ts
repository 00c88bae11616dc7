/**
 * Ropes, nets and soft bodies in a planar world: particles in substeps, held together by distances, areas and
 * shape matching. They collide with all rigid bodies and act on them in the same substep, so that momentum is
 * conserved.
 *
 *   const soft = new SoftBodies2d();
 *   const world = new World2d({ parts: [soft] });
 *   const rope = soft.addRope({ positions: [0, 3, 1, 3, 2, 3], pins: [0] });
 *
 * The coordinates of all particles are in one array, {@link SoftBodies2d.positions}; a body has a range of
 * it, and its own threads. Threads are capsules: corners do not slip through between particles. Same calls,
 * same bits; a step allocates nothing once as many contacts have been seen.
 *
 * Limits: deformable bodies do not collide with each other, with themselves or with the bodies they are
 * attached to. They do not sleep, nor do the rigid bodies that they hold or push. Contacts have no
 * restitution. A saved game holds the state of the particles and their attachments: load it with bodies that
 * were added by the same calls.
 *
 * Macklin et al., "Small steps in physics simulation", SCA 2019. Müller et al., "Meshless deformations based
 * on shape matching", SIGGRAPH 2005.
 */
import {
  BoxedNumber,
  refuse,
  requireInteger,
  requireNonNegative,
  requireObject,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import { requireFiniteParticles } from '@colide/solvers';
import { readVec2, type VectorLike2d } from '../bodies/vector-like-2d.ts';
import type { World2d } from '../world/world-2d.ts';
import type { WorldPart2d } from '../world/world-part-2d.ts';
import { SoftContactSearch2d } from './internal/find-soft-contacts-2d.ts';
import { SoftContacts2d } from './internal/soft-contacts-2d.ts';
import { calmDeformation2d, holdTogether2d, SoftParticles2d } from './internal/soft-particles-2d.ts';
import { planNet2d, planRope2d, planSoft2d, type SoftPlan2d } from './internal/soft-plans-2d.ts';
import { SoftBody2d } from './soft-body-2d.ts';
import type { NetSettings2d, RopeSettings2d, SoftSettings2d } from './soft-settings-2d.ts';

/** Settings of the deformable bodies of a planar world; all may be left out. */
export interface SoftBodiesOptions2d {
  /** Substeps per step. More is stiffer. Default 16. */
  readonly substeps?: number;
  /** Damping rate of the air, in 1/s. Default 0.5. */
  readonly damping?: number;
  /** Speed limit of the particles in m/s. Default 100. */
  readonly maxSpeed?: number;
}

/** Numbers per particle in a snapshot: position, velocity, inverse mass. */
const stateSize = 5;
/** Numbers per attachment: particle, rigid body, anchor. */
const attachmentSize = 4;

/** The deformable bodies of a planar world: give it to the world as one of its parts. */
export class SoftBodies2d implements WorldPart2d<World2d> {
  /** The bodies, in the order in which they were added. */
  readonly bodies: readonly SoftBody2d[];
  private readonly list: SoftBody2d[] = [];
  private readonly particles = new SoftParticles2d();
  private readonly contacts = new SoftContacts2d();
  private readonly search = new SoftContactSearch2d();
  private readonly substeps: number;
  private readonly vector = new Float64Array(2);
  private substep = new BoxedNumber(0);
  private readonly damping: BoxedNumber;
  private readonly maxSpeed: BoxedNumber;
  private world: World2d | undefined;

  constructor(options: SoftBodiesOptions2d = {}) {
    requireObject('options', options);
    tellUnknown('options', options, ['substeps', 'damping', 'maxSpeed']);
    const { substeps = 16, damping = 0.5, maxSpeed = 100 } = options;
    requireInteger('substeps', substeps, 1);
    requireNonNegative('damping', damping);
    requirePositive('maxSpeed', maxSpeed);
    this.bodies = this.list;
    this.substeps = substeps;
    this.damping = new BoxedNumber(damping);
    this.maxSpeed = new BoxedNumber(maxSpeed);
  }

  /**
   * Coordinates of all particles, two numbers each. Replaced when bodies are added or removed. Read only;
   * {@link move} writes.
   */
  get positions(): Float64Array {
    return this.particles.positions;
  }

  /** Velocities of all particles. */
  get velocities(): Float64Array {
    return this.particles.velocities;
  }

  /** Number of particles. */
  get particleCount(): number {
    return this.particles.count;
  }

  /** Number of points at which threads were near rigid bodies in the last step. */
  get contactCount(): number {
    return this.contacts.count;
  }

  /** Adds a rope. */
  addRope(settings: RopeSettings2d): SoftBody2d {
    return this.add(planRope2d(settings));
  }

  /** Adds a net. */
  addNet(settings: NetSettings2d): SoftBody2d {
    return this.add(planNet2d(settings));
  }

  /** Adds a soft body. */
  addSoft(settings: SoftSettings2d): SoftBody2d {
    return this.add(planSoft2d(settings));
  }

  private add(plan: SoftPlan2d): SoftBody2d {
    const { particles } = this;
    const body = new SoftBody2d(particles.count, plan);
    const { first, count } = body;
    particles.splice(first, count);
    particles.positions.set(plan.positions, 2 * first);
    for (let i = first; i < first + count; i++) {
      particles.velocities.set(plan.velocity, 2 * i);
      particles.inverseMasses[i] = count / plan.mass;
    }
    this.list.push(body);
    for (const pin of plan.pins) this.pin(body, pin);
    return body;
  }

  /** Removes a body. Particles of those that were added later move down in {@link positions}. */
  remove(body: SoftBody2d): void {
    const { attached } = this.contacts;
    const { first, count } = this.require(body);
    for (let a = attached.length - 2; a >= 0; a -= 2)
      if (attached[a] >= first + count) attached[a] -= count;
      else if (attached[a] >= first) this.releaseAt(a);
    this.particles.splice(first, -count);
    this.list.splice(this.list.indexOf(body), 1);
    for (const other of this.list) if (other.first > first) other.first -= count;
  }

  /** Pins a particle of a body, given by its index in the body, in place. */
  pin(body: SoftBody2d, index: number): void {
    const i = this.particleOf(body, index);
    this.particles.inverseMasses[i] = 0;
    this.particles.velocities.fill(0, 2 * i, 2 * i + 2);
  }

  /** Releases a particle. */
  unpin(body: SoftBody2d, index: number): void {
    this.particles.inverseMasses[this.particleOf(body, index)] = body.count / body.mass;
  }

  /** Moves a particle, such as a pinned one, without giving it a velocity. */
  move(body: SoftBody2d, index: number, position: VectorLike2d): void {
    const i = this.particleOf(body, index);
    this.particles.positions.set(readVec2(this.vector, 'position', position), 2 * i);
  }

  /** Fixes a particle to the point of a rigid body where the particle is now. */
  attach(world: World2d, body: SoftBody2d, index: number, rigid: number): void {
    const i = this.particleOf(body, index);
    requireObject('world', world);
    world.table.requireBody(rigid, 'rigid');
    const { positions, rotations } = world.bodies;
    const x = this.positions[2 * i] - positions[2 * rigid];
    const y = this.positions[2 * i + 1] - positions[2 * rigid + 1];
    const c = rotations[2 * rigid];
    const s = rotations[2 * rigid + 1];
    this.contacts.attached.push(i, rigid);
    this.contacts.anchors.push(c * x + s * y, c * y - s * x);
    world.wake(rigid);
  }

  /** Releases a particle from all rigid bodies. */
  detach(body: SoftBody2d, index: number): void {
    this.release(0, this.particleOf(body, index));
  }

  /** Called by the world. @internal */
  removed(body: number): void {
    this.release(1, body);
  }

  /** Called by the world. @internal */
  reframed(body: number, x: number, y: number): void {
    const { attached, anchors } = this.contacts;
    for (let a = 0; a < attached.length; a += 2)
      if (attached[a + 1] === body) {
        anchors[a] += x;
        anchors[a + 1] += y;
      }
  }

  /** Removes the attachments of a particle (`side` 0) or a rigid body (1). */
  private release(side: number, id: number): void {
    const { attached } = this.contacts;
    for (let a = attached.length - 2; a >= 0; a -= 2) if (attached[a + side] === id) this.releaseAt(a);
  }

  /** Removes an attachment and wakes its rigid body. */
  private releaseAt(a: number): void {
    const { attached, anchors } = this.contacts;
    if (this.world?.has(attached[a + 1])) this.world.wake(attached[a + 1]);
    attached.splice(a, 2);
    anchors.splice(a, 2);
  }

  /** Advances by `dt`; called by the world. */
  step(world: World2d, dt: number): void {
    const { particles, contacts, list, substeps } = this;
    if (particles.count === 0) return;
    if (this.substep.value !== dt / substeps) this.substep = new BoxedNumber(dt / substeps);
    const { substep, damping, maxSpeed } = this;
    this.world = world;
    particles.starts.set(particles.positions);
    contacts.begin(world.bodies, dt);
    this.search.begin(world, dt);
    for (let b = 0; b < list.length; b++) this.search.find(world, contacts, particles, list[b], dt);
    for (let s = 0; s < substeps; s++) {
      particles.predict(world.gravity, substep.value, damping.value, maxSpeed.value);
      contacts.predict(substep.value);
      for (let b = 0; b < list.length; b++) holdTogether2d(particles, list[b], substep.value);
      contacts.project(particles);
      particles.finish(substep.value);
      contacts.finish(substep.value);
      contacts.calm(particles);
      for (let b = 0; b < list.length; b++) calmDeformation2d(particles, list[b]);
    }
    contacts.give();
    requireFiniteParticles(particles.positions, 2);
  }

  /** Number of doubles of the state: those per body, particle and attachment. */
  get stateLength(): number {
    return this.list.length + stateSize * this.particles.count + 2 * this.contacts.attached.length;
  }

  /** Writes the state: the number of particles of each body, the particles, the attachments. */
  save(out: Float64Array): void {
    const { positions, velocities, inverseMasses, count } = this.particles;
    const { attached, anchors } = this.contacts;
    for (const [b, body] of this.list.entries()) out[b] = body.count;
    let at = this.list.length;
    out.set(positions, at);
    out.set(velocities, at + 2 * count);
    out.set(inverseMasses, at + 4 * count);
    at += stateSize * count;
    for (let a = 0; a < attached.length; a += 2, at += attachmentSize)
      out.set([attached[a], attached[a + 1], anchors[a], anchors[a + 1]], at);
  }

  /** Whether a state is of bodies like these, regardless of attachments. */
  fits(from: Float64Array): boolean {
    const rest = from.length - this.list.length - stateSize * this.particles.count;
    return rest >= 0 && rest % attachmentSize === 0 && this.list.every((body, b) => from[b] === body.count);
  }

  /** Restores the state. */
  load(from: Float64Array): void {
    const { positions, velocities, inverseMasses, count } = this.particles;
    const { attached, anchors } = this.contacts;
    let at = this.list.length;
    positions.set(from.subarray(at, at + 2 * count));
    velocities.set(from.subarray(at + 2 * count, at + 4 * count));
    inverseMasses.set(from.subarray(at + 4 * count, at + stateSize * count));
    at += stateSize * count;
    attached.length = anchors.length = 0;
    for (; at < from.length; at += attachmentSize) {
      attached.push(from[at], from[at + 1]);
      anchors.push(from[at + 2], from[at + 3]);
    }
  }

  private require(body: SoftBody2d): SoftBody2d {
    if (!this.list.includes(body)) refuse('body', 'be a deformable body of this world', body);
    return body;
  }

  private particleOf(body: SoftBody2d, index: number): number {
    requireInteger('index', index, 0, this.require(body).count - 1);
    return body.first + index;
  }
}
