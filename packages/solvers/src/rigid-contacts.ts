/**
 * Contact points between rigid bodies as flat arrays, with the memory that warm starting needs. A manifold is one to four
 * points of the same pair; the solver treats points one by one.
 *
 * In every step call `begin`, then add what collision detection found, with an id for each point that is the same in
 * the next step (a feature or vertex number). A point that was there in the last step starts with its impulses: they are
 * found by body pair and id in a hash table. Memory grows when needed and is kept.
 */
import { requireFinite, requireFiniteArray, requireInteger, requireNonNegative } from '@colide/core';
import type { ReadonlyVec3 } from 'gl-matrix';
import { impulseSize } from './internal/contact-blocks.ts';
import { requireFraction } from './internal/parameter-checks.ts';

/** Settings of a set of contacts. */
export interface RigidContactsOptions {
  /** Coulomb's μ of points that are added. Default 0.6. */
  readonly friction?: number;
  /** Restitution e in [0, 1] of points that are added. Default 0. */
  readonly restitution?: number;
  /** Points that fit before the set grows. Default 64. */
  readonly capacity?: number;
}

/** A reusable set of contact points. */
export class RigidContacts {
  /** How many points the set holds. */
  count = 0;
  /** μ of points that are added next. */
  friction: number;
  /** e of points that are added next. */
  restitution: number;
  /** Two bodies a point. */
  bodies: Int32Array;
  /** Feature ids, unique within a pair of bodies. */
  ids: Int32Array;
  /** World points, half way between the surfaces. */
  points: Float64Array;
  /** Unit normals from the first body to the second. */
  normals: Float64Array;
  /** Distance of the surfaces along the normal, negative where they overlap. */
  separations: Float64Array;
  /** μ of each point. */
  frictions: Float64Array;
  /** e of each point. */
  restitutions: Float64Array;
  /** Five numbers a point, of one substep: normal impulse, its share of the friction in world axes, its share of the twist. */
  impulses: Float64Array;
  /** Length of the substep that the impulses belong to, one number; the solver scales them when it changes. */
  readonly impulseTime = new Float64Array(1);
  #previousCount = 0;
  #previousBodies: Int32Array;
  #previousIds: Int32Array;
  #previousImpulses: Float64Array;
  #table: Int32Array;

  constructor(options: RigidContactsOptions = {}) {
    const { friction = 0.6, restitution = 0, capacity = 64 } = options;
    requireNonNegative('friction', friction);
    requireFraction('restitution', restitution);
    requireInteger('capacity', capacity, 1, 0x0fffffff);
    this.friction = friction;
    this.restitution = restitution;
    this.bodies = new Int32Array(2 * capacity);
    this.ids = new Int32Array(capacity);
    this.points = new Float64Array(3 * capacity);
    this.normals = new Float64Array(3 * capacity);
    this.separations = new Float64Array(capacity);
    this.frictions = new Float64Array(capacity);
    this.restitutions = new Float64Array(capacity);
    this.impulses = new Float64Array(impulseSize * capacity);
    this.#previousBodies = new Int32Array(2 * capacity);
    this.#previousIds = new Int32Array(capacity);
    this.#previousImpulses = new Float64Array(impulseSize * capacity);
    this.#table = new Int32Array(tableSize(capacity));
  }

  /** Empties the set and remembers its impulses. */
  begin(): void {
    const { bodies, ids, impulses, count } = this;
    this.bodies = this.#previousBodies;
    this.ids = this.#previousIds;
    this.impulses = this.#previousImpulses;
    this.#previousBodies = bodies;
    this.#previousIds = ids;
    this.#previousImpulses = impulses;
    this.#previousCount = count;
    this.count = 0;
    const table = this.#table.fill(-1);
    const mask = table.length - 1;
    for (let c = 0; c < count; c++) {
      let slot = hash(bodies[2 * c], bodies[2 * c + 1], ids[c]) & mask;
      while (table[slot] >= 0) slot = (slot + 1) & mask;
      table[slot] = c;
    }
  }

  /** Forgets all impulses: the next points start from zero. */
  forget(): void {
    this.count = 0;
    this.begin();
  }

