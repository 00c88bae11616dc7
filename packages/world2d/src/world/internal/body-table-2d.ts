/**
 * The bodies of a planar world: state in flat arrays that grow, materials, and colliders, which are the
 * convex parts of their shapes. A body is simulated in the frame of its centre of mass.
 */
import { grown, refuse } from '@colide/core';
import type { PosedShape2d } from '@colide/narrowphase';
import { RigidBodies2d, type RigidJoints2d } from '@colide/solvers';
import { type BodyPlan2d, bodyTypes2d, defaultMaterial2d } from '../../bodies/body-checks-2d.ts';
import type { BodyBuild2d, BodyMaterial2d, BodySettings2d } from '../../bodies/body-settings-2d.ts';
import { dynamicSlot, freeSlot, staticSlot } from './planar-constants.ts';

/** Rules that may ignore contacts. */
export interface ContactFilter2d {
  /** Whether a body may pass through `tile` and not through another one beside it. */
  mayIgnore(body: number, tile: number, other: number): boolean;
}

/** The bodies of a world and their colliders. */
export class BodyTable2d {
  /** State by body id; unused ids sleep and have no mass. Replaced when the table grows. */
  state = new RigidBodies2d({ count: 16 });
  /** Type of the body with each id, or none: see `planar-constants.ts`. */
  slots = new Uint8Array(16);
  frictions = new Float64Array(16);
  restitutions = new Float64Array(16);
  rollingFrictions = new Float64Array(16);
  linearDampings = new Float64Array(16);
  angularDampings = new Float64Array(16);
  groups = new Uint32Array(16);
  masks = new Uint32Array(16);
  bullets = new Uint8Array(16);
  sensors = new Uint8Array(16);
  lockedRotations = new Uint8Array(16);
  /** Centre of mass in the frame of the shape. */
  centers = new Float64Array(32);
  /** Moments of inertia of bodies that may rotate. */
  moments = new Float64Array(16);
  /** Forces and torques that wait for the next step, three numbers per body. */
  forces = new Float64Array(48);
  /**
   * Depth of the centre of the thinnest part inside it, and the radius of a disc around it that contains the
   * shape.
   */
  thicknesses = new Float64Array(16);
  radii = new Float64Array(16);
  /** How far from its centre a body has points that a rotation moves: a ball rotates in place. */
  reaches = new Float64Array(16);
  /**
   * How far each body may move in the next step, at most half its thickness: contacts are searched up to this
   * distance.
   */
  margins = new Float64Array(16);
  /** Number of bodies added up to and including each one. */
  births = new Float64Array(16);
  birthCount = 0;
  /** The joints between the bodies, once there are any. */
  joints: RigidJoints2d | undefined;
  /** What may take contacts out of a step, if anything does. */
  rules: ContactFilter2d | undefined;
  readonly userData: unknown[] = [];
  /** Shape, mass and type of each body, and how often these, or a material, have changed. */
  readonly builds: (BodyBuild2d | undefined)[] = [];
  changes = 0;
  /** Ids below this one have been assigned. */
  idCount = 0;
  count = 0;
  /** The parts of all bodies, by collider, and the body of each; −1 for none. */
  readonly parts: PosedShape2d[] = [];
  partBodies = new Int32Array(16);
  readonly collidersOf: number[][] = [];
  /** Ids at which the searches for free bodies and colliders begin: those after the ones assigned last. */
  nextId = 0;
  nextCollider = 0;
  /** Number of colliders in use. */
  colliderCount = 0;
  /** Colliders to be assigned before others, the last first. */
  readonly reserved: number[] = [];

  constructor() {
    this.retire(0, 16);
  }

  /** Adds a body and its colliders; returns its id. */
  add(settings: BodySettings2d, plan: BodyPlan2d): number {
    const body = this.claimId();
    if (body >= this.slots.length) this.grow();
    this.count++;
    this.births[body] = ++this.birthCount;
    this.userData[body] = settings.userData;
    this.setMaterial(body, defaultMaterial2d);
    this.build(body, settings, plan);
    return body;
  }

