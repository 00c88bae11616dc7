/**
 * Contacts between elements made of particles, or between such an element and the static or kinematic world,
 * resolved by projection with Coulomb friction and restitution.
 *
 * A contact joins a point of element A (one to three particles with barycentric weights b) with a point of
 * element B, or with a world point that may move, along a unit normal n from A to B. Where `(p_B − p_A)·n`
 * falls short of the required separation by s, all particles move by `± w b n s/Σ w b²`: the projection
 * response of the source, with exact momentum. The friction of the same projection takes back the tangential
 * part of the step's relative motion, by at most μ s.
 *
 * Restitution works on velocities, that is on the previous positions, after the last sweep: the relative
 * normal velocity of a contact that pushed becomes −e times the approach, and never more, so projection out
 * of a deep overlap does not throw bodies apart. Slow approaches (below `restitutionSpeed`) do not bounce.
 *
 * Light cloth cannot stop a heavy ball in a few sweeps: each contact moves the ball only by its small share.
 * So if one side is much heavier than the other (`shockRatio`), it is moved out of the overlap that remains
 * after the last sweep, as if the lighter one were fixed: shock propagation. Nothing passes through, but such
 * contacts do not conserve momentum exactly.
 *
 * A contact takes the friction and restitution that the set has when it is added, so materials can differ.
 *
 * A set is filled by the caller's collision detection before the step and swept along with the other
 * constraints. Cost O(contacts) per sweep; adding allocates only when the set grows.
 *
 * Ponce Atencio, M.Sc. thesis, COPPE/UFRJ 2005, §4.2.1; friction after Macklin et al., "Unified particle
 * physics for real-time applications", SIGGRAPH 2014; shock propagation after Guendelman, Bridson & Fedkiw,
 * "Nonconvex rigid bodies with stacking", SIGGRAPH 2003.
 */
import {
  grown,
  type ReadonlyVec3,
  requireFinite,
  requireInteger,
  requireNonNegative,
  tellUnknown,
} from '@colide/core';
import { requireFraction } from '../internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from './particle-system.ts';

/** Settings of a set of contacts. */
export interface ParticleContactsOptions {
  /** Coulomb's μ of contacts that are added. Default 0. */
  readonly friction?: number;
  /** Restitution e in [0, 1] of contacts that are added. Default 0. */
  readonly restitution?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 0.5. */
  readonly restitutionSpeed?: number;
  /**
   * The heavier side of a contact yields after the last sweep when it is this many times as heavy;
   * `Infinity`: never. Default 10.
   */
  readonly shockRatio?: number;
  /** Contacts that fit before the set grows. Default 64. */
  readonly capacity?: number;
}

const none = -1;
const single = [1] as const;
/** A vector that methods pass to each other, and the length of the last push. */
const vector = /* @__PURE__ */ new Float64Array(4);

/** A reusable set of particle contacts. */
export class ParticleContacts implements ParticleConstraint {
  /** How many contacts the set holds. */
  count = 0;
  /** μ of contacts that are added next. */
  friction: number;
  /** e of contacts that are added next. */
  restitution: number;
  /** Approach speed below which nothing bounces. */
  restitutionSpeed: number;
  /** How many times as heavy the heavier side must be to yield after the last sweep. */
  shockRatio: number;
  /** Six particles per contact, three of A and three of B, −1 for none. */
  ids: Int32Array;
  /** Barycentric weight of each particle. */
  weights: Float64Array;
  /** Unit normals from A to B. */
  normals: Float64Array;
  /** Required `(p_B − p_A)·n`. */
  separations: Float64Array;
  /** μ of each contact. */
  frictions: Float64Array;
  /** e of each contact. */
  restitutions: Float64Array;
  /** World point of contacts without an element B. */
  anchors: Float64Array;
  /** Displacement of the world point during the substep. */
  anchorMotions: Float64Array;
  /** Total displacement along the normal since the substep began; positive where the contact pushed. */
  pushes: Float64Array;
  private approaches: Float64Array;

