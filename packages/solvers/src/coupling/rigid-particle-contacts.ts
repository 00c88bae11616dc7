/**
 * Contacts between elements made of particles and rigid bodies that have a solver of their own, with Coulomb
 * friction and restitution: cloth, ropes and soft bodies in a world of rigid ones.
 *
 * A contact joins a point of an element (one to three particles with barycentric weights b) with a point of a
 * body's surface, along a unit normal n from the body to the element. Where the distance along the normal
 * falls short of the required separation by s, the element moves by `λ w b n` and the body is pushed back by
 * λ, `λ = s/(Σ w b² + w_body)` with w_body the inverse effective mass of the body at that point: the momentum
 * that one side gains, the other loses. Friction takes back the tangential part of the relative motion in the
 * substep, by at most μ s. After the last sweep the relative normal velocity of contacts that pushed becomes
 * −e times the approach, so projecting overlap away leaves no velocity behind. This is the same as in
 * `particle-contacts`, where both sides are particles.
 *
 * Bodies move through the substeps in a `RigidSubsteps`, which must come before this among the constraints of
 * a step. Contacts are found by the caller, once per step; points that are still apart may be included
 * (speculative contacts) and act only if they meet.
 *
 * Cost O(contacts) per sweep; adding allocates only when the set grows.
 */
import {
  grown,
  type ReadonlyVec3,
  requireFinite,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
} from '@colide/core';
import { requireFraction } from '../internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import { BracedContacts } from './internal/braced-contacts.ts';
import { applyRigidPush, createRigidPush, rigidDisplacement, rigidMobility } from './internal/rigid-push.ts';
import { isStill, projectStill, stopStill } from './internal/still-contacts.ts';
import type { RigidSubsteps } from './rigid-substeps.ts';

const n = /* @__PURE__ */ new Float64Array(3);
const tangent = /* @__PURE__ */ new Float64Array(3);
const moved = /* @__PURE__ */ new Float64Array(3);
const before = /* @__PURE__ */ new Float64Array(3);
const push = /* @__PURE__ */ createRigidPush();
/**
 * The current contact: the distance by which its points have to part, and the mobility of its element. It is
 * a record because V8 may box fractions that are passed or returned.
 */
const present = { depth: 0.5, mobility: 0.5 };

/** A contact between an element of one to three particles and a rigid body. */
export interface RigidParticleContact {
  /** One to three particles. */
  readonly element: ArrayLike<number>;
  /** Barycentric weight of each particle. */
  readonly weights: ArrayLike<number>;
  readonly body: number;
  /** Point of the body's surface. */
  readonly point: ReadonlyVec3;
  /** Unit vector from the body to the element. */
  readonly normal: ReadonlyVec3;
  /** Required distance along the normal. Default 0. */
  readonly separation?: number;
  /** μ. Default 0. */
  readonly friction?: number;
  /** e. Default 0. */
  readonly restitution?: number;
}

/** Passes in which braced contacts set the velocity of a body that they carry together. */
const sharedPasses = 4;

/** A reusable set of contacts between particles and rigid bodies. */
export class RigidParticleContacts implements ParticleConstraint {
  /** How many contacts the set holds. */
  count = 0;
  /** Approach speed below which nothing bounces, in m/s. */
  restitutionSpeed = 0.5;
  /** Three particles per contact, −1 for none. */
  ids: Int32Array = new Int32Array(3 * 64);
  /** Barycentric weight of each particle. */
  weights: Float64Array = new Float64Array(3 * 64);
  /** Body of each contact. */
  bodies: Int32Array = new Int32Array(64);
  /** Points of the bodies' surfaces, with the bodies at the end of their step. */
  points: Float64Array = new Float64Array(3 * 64);
  /** Unit normals from the body to the element. */
  normals: Float64Array = new Float64Array(3 * 64);
  /** Required distances along the normals. */
  separations: Float64Array = new Float64Array(64);
  /** μ of each contact. */
  frictions: Float64Array = new Float64Array(64);
  /** e of each contact. */
  restitutions: Float64Array = new Float64Array(64);
  /** Displacement that each contact has caused in this substep. */
  pushes: Float64Array = new Float64Array(64);
  /** 1 for contacts whose particles are pressed against something behind them; see {@link brace}. */
  braced: Uint8Array = new Uint8Array(64);
  /** 1 for contacts that the functions of `still-contacts` solve. */
  private still: Uint8Array = new Uint8Array(64);
  private readonly substeps: RigidSubsteps;
  private readonly braces = new BracedContacts();
  private arms: Float64Array = new Float64Array(3 * 64);
  private approaches: Float64Array = new Float64Array(64);

