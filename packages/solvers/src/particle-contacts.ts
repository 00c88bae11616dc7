/**
 * Contacts between elements made of particles, or between such an element and the static or kinematic world, resolved
 * by projection with Coulomb friction and restitution.
 *
 * A contact joins a point of element A (one to three particles with barycentric weights b) with a point of element B, or
 * with a world point that may move, along a unit normal n from A to B. Where `(p_B − p_A)·n` falls short of the required
 * separation by s, all particles move by `± w b n s/Σ w b²`: the projection response of S3, with exact momentum. The
 * friction of the same projection takes back the tangential part of the step's relative motion, by at most μ s.
 *
 * Restitution works on velocities, that is on the previous positions, after the last sweep: the relative normal
 * velocity of a contact that pushed becomes −e times the approach, and never more; so projection out of a deep
 * overlap does not shoot bodies apart. Slow approaches (below `restitutionSpeed`) do not bounce.
 *
 * A set is filled by the caller's collision detection before the step and swept along with the other constraints. Cost
 * O(contacts) a sweep; adding allocates only when the set grows.
 *
 * Ponce Atencio, M.Sc. thesis, COPPE/UFRJ 2005, §4.2.1; friction after Macklin et al., "Unified particle physics for real-time
 * applications", SIGGRAPH 2014.
 */
import { requireFinite, requireInteger, requireNonNegative } from '@colide/core';
import type { ReadonlyVec3 } from 'gl-matrix';
import { requireFraction } from './internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from './particle-system.ts';

/** Settings of a set of contacts. */
export interface ParticleContactsOptions {
  /** Coulomb's μ. Default 0. */
  readonly friction?: number;
  /** Restitution e in [0, 1]. Default 0. */
  readonly restitution?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 0.5. */
  readonly restitutionSpeed?: number;
  /** Contacts that fit before the set grows. Default 64. */
  readonly capacity?: number;
}

const none = -1;
const single = [1] as const;

/** A reusable set of particle contacts. */
export class ParticleContacts implements ParticleConstraint {
  /** How many contacts the set holds. */
  count = 0;
  /** Coulomb's μ of all contacts. */
  friction: number;
  /** Restitution of all contacts. */
  restitution: number;
  /** Approach speed below which nothing bounces. */
  restitutionSpeed: number;
  /** Six particles a contact, three of A and three of B, −1 for none. */
  ids: Int32Array;
  /** Barycentric weight of each particle. */
  weights: Float64Array;
  /** Unit normals from A to B. */
  normals: Float64Array;
  /** Required `(p_B − p_A)·n`. */
  separations: Float64Array;
  /** World point of contacts without an element B. */
  anchors: Float64Array;
  /** Displacement of the world point during the substep. */
  anchorMotions: Float64Array;
  /** Total displacement along the normal since the substep began; positive where the contact pushed. */
  pushes: Float64Array;
  #approaches: Float64Array;

  constructor(options: ParticleContactsOptions = {}) {
    const { friction = 0, restitution = 0, restitutionSpeed = 0.5, capacity = 64 } = options;
    requireNonNegative('friction', friction);
    requireFraction('restitution', restitution);
    requireNonNegative('restitutionSpeed', restitutionSpeed);
    requireInteger('capacity', capacity, 1, 0x0fffffff);
    this.friction = friction;
    this.restitution = restitution;
    this.restitutionSpeed = restitutionSpeed;
    this.ids = new Int32Array(6 * capacity);
    this.weights = new Float64Array(6 * capacity);
    this.normals = new Float64Array(3 * capacity);
    this.separations = new Float64Array(capacity);
    this.anchors = new Float64Array(3 * capacity);
    this.anchorMotions = new Float64Array(3 * capacity);
    this.pushes = new Float64Array(capacity);
    this.#approaches = new Float64Array(capacity);
  }

