/**
 * Contacts between the particles of deformable bodies, of one body or two: particles are balls in a hash
 * grid, found a little ahead of their motion. Particles of one body that are closer at rest than their radii
 * do not collide, so neighbours do not work against their threads. A `SelfCollision` may find the contacts of
 * a body with itself and of two bodies instead.
 */
import { BoxIds, PairList, PairOrder } from '@colide/core';
import type { ParticleContacts } from '@colide/solvers';
import { HashCells } from '@colide/spatial';
import type { SelfCollision } from '../self-collision.ts';
import type { SoftBody } from '../soft-body.ts';
import type { SoftParticles } from './soft-particles.ts';

const box = /* @__PURE__ */ new Float64Array(6);
const normal = /* @__PURE__ */ new Float64Array(3);
/**
 * Fraction of the radius by which contacts are found early, for displacements by constraints within a step.
 */
const early = 0.25;
/**
 * Fraction of their distance by which overlapping particles separate in a step: a particle stuck in a cloth
 * leaves it slowly instead of being thrown about between its threads.
 */
const recovery = 0.05;
/**
 * Particles of one body collide only if they are farther apart at rest than this times the sum of their
 * radii.
 */
const restRoom = 1.3;

/** Finds contacts between particles. */
export class SoftPairStage {
  private readonly boxes = new BoxIds('boxes', new HashCells());
  private readonly pairs = new PairList();
  private readonly order = new PairOrder();
  private readonly own: SelfCollision | undefined;

  /** @param own finds the contacts of bodies with themselves; default their particles */
  constructor(own?: SelfCollision) {
    this.own = own;
  }

  /** Adds the particles of a body. */
  insert(body: SoftBody, particles: SoftParticles): void {
    for (let i = body.first; i < body.first + body.count; i++) {
      setBox(body, particles, i);
      this.boxes.insert(i, box);
    }
  }

  /** Removes the particles of a body. */
  remove(body: SoftBody): void {
    for (let i = body.first; i < body.first + body.count; i++) this.boxes.remove(i);
    this.own?.forget(body);
  }

  /** Updates the boxes of a body's particles to their current and expected positions. */
  update(body: SoftBody, particles: SoftParticles): void {
    for (let i = body.first; i < body.first + body.count; i++) {
      setBox(body, particles, i);
      this.boxes.update(i, box);
    }
  }

  /** Adds the contacts of a body with itself, unless they are contacts of its particles. */
  collideSelf(contacts: ParticleContacts, body: SoftBody, particles: SoftParticles): void {
    if (this.own && body.selfCollision) this.own.collide(contacts, body, particles.motions);
  }

  /** Adds the contacts of all particles, and those of bodies that are found otherwise. */
  collide(contacts: ParticleContacts, particles: SoftParticles, bodies: readonly SoftBody[]): void {
    const { pairs, boxes } = this;
    this.own?.collideOthers?.(contacts, bodies, particles.motions);
    pairs.clear();
    boxes.set.findPairs(pairs);
    boxes.toOwners(pairs);
    this.order.sort(pairs, particles.count);
    for (let p = 0; p < pairs.count; p++) this.test(contacts, particles, pairs.first(p), pairs.second(p));
  }

  private test(contacts: ParticleContacts, particles: SoftParticles, i: number, j: number): void {
    const a = particles.owners[i]!;
    const b = particles.owners[j]!;
    if (a.asleep && b.asleep) return;
    if (a === b ? !a.selfCollision || this.own : (a.group & b.mask) === 0 || (b.group & a.mask) === 0) return;
    if (a !== b && this.own?.separates?.(a, b)) return;
    const { positions } = particles.system;
    const { motions } = particles;
    const separation = a.radius + b.radius;
    let squared = 0;
    let motion = 0;
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * j + k] - positions[3 * i + k];
      const m = motions[3 * j + k] - motions[3 * i + k];
      normal[k] = x;
      squared += x * x;
      motion += m * m;
    }
    const reach = separation * (1 + early) + Math.sqrt(motion);
    if (!(squared < reach * reach) || (a === b && areNeighbours(a, i, j))) return;
    const length = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) normal[k] = length > 0 ? normal[k] / length : k === 0 ? 1 : 0;
    contacts.friction = Math.sqrt(a.friction * b.friction);
    contacts.restitution = Math.max(a.restitution, b.restitution);
    contacts.addParticles(i, j, normal, Math.min(separation, length + recovery * separation));
  }
}

/** Whether particles `i` and `j` of a body are too close at rest to collide. */
function areNeighbours(body: SoftBody, i: number, j: number): boolean {
  const { restPositions: rest, first } = body;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const x = rest[3 * (i - first) + k] - rest[3 * (j - first) + k];
    squared += x * x;
  }
  const room = 2 * restRoom * body.radius;
  return squared < room * room;
}

/**
 * The box around particle `i` and its motion, at most its radius farther: fast cloth would find too many
 * neighbours.
 */
function setBox(body: SoftBody, particles: SoftParticles, i: number): void {
  const { positions } = particles.system;
  const { motions } = particles;
  const { radius } = body;
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += motions[3 * i + k] * motions[3 * i + k];
  const reach = radius * (1 + early) + Math.min(Math.sqrt(squared), radius);
  for (let k = 0; k < 3; k++) {
    box[k] = positions[3 * i + k] - reach;
    box[3 + k] = positions[3 * i + k] + reach;
  }
}