  /** @param substeps the bodies */
  constructor(substeps: RigidSubsteps) {
    this.substeps = substeps;
  }

  /** Empties the set and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Adds a contact of `body` with the single particle `particle` and returns its index. The caller then
   * writes its point, normal, separation, friction and restitution to the arrays. Not checked.
   */
  append(body: number, particle: number): number {
    const at = this.count++;
    if (at === this.bodies.length) this.grow();
    this.bodies[at] = body;
    this.ids[3 * at] = particle;
    this.ids[3 * at + 1] = this.ids[3 * at + 2] = -1;
    this.weights[3 * at] = 1;
    this.weights[3 * at + 1] = this.weights[3 * at + 2] = 0;
    this.braced[at] = 0;
    this.still[at] = 0;
    this.substeps.touch(body);
    return at;
  }

  /** Adds a contact and returns its index. */
  add(contact: RigidParticleContact): number {
    const { element, weights, body, point, normal } = contact;
    const { separation = 0, friction = 0, restitution = 0 } = contact;
    requireInteger('body', body, 0, this.substeps.bodies.count - 1);
    requireFiniteArray('point', point, 3);
    const [x, y, z] = normal;
    if (!(Math.abs(x * x + y * y + z * z - 1) < 1e-6))
      throw new RangeError(`normal must have unit length, got (${x}, ${y}, ${z})`);
    requireFinite('separation', separation);
    requireNonNegative('friction', friction);
    requireFraction('restitution', restitution);
    const at = this.append(body, element[0]);
    for (let k = 0; k < 3; k++) {
      this.ids[3 * at + k] = k < element.length ? element[k] : -1;
      this.weights[3 * at + k] = k < element.length ? weights[k] : 0;
      this.points[3 * at + k] = point[k];
      this.normals[3 * at + k] = normal[k];
    }
    this.separations[at] = separation;
    this.frictions[at] = friction;
    this.restitutions[at] = restitution;
    return at;
  }

  /**
   * Finds the contacts whose particles are pressed against a body that cannot be pushed, from the other side:
   * they carry the body in front of them, however light they are. Call it when all contacts of a step are
   * known.
   */
  brace(system: ParticleSystem): void {
    this.braces.find(this, this.substeps, system);
    const { still, braced, restitutions, bodies } = this;
    for (let c = 0; c < this.count; c++)
      still[c] = braced[c] === 0 && restitutions[c] === 0 && isStill(this.substeps, bodies[c]) ? 1 : 0;
  }

  /** Remembers the approach of every contact that may bounce. */
  begin(system: ParticleSystem): void {
    const { arms, approaches, normals, bodies, points, pushes, restitutions, still, count } = this;
    const { positions: centers } = this.substeps.bodies;
    for (let c = 0, at = 0; c < count; c++, at += 3) {
      pushes[c] = 0;
      if (still[c] === 1) continue;
      const center = 3 * bodies[c];
      arms[at] = points[at] - centers[center];
      arms[at + 1] = points[at + 1] - centers[center + 1];
      arms[at + 2] = points[at + 2] - centers[center + 2];
      approaches[c] = 0;
      if (restitutions[c] === 0) continue;
      this.motion(system, c);
      approaches[c] = moved[0] * normals[at] + moved[1] * normals[at + 1] + moved[2] * normals[at + 2];
    }
  }