  constructor(options: ParticleContactsOptions = {}) {
    tellUnknown('options', options, [
      'friction',
      'restitution',
      'restitutionSpeed',
      'shockRatio',
      'capacity',
    ]);
    const { friction = 0, restitution = 0, restitutionSpeed = 0.5, shockRatio = 10, capacity = 64 } = options;
    requireNonNegative('friction', friction);
    requireFraction('restitution', restitution);
    requireNonNegative('restitutionSpeed', restitutionSpeed);
    if (!(shockRatio >= 1)) throw new RangeError(`shockRatio must be at least 1, got ${shockRatio}`);
    requireInteger('capacity', capacity, 1, 0x0fffffff);
    this.friction = friction;
    this.restitution = restitution;
    this.restitutionSpeed = restitutionSpeed;
    this.shockRatio = shockRatio;
    this.ids = new Int32Array(6 * capacity);
    this.weights = new Float64Array(6 * capacity);
    this.normals = new Float64Array(3 * capacity);
    this.separations = new Float64Array(capacity);
    this.frictions = new Float64Array(capacity);
    this.restitutions = new Float64Array(capacity);
    this.anchors = new Float64Array(3 * capacity);
    this.anchorMotions = new Float64Array(3 * capacity);
    this.pushes = new Float64Array(capacity);
    this.approaches = new Float64Array(capacity);
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
    const at = this.append(normal, separation);
    this.setElement(6 * at, elementA, weightsA);
    this.setElement(6 * at + 3, elementB, weightsB);
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
    const at = this.append(normal, separation);
    this.setElement(6 * at, element, weights);
    this.ids.fill(none, 6 * at + 3, 6 * at + 6);
    for (let axis = 0; axis < 3; axis++) {
      this.anchors[3 * at + axis] = point[axis];
      this.anchorMotions[3 * at + axis] = motion ? motion[axis] : 0;
    }
    return at;
  }

  /** Adds a contact that keeps two particles at least `separation` apart. */
  addParticles(a: number, b: number, normal: ReadonlyVec3, separation: number): number {
    const at = this.append(normal, separation);
    this.setSingle(6 * at, a);
    this.setSingle(6 * at + 3, b);
    return at;
  }

  /** Adds a contact between a particle and a static world point. */
  addParticleStatic(particle: number, point: ReadonlyVec3, normal: ReadonlyVec3, separation: number): number {
    const at = this.addStatic(single, single, point, normal, separation);
    this.ids[6 * at] = particle;
    return at;
  }

  private setSingle(at: number, particle: number): void {
    this.ids[at] = particle;
    this.weights[at] = 1;
    this.ids[at + 1] = this.ids[at + 2] = none;
  }