  /**
   * Adds a point whose geometry the caller writes to {@link points}, {@link normals} and {@link separations} afterwards;
   * returns its index. Not checked.
   */
  append(bodyA: number, bodyB: number, id: number): number {
    const at = this.count++;
    if (at === this.ids.length) this.#grow();
    this.bodies[2 * at] = bodyA;
    this.bodies[2 * at + 1] = bodyB;
    this.ids[at] = id;
    this.frictions[at] = this.friction;
    this.restitutions[at] = this.restitution;
    const from = this.#find(bodyA, bodyB, id);
    for (let k = 0; k < impulseSize; k++)
      this.impulses[impulseSize * at + k] = from < 0 ? 0 : this.#previousImpulses[impulseSize * from + k];
    return at;
  }

  /**
   * Adds a point and returns its index.
   *
   * @param point world point, half way between the surfaces
   * @param normal unit vector from `bodyA` to `bodyB`
   * @param separation distance of the surfaces, negative where they overlap
   * @param id what the point is called in this pair, the same in every step
   */
  add(
    bodyA: number,
    bodyB: number,
    point: ReadonlyVec3,
    normal: ReadonlyVec3,
    separation: number,
    id: number,
  ): number {
    requireInteger('bodyA', bodyA, 0, 0x7fffffff);
    requireInteger('bodyB', bodyB, 0, 0x7fffffff);
    if (bodyA === bodyB) throw new RangeError(`bodyA and bodyB are the same, ${bodyA}`);
    requireInteger('id', id, 0, 0x7fffffff);
    requireFinite('separation', separation);
    requireFiniteArray('point', point, 3);
    const [x, y, z] = normal;
    if (!(Math.abs(x * x + y * y + z * z - 1) < 1e-6))
      throw new RangeError(`normal must have unit length, got (${x}, ${y}, ${z})`);
    const at = this.append(bodyA, bodyB, id);
    for (let k = 0; k < 3; k++) {
      this.points[3 * at + k] = point[k];
      this.normals[3 * at + k] = normal[k];
    }
    this.separations[at] = separation;
    return at;
  }

  /** Index of a point of the last step, or −1. */
  #find(bodyA: number, bodyB: number, id: number): number {
    if (this.#previousCount === 0) return -1;
    const table = this.#table;
    const bodies = this.#previousBodies;
    const ids = this.#previousIds;
    const mask = table.length - 1;
    let slot = hash(bodyA, bodyB, id) & mask;
    while (table[slot] >= 0) {
      const c = table[slot];
      if (bodies[2 * c] === bodyA && bodies[2 * c + 1] === bodyB && ids[c] === id) return c;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #grow(): void {
    const floats = (array: Float64Array): Float64Array => {
      const grown = new Float64Array(2 * array.length);
      grown.set(array);
      return grown;
    };
    const integers = (array: Int32Array): Int32Array => {
      const grown = new Int32Array(2 * array.length);
      grown.set(array);
      return grown;
    };
    this.bodies = integers(this.bodies);
    this.ids = integers(this.ids);
    this.points = floats(this.points);
    this.normals = floats(this.normals);
    this.separations = floats(this.separations);
    this.frictions = floats(this.frictions);
    this.restitutions = floats(this.restitutions);
    this.impulses = floats(this.impulses);
    this.#previousBodies = integers(this.#previousBodies);
    this.#previousIds = integers(this.#previousIds);
    this.#previousImpulses = floats(this.#previousImpulses);
    const old = this.#table;
    this.#table = new Int32Array(tableSize(this.ids.length)).fill(-1);
    const mask = this.#table.length - 1;
    for (let s = 0; s < old.length; s++) {
      const c = old[s];
      if (c < 0 || this.#previousCount === 0) continue;
      let slot =
        hash(this.#previousBodies[2 * c], this.#previousBodies[2 * c + 1], this.#previousIds[c]) & mask;
      while (this.#table[slot] >= 0) slot = (slot + 1) & mask;
      this.#table[slot] = c;
    }
  }
}

/** The smallest power of two that leaves half of the table empty. */
function tableSize(capacity: number): number {
  let size = 16;
  while (size < 2 * capacity) size *= 2;
  return size;
}

function hash(a: number, b: number, id: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(id, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