  /** One sweep: pushes apart contacts that are too close, with friction. */
  project(system: ParticleSystem): void {
    const { frictions, pushes, still, count } = this;
    for (let c = 0; c < count; c++) {
      if (still[c] === 1) {
        projectStill(this, system, c);
        continue;
      }
      this.measure(system.positions, c);
      if (!(present.depth > 0) || !this.part(system, c, n)) continue;
      pushes[c] += present.depth;
      if (frictions[c] > 0) this.rub(system, c);
    }
  }

  /**
   * Sets the relative normal velocity of the contacts that pushed. Contacts that share a body are solved in
   * several passes.
   */
  end(system: ParticleSystem, dt: number): void {
    const { pushes, braced, still } = this;
    for (let c = 0; c < this.count; c++)
      if (!(pushes[c] > 0)) continue;
      else if (still[c] === 1) stopStill(this, system, c);
      else if (braced[c] === 0) this.setSpeed(system, c, dt);
    for (let pass = 0; pass < sharedPasses; pass++)
      for (let c = 0; c < this.count; c++) if (pushes[c] > 0 && braced[c] === 1) this.setSpeed(system, c, dt);
  }

  /** Sets the relative normal velocity of contact `c`. */
  private setSpeed(system: ParticleSystem, c: number, dt: number): void {
    const { previousPositions, inverseMasses } = system;
    const { ids, weights, bodies } = this;
    const substeps = this.substeps;
    const approach = this.approaches[c];
    const target = approach < -this.restitutionSpeed * dt ? -this.restitutions[c] * approach : 0;
    this.velocity(system, c, dt);
    for (let k = 0; k < 3; k++) n[k] = this.normals[3 * c + k];
    const change = target - (moved[0] * n[0] + moved[1] * n[1] + moved[2] * n[2]);
    rigidMobility(push, substeps, bodies[c], this.arms, 3 * c, n);
    this.measureMobility(inverseMasses, c);
    const mobility = this.jointMobility(c);
    if (mobility === 0) return;
    const size = change / mobility;
    for (let k = 3 * c; k < 3 * c + 3 && present.mobility > 0 && ids[k] >= 0; k++) {
      const id = ids[k];
      const s = size * inverseMasses[id] * weights[k];
      previousPositions[3 * id] -= s * n[0];
      previousPositions[3 * id + 1] -= s * n[1];
      previousPositions[3 * id + 2] -= s * n[2];
    }
    if (push.mobility === 0) return;
    push.size = size / dt;
    applyRigidPush(substeps.motions, substeps, bodies[c], n, push);
  }

  /** Sets {@link n} and the depth in {@link present} to the missing separation of contact `c`. */
  private measure(positions: Float64Array, c: number): void {
    const { ids, weights, normals, points, arms } = this;
    const { shifts } = this.substeps;
    const first = 3 * c;
    const body = 6 * this.bodies[c];
    const rx = shifts[body + 3];
    const ry = shifts[body + 4];
    const rz = shifts[body + 5];
    let x = -points[first] - shifts[body] - (ry * arms[first + 2] - rz * arms[first + 1]);
    let y = -points[first + 1] - shifts[body + 1] - (rz * arms[first] - rx * arms[first + 2]);
    let z = -points[first + 2] - shifts[body + 2] - (rx * arms[first + 1] - ry * arms[first]);
    for (let k = first; k < first + 3 && ids[k] >= 0; k++) {
      const i = 3 * ids[k];
      x += weights[k] * positions[i];
      y += weights[k] * positions[i + 1];
      z += weights[k] * positions[i + 2];
    }
    n[0] = normals[first];
    n[1] = normals[first + 1];
    n[2] = normals[first + 2];
    present.depth = this.separations[c] - (x * n[0] + y * n[1] + z * n[2]);
  }

  /** Sets the mobility in {@link present} to that of the element of contact `c`. */
  private measureMobility(inverseMasses: Float64Array, c: number): void {
    const { ids, weights } = this;
    let mobility = 0;
    if (this.braced[c] === 0)
      for (let k = 3 * c; k < 3 * c + 3 && ids[k] >= 0; k++)
        mobility += inverseMasses[ids[k]] * weights[k] * weights[k];
    present.mobility = mobility;
  }