  private setElement(at: number, element: ArrayLike<number>, weights: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) {
      this.ids[at + k] = k < element.length ? element[k] : none;
      this.weights[at + k] = k < element.length ? weights[k] : 0;
    }
  }

  private append(normal: ReadonlyVec3, separation: number): number {
    requireFinite('separation', separation);
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    const square = x * x + y * y + z * z;
    if (!(Math.abs(square - 1) < 1e-6))
      throw new RangeError(`normal must have unit length, got (${x}, ${y}, ${z})`);
    const at = this.count++;
    if (at === this.separations.length) this.grow();
    this.normals[3 * at] = x;
    this.normals[3 * at + 1] = y;
    this.normals[3 * at + 2] = z;
    this.separations[at] = separation;
    this.frictions[at] = this.friction;
    this.restitutions[at] = this.restitution;
    this.pushes[at] = 0;
    return at;
  }

  private grow(): void {
    this.ids = grown(this.ids);
    this.weights = grown(this.weights);
    this.normals = grown(this.normals);
    this.separations = grown(this.separations);
    this.frictions = grown(this.frictions);
    this.restitutions = grown(this.restitutions);
    this.anchors = grown(this.anchors);
    this.anchorMotions = grown(this.anchorMotions);
    this.pushes = grown(this.pushes);
    this.approaches = grown(this.approaches);
  }

  /** Writes `p_B − p_A` of contact `c` to {@link vector}. */
  private difference(positions: Float64Array, c: number): void {
    const { ids, weights, anchors } = this;
    const isStatic = ids[6 * c + 3] < 0;
    let x = isStatic ? anchors[3 * c] : 0;
    let y = isStatic ? anchors[3 * c + 1] : 0;
    let z = isStatic ? anchors[3 * c + 2] : 0;
    for (let k = 6 * c; k < 6 * c + 6; k++) {
      const i = 3 * ids[k];
      if (i < 0) continue;
      const weight = k < 6 * c + 3 ? -weights[k] : weights[k];
      x += weight * positions[i];
      y += weight * positions[i + 1];
      z += weight * positions[i + 2];
    }
    vector[0] = x;
    vector[1] = y;
    vector[2] = z;
  }

  /** Writes the relative displacement of contact `c` in this substep, B against A, to {@link vector}. */
  private motion(system: ParticleSystem, c: number): void {
    const { ids, weights, anchorMotions } = this;
    const { positions, previousPositions } = system;
    const isStatic = ids[6 * c + 3] < 0;
    let x = isStatic ? anchorMotions[3 * c] : 0;
    let y = isStatic ? anchorMotions[3 * c + 1] : 0;
    let z = isStatic ? anchorMotions[3 * c + 2] : 0;
    for (let k = 6 * c; k < 6 * c + 6; k++) {
      const i = 3 * ids[k];
      if (i < 0) continue;
      const weight = k < 6 * c + 3 ? -weights[k] : weights[k];
      x += weight * (positions[i] - previousPositions[i]);
      y += weight * (positions[i + 1] - previousPositions[i + 1]);
      z += weight * (positions[i + 2] - previousPositions[i + 2]);
    }
    vector[0] = x;
    vector[1] = y;
    vector[2] = z;
  }

  /**
   * Moves the points of contact `c` apart by {@link vector}, A backwards and B forwards; only the particles
   * in slots `first` to `end` move. False when none of them can.
   */
  private part(
    target: Float64Array,
    inverseMasses: Float64Array,
    c: number,
    first: number,
    end: number,
  ): boolean {
    const { ids, weights } = this;
    let mobility = 0;
    for (let k = 6 * c + first; k < 6 * c + end; k++)
      if (ids[k] >= 0) mobility += inverseMasses[ids[k]] * weights[k] * weights[k];
    if (mobility === 0) return false;
    const x = vector[0] / mobility;
    const y = vector[1] / mobility;
    const z = vector[2] / mobility;
    for (let k = 6 * c + first; k < 6 * c + end; k++) {
      const id = ids[k];
      if (id < 0) continue;
      const s = k < 6 * c + 3 ? -inverseMasses[id] * weights[k] : inverseMasses[id] * weights[k];
      target[3 * id] += x * s;
      target[3 * id + 1] += y * s;
      target[3 * id + 2] += z * s;
    }
    return true;
  }

  /**
   * Pushes contact `c` out of its overlap and records how far; false when there is none or nothing can move.
   */
  private push(system: ParticleSystem, c: number, first: number, end: number): boolean {
    const { normals } = this;
    const { positions, inverseMasses } = system;
    const nx = normals[3 * c];
    const ny = normals[3 * c + 1];
    const nz = normals[3 * c + 2];
    this.difference(positions, c);
    const short = this.separations[c] - (vector[0] * nx + vector[1] * ny + vector[2] * nz);
    if (!(short > 0)) return false;
    vector[0] = nx * short;
    vector[1] = ny * short;
    vector[2] = nz * short;
    if (!this.part(positions, inverseMasses, c, first, end)) return false;
    this.pushes[c] += short;
    vector[3] = short;
    return true;
  }

  /** Remembers the approach of every contact, for restitution. */
  begin(system: ParticleSystem): void {
    const { normals } = this;
    for (let c = 0; c < this.count; c++) {
      this.motion(system, c);
      this.pushes[c] = 0;
      this.approaches[c] =
        vector[0] * normals[3 * c] + vector[1] * normals[3 * c + 1] + vector[2] * normals[3 * c + 2];
    }
  }

  /** One sweep: pushes overlapping contacts apart, with friction. */
  project(system: ParticleSystem): void {
    const { normals, frictions } = this;
    for (let c = 0; c < this.count; c++) {
      if (!this.push(system, c, 0, 6) || frictions[c] === 0) continue;
      const grip = frictions[c] * vector[3];
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      this.motion(system, c);
      const along = vector[0] * nx + vector[1] * ny + vector[2] * nz;
      const tx = vector[0] - along * nx;
      const ty = vector[1] - along * ny;
      const tz = vector[2] - along * nz;
      const slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
      const hold = slip <= grip ? -1 : -grip / slip;
      vector[0] = tx * hold;
      vector[1] = ty * hold;
      vector[2] = tz * hold;
      this.part(system.positions, system.inverseMasses, c, 0, 6);
    }
  }

  /**
   * First slot of the side of contact `c` that can move and is heavier than the other by more than the shock
   * ratio, or −1.
   */
  private heavierSide(inverseMasses: Float64Array, c: number): number {
    const { ids, weights, shockRatio } = this;
    let a = 0;
    let b = 0;
    for (let k = 6 * c; k < 6 * c + 6; k++) {
      if (ids[k] < 0) continue;
      const mobility = inverseMasses[ids[k]] * weights[k] * weights[k];
      if (k < 6 * c + 3) a += mobility;
      else b += mobility;
    }
    if (a > 0 && a * shockRatio < b) return 0;
    return b > 0 && b * shockRatio < a ? 3 : -1;
  }

  /** Sets the relative normal velocity of the contacts that pushed, after shock propagation. */
  end(system: ParticleSystem, dt: number): void {
    const { normals } = this;
    const { inverseMasses, previousPositions } = system;
    for (let c = 0; c < this.count; c++) {
      const side = this.heavierSide(inverseMasses, c);
      if (side >= 0) this.push(system, c, side, side + 3);
    }
    const slow = this.restitutionSpeed * dt;
    for (let c = 0; c < this.count; c++) {
      if (this.pushes[c] <= 0) continue;
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      const approach = this.approaches[c];
      const target = approach < -slow ? -this.restitutions[c] * approach : 0;
      this.motion(system, c);
      const change = vector[0] * nx + vector[1] * ny + vector[2] * nz - target;
      vector[0] = nx * change;
      vector[1] = ny * change;
      vector[2] = nz * change;
      this.part(previousPositions, inverseMasses, c, 0, 6);
    }
  }
}