  /** Empties the set and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Adds a contact between two elements of one to three particles each and returns its index.
   *
   * @param normal unit vector from A to B
   * @param separation required distance of the two points along the normal
   */
  add(
    elementA: ArrayLike<number>,
    weightsA: ArrayLike<number>,
    elementB: ArrayLike<number>,
    weightsB: ArrayLike<number>,
    normal: ReadonlyVec3,
    separation = 0,
  ): number {
    const at = this.#append(normal, separation);
    this.#setElement(6 * at, elementA, weightsA);
    this.#setElement(6 * at + 3, elementB, weightsB);
    return at;
  }

  /**
   * Adds a contact between an element and a world point and returns its index.
   *
   * @param normal unit vector from the element into the world body
   * @param motion displacement of the world point during the substep, for kinematic bodies
   */
  addStatic(
    element: ArrayLike<number>,
    weights: ArrayLike<number>,
    point: ReadonlyVec3,
    normal: ReadonlyVec3,
    separation = 0,
    motion?: ReadonlyVec3,
  ): number {
    const at = this.#append(normal, separation);
    this.#setElement(6 * at, element, weights);
    this.ids.fill(none, 6 * at + 3, 6 * at + 6);
    for (let axis = 0; axis < 3; axis++) {
      this.anchors[3 * at + axis] = point[axis];
      this.anchorMotions[3 * at + axis] = motion ? motion[axis] : 0;
    }
    return at;
  }

  /** Adds a contact between two particles, `separation` apart at least. */
  addParticles(a: number, b: number, normal: ReadonlyVec3, separation: number): number {
    const at = this.#append(normal, separation);
    this.#setSingle(6 * at, a);
    this.#setSingle(6 * at + 3, b);
    return at;
  }

  /** Adds a contact between a particle and a static world point. */
  addParticleStatic(particle: number, point: ReadonlyVec3, normal: ReadonlyVec3, separation: number): number {
    const at = this.addStatic(single, single, point, normal, separation);
    this.ids[6 * at] = particle;
    return at;
  }