  /**
   * The mobility of the two points of contact `c` against each other; braced contacts share the mobility of
   * the body.
   */
  private jointMobility(c: number): number {
    return this.braced[c] === 1
      ? this.braces.shares[this.bodies[c]] * push.mobility
      : present.mobility + push.mobility;
  }

  /**
   * Moves the two points of contact `c` apart by the depth in {@link present}, along `direction`; false when
   * neither can move.
   */
  private part(system: ParticleSystem, c: number, direction: Float64Array): boolean {
    const { ids, weights, bodies } = this;
    const { positions, inverseMasses } = system;
    const substeps = this.substeps;
    rigidMobility(push, substeps, bodies[c], this.arms, 3 * c, direction);
    this.measureMobility(inverseMasses, c);
    const mobility = this.jointMobility(c);
    if (mobility === 0) return false;
    const size = present.depth / mobility;
    for (let k = 3 * c; k < 3 * c + 3 && present.mobility > 0 && ids[k] >= 0; k++) {
      const id = ids[k];
      const s = size * inverseMasses[id] * weights[k];
      positions[3 * id] += s * direction[0];
      positions[3 * id + 1] += s * direction[1];
      positions[3 * id + 2] += s * direction[2];
    }
    if (push.mobility > 0) {
      push.size = size;
      applyRigidPush(substeps.shifts, substeps, bodies[c], direction, push);
    }
    return true;
  }

  /** Friction of contact `c` after a push by the depth in {@link present}. */
  private rub(system: ParticleSystem, c: number): void {
    this.motion(system, c);
    const along = moved[0] * n[0] + moved[1] * n[1] + moved[2] * n[2];
    const x = moved[0] - along * n[0];
    const y = moved[1] - along * n[1];
    const z = moved[2] - along * n[2];
    const slip = Math.sqrt(x * x + y * y + z * z);
    if (slip === 0) return;
    tangent[0] = -x / slip;
    tangent[1] = -y / slip;
    tangent[2] = -z / slip;
    present.depth = Math.min(slip, this.frictions[c] * present.depth);
    this.part(system, c, tangent);
  }

  /**
   * Writes the relative displacement of contact `c` in this substep, element against body, to {@link moved}.
   */
  private motion(system: ParticleSystem, c: number): void {
    const { shifts, previousShifts } = this.substeps;
    rigidDisplacement(moved, shifts, this.bodies[c], this.arms, 3 * c);
    rigidDisplacement(before, previousShifts, this.bodies[c], this.arms, 3 * c);
    for (let k = 0; k < 3; k++) moved[k] = before[k] - moved[k];
    this.addElementMotion(system, c);
  }

  /** As {@link #motion}, with the velocity of the body as it is now. */
  private velocity(system: ParticleSystem, c: number, dt: number): void {
    rigidDisplacement(moved, this.substeps.motions, this.bodies[c], this.arms, 3 * c);
    for (let k = 0; k < 3; k++) moved[k] *= -dt;
    this.addElementMotion(system, c);
  }

  private addElementMotion(system: ParticleSystem, c: number): void {
    const { ids, weights } = this;
    const { positions, previousPositions } = system;
    for (let k = 3 * c; k < 3 * c + 3 && ids[k] >= 0; k++) {
      const i = 3 * ids[k];
      moved[0] += weights[k] * (positions[i] - previousPositions[i]);
      moved[1] += weights[k] * (positions[i + 1] - previousPositions[i + 1]);
      moved[2] += weights[k] * (positions[i + 2] - previousPositions[i + 2]);
    }
  }

  private grow(): void {
    this.ids = grown(this.ids);
    this.bodies = grown(this.bodies);
    this.weights = grown(this.weights);
    this.points = grown(this.points);
    this.normals = grown(this.normals);
    this.separations = grown(this.separations);
    this.frictions = grown(this.frictions);
    this.restitutions = grown(this.restitutions);
    this.pushes = grown(this.pushes);
    this.arms = grown(this.arms);
    this.approaches = grown(this.approaches);
    this.braced = grown(this.braced);
    this.still = grown(this.still);
  }
}
