/**
 * Contacts between the particles of deformable bodies, of one body or two: particles are balls, found a
 * little ahead of their motion, in a hash grid of all bodies that are near others, or a grid of their own
 * body. Particles of one body that are closer at rest than their radii do not collide, so neighbours do not
 * work against their threads. A `SelfCollision` may find the contacts of a body with itself and of two bodies
 * instead.
 */
import { BoxIds, grown, PairList, PairOrder } from '@colide/core';
import type { ParticleContacts } from '@colide/solvers';
import { HashCells } from '@colide/spatial';
import type { SelfCollision } from '../self-collision.ts';
import type { SoftBody } from '../soft-body.ts';
import { OwnPairs } from './own-pairs.ts';
import type { SoftParticles } from './soft-particles.ts';

const boxSize = 6;
const maxAt = 3;
const box = /* @__PURE__ */ new Float64Array(boxSize);
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

/** Marks of bodies: near another one, and with particles in the grid of all such bodies. */
const isNear = 1;
const isListed = 2;

/** Finds contacts between particles. */
export class SoftPairStage {
  /** The boxes around bodies, by their first particle. */
  private readonly outers = new BoxIds('outers', new HashCells());
  /** The boxes of the particles of bodies that are near others. */
  private readonly boxes = new BoxIds('boxes', new HashCells());
  /** Boxes by particle, and of bodies by their first. */
  private particleBoxes = new Float64Array(0);
  private outerBoxes = new Float64Array(0);
  /** By first particle of a body. */
  private marks = new Uint8Array(0);
  private readonly ownPairs = new OwnPairs();
  private readonly pairs = new PairList();
  private readonly order = new PairOrder();
  private readonly own: SelfCollision | undefined;

  /** @param own finds the contacts of bodies with themselves; default their particles */
  constructor(own?: SelfCollision) {
    this.own = own;
  }

  /** Adds a body. */
  insert(body: SoftBody, particles: SoftParticles): void {
    const room = particles.system.count;
    if (this.marks.length < room) {
      this.particleBoxes = grown(this.particleBoxes, boxSize * room);
      this.outerBoxes = grown(this.outerBoxes, boxSize * room);
      this.marks = grown(this.marks, room);
    }
    this.measure(body, particles);
    this.outers.insert(body.first, this.readBox(this.outerBoxes, body.first));
  }

  /** Removes a body. */
  remove(body: SoftBody): void {
    const { first } = body;
    if (this.marks[first] & isListed) this.unlist(body);
    this.marks[first] = 0;
    this.outers.remove(first);
    this.own?.forget(body);
  }

  /** Updates the boxes of a body to the current and expected positions of its particles. */
  update(body: SoftBody, particles: SoftParticles): void {
    this.measure(body, particles);
    this.outers.update(body.first, this.readBox(this.outerBoxes, body.first));
    if ((this.marks[body.first] & isListed) === 0) return;
    for (let i = body.first; i < body.first + body.count; i++)
      this.boxes.update(i, this.readBox(this.particleBoxes, i));
  }

  /** Adds the contacts of a body with itself, unless they are contacts of its particles. */
  collideSelf(contacts: ParticleContacts, body: SoftBody, particles: SoftParticles): void {
    if (this.own && body.selfCollision) this.own.collide(contacts, body, particles.motions);
  }

  /** Adds the contacts of all particles, and those of bodies that are found otherwise. */
  collide(contacts: ParticleContacts, particles: SoftParticles, bodies: readonly SoftBody[]): void {
    const { pairs, boxes } = this;
    this.own?.collideOthers?.(contacts, bodies, particles.motions);
    this.listNear(particles, bodies);
    pairs.clear();
    boxes.set.findPairs(pairs);
    boxes.toOwners(pairs);
    for (let b = 0; b < bodies.length; b++) this.pairOwn(bodies[b]);
    if (pairs.count > 0) this.order.sort(pairs, particles.count);
    for (let p = 0; p < pairs.count; p++) this.test(contacts, particles, pairs.first(p), pairs.second(p));
  }