  /** Builds a body without colliders from its plan and the given properties of a material. */
  build(body: number, settings: BodySettings2d, plan: BodyPlan2d): void {
    const { state } = this;
    const { shape, type, density, mass, inertia } = settings;
    this.builds[body] = { shape, type, density, mass, inertia } as BodyBuild2d;
    this.slots[body] = 1 + bodyTypes2d.indexOf(plan.type);
    state.vacant[body] = 0;
    this.moments[body] = plan.moment;
    state.setMass(body, plan.mass, plan.moment);
    this.centers.set(plan.center, 2 * body);
    this.setMaterial(body, settings);
    this.setPose(body, plan.position, plan.rotation);
    state.setVelocity(body, plan.velocity, plan.angularVelocity);
    this.addColliders(body, plan.parts);
  }

  private addColliders(body: number, parts: readonly PosedShape2d[]): void {
    const list: number[] = [];
    let thickness = Infinity;
    let radius = 0;
    for (const part of parts) {
      const collider = this.reserved.pop() ?? this.findCollider();
      if (collider >= this.partBodies.length) this.partBodies = grown(this.partBodies);
      this.parts[collider] = part;
      this.partBodies[collider] = body;
      this.nextCollider = collider + 1;
      this.colliderCount++;
      list.push(collider);
      part.place(0, 0, 1, 0);
      thickness = Math.min(thickness, thicknessOf(part));
      for (let i = 0; i < 2 * part.count; i += 2)
        radius = Math.max(radius, Math.hypot(part.points[i], part.points[i + 1]) + part.radius);
    }
    this.collidersOf[body] = list;
    this.thicknesses[body] = thickness;
    this.radii[body] = radius;
    this.reaches[body] = radius > thickness ? radius : 0;
    this.place(body);
  }

  /** Moves the colliders of a body to its pose. */
  place(body: number): void {
    const { positions, rotations } = this.state;
    const list = this.collidersOf[body];
    for (let i = 0; i < list.length; i++) this.parts[list[i]].follow(positions, rotations, body);
  }

  /** Sets the properties of a material that are given. */
  setMaterial(body: number, material: BodyMaterial2d): void {
    // Most settings have an array here, others one of the state.
    const arrays = this as unknown as Record<string, Float64Array | undefined>;
    for (const name in defaultMaterial2d) {
      const value = material[name as keyof BodyMaterial2d];
      const array = arrays[`${name}s`];
      if (value !== undefined && array) array[body] = Number(value);
    }
    const { gravityScales, speedLimits, sleepless, inverseMoments, angularVelocities, restTimes } =
      this.state;
    const { gravityScale, maxSpeed, maxAngularSpeed, canSleep } = material;
    if (gravityScale !== undefined) gravityScales[body] = gravityScale;
    if (maxSpeed !== undefined) speedLimits[2 * body] = maxSpeed;
    if (maxAngularSpeed !== undefined) speedLimits[2 * body + 1] = maxAngularSpeed;
    if (canSleep !== undefined) sleepless[body] = Number(!canSleep);
    const isLocked = this.lockedRotations[body] === 1 && this.slots[body] === dynamicSlot;
    inverseMoments[body] = isLocked ? 0 : 1 / this.moments[body];
    if (isLocked) angularVelocities[body] = 0;
    restTimes[body] = 0;
    this.changes++;
  }

  /** Removes the colliders of a body. */
  removeColliders(body: number): void {
    for (const collider of this.collidersOf[body]) {
      this.partBodies[collider] = -1;
      this.colliderCount--;
    }
    this.collidersOf[body] = [];
  }

  /** Removes a body. Its id is reused. */
  remove(body: number): void {
    this.removeColliders(body);
    this.userData[body] = this.builds[body] = undefined;
    this.count--;
    this.changes++;
    this.retire(body, body + 1);
  }

  /**
   * The id of a new body. Free ids are reused in rotation, so that each is left unused for as long as
   * possible; the next one follows from the ids in use and one number.
   */
  private claimId(): number {
    const { slots, idCount } = this;
    let id = idCount;
    if (this.count < idCount) {
      id = slots.indexOf(freeSlot, this.nextId);
      if (id < 0 || id >= idCount) id = slots.indexOf(freeSlot);
    } else this.idCount++;
    this.nextId = id + 1;
    return id;
  }

  /** A free collider, found in the same way as ids. */
  private findCollider(): number {
    const { partBodies } = this;
    const { length } = this.parts;
    if (this.colliderCount === length) return length;
    const found = partBodies.indexOf(-1, this.nextCollider);
    return found < 0 || found >= length ? partBodies.indexOf(-1) : found;
  }

