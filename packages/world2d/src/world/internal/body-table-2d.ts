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
  /** Moments of inertia of bodies that may turn. */
  moments = new Float64Array(16);
  /** Force and torque that wait for the next step, three numbers per body. */
  forces = new Float64Array(48);
  /**
   * How far the centre of the thinnest part is inside it, and the radius of a disc around it that holds the
   * shape.
   */
  thicknesses = new Float64Array(16);
  radii = new Float64Array(16);
  /** How far from its centre a body has points that turning moves: a ball turns in its place. */
  reaches = new Float64Array(16);
  /**
   * How far each body may move in the next step, at most half its thickness: contacts are looked for as far
   * away.
   */
  margins = new Float64Array(16);
  /** How many bodies had been added when each was, itself included. */
  births = new Float64Array(16);
  birthCount = 0;
  /** The joints between the bodies, once there are any. */
  joints: RigidJoints2d | undefined;
  /** What may take contacts out of a step, if anything does. */
  rules: ContactFilter2d | undefined;
  readonly userData: unknown[] = [];
  /** What bodies were made of, and how often that, or a material, has changed. */
  readonly builds: (BodyBuild2d | undefined)[] = [];
  changes = 0;
  /** Ids below this one have been given out. */
  idCount = 0;
  count = 0;
  /** The parts of all bodies, by collider, and whose they are; −1 for none. */
  readonly parts: PosedShape2d[] = [];
  partBodies = new Int32Array(16);
  readonly collidersOf: number[][] = [];
  /** Where the searches for free ids of bodies and colliders begin: after those given out last. */
  nextId = 0;
  nextCollider = 0;
  /** Number of colliders in use. */
  colliderCount = 0;
  /** Colliders to be given out before others, the last first. */
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

  /** Makes a body without colliders of what is planned, with what is given of a material. */
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

  /** Lets the colliders of a body follow it. */
  place(body: number): void {
    const { positions, rotations } = this.state;
    const list = this.collidersOf[body];
    for (let i = 0; i < list.length; i++) this.parts[list[i]].follow(positions, rotations, body);
  }

  /** Sets what is given of a material. */
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

  /** Takes the colliders of a body away. */
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
   * The id of a new body. Free ids take turns, so that one is not reused while others are still to come;
   * which one is next follows from the ids in use and one number.
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

  /** A free collider, found as ids are. */
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

  /** Foresees how far bodies move in a step of `dt`. */
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

  /** Makes ids free: asleep, without mass, velocity and forces. */
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
      if (name !== 'count')
        (this.state[name as keyof RigidBodies2d] as Float64Array).set(value as Float64Array);
  }
}

/** How far its centre is inside a part: the least of the distances to its edges, and its radius. */
function thicknessOf({ points, normals, center, count, radius }: PosedShape2d): number {
  let least = count > 2 ? Infinity : 0;
  for (let i = 0; i < 2 * count && count > 2; i += 2)
    least = Math.min(
      least,
      normals[i] * (points[i] - center[0]) + normals[i + 1] * (points[i + 1] - center[1]),
    );
  return radius + Math.max(0, least);
}