  /** Lists the particles of the bodies that are near others, and only these. */
  private listNear({ owners }: SoftParticles, bodies: readonly SoftBody[]): void {
    const { pairs, marks, outers, boxes } = this;
    pairs.clear();
    outers.set.findPairs(pairs);
    outers.toOwners(pairs);
    for (let b = 0; b < bodies.length; b++) marks[bodies[b].first] &= isListed;
    for (let p = 0; p < pairs.count; p++) {
      const a = owners[pairs.first(p)]!;
      const b = owners[pairs.second(p)]!;
      if ((a.asleep && b.asleep) || !mayMeet(a, b)) continue;
      marks[a.first] |= isNear;
      marks[b.first] |= isNear;
    }
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      const mark = marks[body.first];
      if (mark === isListed) this.unlist(body);
      if (mark !== isNear) continue;
      marks[body.first] |= isListed;
      for (let i = body.first; i < body.first + body.count; i++)
        boxes.insert(i, this.readBox(this.particleBoxes, i));
    }
  }

  private unlist(body: SoftBody): void {
    this.marks[body.first] &= isNear;
    for (let i = body.first; i < body.first + body.count; i++) this.boxes.remove(i);
  }

  /** Appends the pairs of a body's own particles, if it is near no other. */
  private pairOwn(body: SoftBody): void {
    if (this.own || !body.selfCollision || body.asleep || this.marks[body.first] !== 0) return;
    this.readBox(this.outerBoxes, body.first);
    this.ownPairs.find(this.pairs, body, this.particleBoxes, box, areNeighbours);
  }

  /** Measures the boxes of the particles of a body, and that around them. */
  private measure(body: SoftBody, particles: SoftParticles): void {
    const { particleBoxes, outerBoxes } = this;
    const { first, count } = body;
    const outer = boxSize * first;
    outerBoxes.fill(Infinity, outer, outer + maxAt).fill(-Infinity, outer + maxAt, outer + boxSize);
    for (let i = first; i < first + count; i++) {
      const at = boxSize * i;
      writeBox(particleBoxes, at, body, particles, i);
      for (let k = 0; k < maxAt; k++) {
        if (particleBoxes[at + k] < outerBoxes[outer + k]) outerBoxes[outer + k] = particleBoxes[at + k];
        const max = k + maxAt;
        if (particleBoxes[at + max] > outerBoxes[outer + max])
          outerBoxes[outer + max] = particleBoxes[at + max];
      }
    }
  }

  /** Copies a box to {@link box}. */
  private readBox(from: Float64Array, index: number): Float64Array {
    for (let k = 0; k < boxSize; k++) box[k] = from[boxSize * index + k];
    return box;
  }

  private test(contacts: ParticleContacts, particles: SoftParticles, i: number, j: number): void {
    const a = particles.owners[i]!;
    const b = particles.owners[j]!;
    if (a.asleep && b.asleep) return;
    if (a === b ? !a.selfCollision || this.own : !mayMeet(a, b)) return;
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

/** Whether two bodies collide, by their groups. */
function mayMeet(a: SoftBody, b: SoftBody): boolean {
  return (a.group & b.mask) !== 0 && (b.group & a.mask) !== 0;
}

/**
 * Writes the box around particle `i` and its motion, at most its radius farther: fast cloth would find too
 * many neighbours.
 */
function writeBox(
  out: Float64Array,
  at: number,
  { radius }: SoftBody,
  { system, motions }: SoftParticles,
  i: number,
): void {
  const { positions } = system;
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += motions[3 * i + k] * motions[3 * i + k];
  const reach = radius * (1 + early) + Math.min(Math.sqrt(squared), radius);
  for (let k = 0; k < maxAt; k++) {
    out[at + k] = positions[3 * i + k] - reach;
    out[at + maxAt + k] = positions[3 * i + k] + reach;
  }
}