  /** Applies the forces that wait, and damping: a rate r leaves 1 / (1 + r dt) of a velocity. */
  applyForces(dt: number): void {
    const { linearDampings, angularDampings, slots, idCount, forces } = this;
    const { asleep, velocities, angularVelocities, inverseMasses, inverseMoments } = this.state;
    for (let body = 0; body < idCount; body++) {
      if (slots[body] !== dynamicSlot || asleep[body] === 1) continue;
      const linear = 1 / (1 + linearDampings[body] * dt);
      const angular = 1 / (1 + angularDampings[body] * dt);
      for (let k = 0; k < 2; k++) {
        velocities[2 * body + k] =
          linear * (velocities[2 * body + k] + dt * inverseMasses[body] * forces[3 * body + k]);
        forces[3 * body + k] = 0;
      }
      angularVelocities[body] =
        angular * (angularVelocities[body] + dt * inverseMoments[body] * forces[3 * body + 2]);
      forces[3 * body + 2] = 0;
    }
  }

  /** Predicts how far bodies will move in a step of `dt`. */
  foresee(dt: number): void {
    const { velocities, asleep } = this.state;
    for (let body = 0; body < this.idCount; body++) {
      if (asleep[body] === 1) continue;
      const x = velocities[2 * body];
      const y = velocities[2 * body + 1];
      this.margins[body] = Math.min(dt * Math.sqrt(x * x + y * y), 0.5 * this.thicknesses[body]);
    }
  }

  /** Sets the pose of the shape; without `rotation` it keeps its rotation. */
  setPose(body: number, position: Float64Array, rotation?: Float64Array): void {
    const { positions, rotations, restTimes } = this.state;
    if (rotation) rotations.set(rotation, 2 * body);
    const c = rotations[2 * body];
    const s = rotations[2 * body + 1];
    const x = this.centers[2 * body];
    const y = this.centers[2 * body + 1];
    positions[2 * body] = position[0] + c * x - s * y;
    positions[2 * body + 1] = position[1] + s * x + c * y;
    restTimes[body] = 0;
  }

  /** Whether there is such a body. */
  has(body: number): boolean {
    return typeof body === 'number' && this.slots[body] > 0;
  }

  /** Whether a body never moves. */
  isStatic(body: number): boolean {
    return this.slots[body] === staticSlot;
  }

  /** Throws unless there is such a body. */
  requireBody(body: number, name = 'body'): void {
    if (!this.has(body)) refuse(name, 'be the id of a body', body);
  }

  /** Whether two bodies may collide, by their groups and masks and by the joints between them. */
  mayCollide(a: number, b: number): boolean {
    const { groups, masks, joints } = this;
    return (groups[a] & masks[b]) !== 0 && (groups[b] & masks[a]) !== 0 && !joints?.separates(a, b);
  }

  /** Frees ids: their bodies are asleep, without mass, velocity and forces. */
  private retire(first: number, end: number): void {
    const { state } = this;
    for (let body = first; body < end; body++) state.setStatic(body);
    state.asleep.fill(1, first, end);
    state.vacant.fill(1, first, end);
    state.restTimes.fill(0, first, end);
    state.velocities.fill(0, 2 * first, 2 * end);
    state.angularVelocities.fill(0, first, end);
    this.slots.fill(freeSlot, first, end);
    this.forces.fill(0, 3 * first, 3 * end);
    this.margins.fill(0, first, end);
  }

  /** Makes room for twice as many bodies. */
  grow(): void {
    const old = this.state;
    const room = 2 * old.count;
    this.state = new RigidBodies2d({ count: room });
    // All arrays of the table, each as long as the bodies or the colliders need it.
    for (const [name, array] of Object.entries(this))
      if (ArrayBuffer.isView(array)) this[name as 'slots'] = grown(array as Uint8Array<ArrayBuffer>);
    this.retire(old.count, room);
    for (const [name, value] of Object.entries(old))
      if (name !== 'count') (this.state[name as keyof RigidBodies2d] as Float64Array).set(value);
  }
}

/** Depth of the centre inside a part: the least distance to its edges, plus its radius. */
function thicknessOf({ points, normals, center, count, radius }: PosedShape2d): number {
  let least = count > 2 ? Infinity : 0;
  for (let i = 0; i < 2 * count && count > 2; i += 2)
    least = Math.min(
      least,
      normals[i] * (points[i] - center[0]) + normals[i + 1] * (points[i + 1] - center[1]),
    );
  return radius + Math.max(0, least);
}