  #setSingle(at: number, particle: number): void {
    this.ids[at] = particle;
    this.weights[at] = 1;
    this.ids[at + 1] = this.ids[at + 2] = none;
  }

  #setElement(at: number, element: ArrayLike<number>, weights: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) {
      this.ids[at + k] = k < element.length ? element[k] : none;
      this.weights[at + k] = k < element.length ? weights[k] : 0;
    }
  }

  #append(normal: ReadonlyVec3, separation: number): number {
    requireFinite('separation', separation);
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    const square = x * x + y * y + z * z;
    if (!(Math.abs(square - 1) < 1e-6))
      throw new RangeError(`normal must have unit length, got (${x}, ${y}, ${z})`);
    const at = this.count++;
    if (at === this.separations.length) this.#grow();
    this.normals[3 * at] = x;
    this.normals[3 * at + 1] = y;
    this.normals[3 * at + 2] = z;
    this.separations[at] = separation;
    this.pushes[at] = 0;
    return at;
  }

  #grow(): void {
    const enlarge = (array: Float64Array): Float64Array => {
      const grown = new Float64Array(2 * array.length);
      grown.set(array);
      return grown;
    };
    const ids = new Int32Array(2 * this.ids.length);
    ids.set(this.ids);
    this.ids = ids;
    this.weights = enlarge(this.weights);
    this.normals = enlarge(this.normals);
    this.separations = enlarge(this.separations);
    this.anchors = enlarge(this.anchors);
    this.anchorMotions = enlarge(this.anchorMotions);
    this.pushes = enlarge(this.pushes);
    this.#approaches = enlarge(this.#approaches);
  }

  /** Coordinate `axis` of `p_B − p_A` of contact `c` in the given positions. */
  #difference(positions: Float64Array, c: number, axis: number): number {
    const { ids, weights } = this;
    let sum = ids[6 * c + 3] < 0 ? this.anchors[3 * c + axis] : 0;
    for (let k = 6 * c; k < 6 * c + 3; k++) if (ids[k] >= 0) sum -= weights[k] * positions[3 * ids[k] + axis];
    for (let k = 6 * c + 3; k < 6 * c + 6; k++)
      if (ids[k] >= 0) sum += weights[k] * positions[3 * ids[k] + axis];
    return sum;
  }

  /** Coordinate `axis` of the relative displacement of contact `c` in this substep, B against A. */
  #motion(system: ParticleSystem, c: number, axis: number): number {
    const { ids, weights } = this;
    const { positions, previousPositions } = system;
    let sum = ids[6 * c + 3] < 0 ? this.anchorMotions[3 * c + axis] : 0;
    for (let k = 6 * c; k < 6 * c + 6; k++) {
      if (ids[k] < 0) continue;
      const i = 3 * ids[k] + axis;
      const moved = weights[k] * (positions[i] - previousPositions[i]);
      sum += k < 6 * c + 3 ? -moved : moved;
    }
    return sum;
  }

  /** `Σ w b²` of contact `c`: how far its points part under a unit impulse. */
  #mobility(inverseMasses: Float64Array, c: number): number {
    const { ids, weights } = this;
    let sum = 0;
    for (let k = 6 * c; k < 6 * c + 6; k++)
      if (ids[k] >= 0) sum += inverseMasses[ids[k]] * weights[k] * weights[k];
    return sum;
  }

  /** Moves the points of contact `c` apart by (x, y, z) · Σ w b², A backwards and B forwards. */
  #apply(
    target: Float64Array,
    inverseMasses: Float64Array,
    c: number,
    x: number,
    y: number,
    z: number,
  ): void {
    const { ids, weights } = this;
    for (let k = 6 * c; k < 6 * c + 6; k++) {
      const id = ids[k];
      if (id < 0) continue;
      const s = inverseMasses[id] * weights[k] * (k < 6 * c + 3 ? -1 : 1);
      target[3 * id] += x * s;
      target[3 * id + 1] += y * s;
      target[3 * id + 2] += z * s;
    }
  }

  /** Notes the approach of every contact, for restitution. */
  begin(system: ParticleSystem): void {
    const { normals } = this;
    for (let c = 0; c < this.count; c++) {
      this.pushes[c] = 0;
      this.#approaches[c] =
        this.#motion(system, c, 0) * normals[3 * c] +
        this.#motion(system, c, 1) * normals[3 * c + 1] +
        this.#motion(system, c, 2) * normals[3 * c + 2];
    }
  }

  /** One sweep: pushes apart what overlaps, with friction. */
  project(system: ParticleSystem): void {
    const { positions, inverseMasses } = system;
    const { normals, friction } = this;
    for (let c = 0; c < this.count; c++) {
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      const short =
        this.separations[c] -
        (this.#difference(positions, c, 0) * nx +
          this.#difference(positions, c, 1) * ny +
          this.#difference(positions, c, 2) * nz);
      if (!(short > 0)) continue;
      const mobility = this.#mobility(inverseMasses, c);
      if (mobility === 0) continue;
      const push = short / mobility;
      this.#apply(positions, inverseMasses, c, nx * push, ny * push, nz * push);
      this.pushes[c] += short;
      if (friction === 0) continue;

      let tx = this.#motion(system, c, 0);
      let ty = this.#motion(system, c, 1);
      let tz = this.#motion(system, c, 2);
      const along = tx * nx + ty * ny + tz * nz;
      tx -= along * nx;
      ty -= along * ny;
      tz -= along * nz;
      const slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
      if (slip === 0) continue;
      const hold = -Math.min(1, (friction * short) / slip) / mobility;
      this.#apply(positions, inverseMasses, c, tx * hold, ty * hold, tz * hold);
    }
  }

  /** Sets the relative normal velocity of the contacts that pushed. */
  end(system: ParticleSystem, dt: number): void {
    const { normals } = this;
    const slow = this.restitutionSpeed * dt;
    for (let c = 0; c < this.count; c++) {
      if (this.pushes[c] <= 0) continue;
      const mobility = this.#mobility(system.inverseMasses, c);
      if (mobility === 0) continue;
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      const approach = this.#approaches[c];
      const target = approach < -slow ? -this.restitution * approach : 0;
      const parting =
        this.#motion(system, c, 0) * nx + this.#motion(system, c, 1) * ny + this.#motion(system, c, 2) * nz;
      const change = (parting - target) / mobility;
      this.#apply(system.previousPositions, system.inverseMasses, c, nx * change, ny * change, nz * change);
    }
  }
}
