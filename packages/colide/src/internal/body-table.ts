/**
 * The bodies of a world: state in flat arrays that grow, what each is made of, and where the frame of its shape is.
 *
 * A rigid body moves about its centre of mass along its principal axes; the user's frame is that of the shape. The offset
 * between both is found when a body is added, and the colliders carry it.
 */
import type { ConvexShape, HalfSpace } from '@colide/geometry';
import { poseCompose, poseInvert } from '@colide/math';
import { ColliderSet, type ConvexPairTest, colliderKind } from '@colide/narrowphase';
import { principalInertia, RigidBodies } from '@colide/solvers';
import type { MeshShape } from '@colide/spatial';
import type { mat3, quat, ReadonlyQuat, ReadonlyVec3, vec3 } from 'gl-matrix';
import type { BodySettings } from '../body-settings.ts';
import { copied } from './copied.ts';
import { requireSettings } from './settings-checks.ts';

const center = /* @__PURE__ */ new Float64Array(3) as unknown as vec3;
const inertia = /* @__PURE__ */ new Float64Array(9) as unknown as mat3;
const moments = /* @__PURE__ */ new Float64Array(3) as unknown as vec3;
const axes = /* @__PURE__ */ new Float64Array(4) as unknown as quat;
const position = /* @__PURE__ */ new Float64Array(3) as unknown as vec3;
const rotation = /* @__PURE__ */ new Float64Array(4) as unknown as quat;

/** State of a slot: not in use, or one of the body types. */
export const slot = { free: 0, dynamic: 1, static: 2, kinematic: 3 } as const;

/** What bodies are like to touch, by body id. */
export interface BodyMaterials {
  readonly frictions: Float64Array;
  readonly restitutions: Float64Array;
  readonly groups: Uint32Array;
  readonly masks: Uint32Array;
  /** 1 for bodies that only report whom they touch. */
  readonly sensors: Uint8Array;
}

/** The bodies of a world and their colliders. */
export class BodyTable implements BodyMaterials {
  /** State by body id; unused ids sleep and have no mass. Replaced when the table grows. */
  state = new RigidBodies({ count: 16 });
  /** One of {@link slot} each. */
  slots = new Uint8Array(16);
  frictions = new Float64Array(16);
  restitutions = new Float64Array(16);
  groups = new Uint32Array(16);
  masks = new Uint32Array(16);
  sensors = new Uint8Array(16);
  /** Half the smallest side of the box around the shape, as it was given. */
  thicknesses = new Float64Array(16);
  /** Rates at which velocity and angular velocity fade, two a body. */
  dampings = new Float64Array(2 * 16);
  /** Whether a body must not pass through others that move, either. */
  bullets = new Uint8Array(16);
  /** The frame of the shape in the frame of the body: position and quaternion, seven numbers. */
  offsets = new Float64Array(7 * 16);
  /** Ids below this one have been given out. */
  idCount = 0;
  /** Number of bodies. */
  size = 0;
  readonly colliders: ColliderSet;
  /** The colliders of each body. */
  readonly collidersOf: number[][] = [];
  /** The mesh of each collider that is one. */
  readonly meshes: (MeshShape | undefined)[] = [];
  /** Ids that are given out again, the last one first. */
  readonly freeIds: number[] = [];

  /**
   * @param margin how far apart surfaces may be and still give contact points
   * @param test asked before GJK and EPA
   */
  constructor(margin: number, test?: ConvexPairTest) {
    this.colliders = new ColliderSet(margin, test);
    retire(this.state, 0);
  }

  /** Adds a body and its colliders; returns its id. Throws before anything has changed. */
  add(settings: BodySettings): number {
    const { shape, type = 'dynamic', density = 1000, friction = 0.6, restitution = 0 } = settings;
    const { group = 1, mask = 0xffffffff, sensor = false, bullet = false } = settings;
    requireSettings(settings);
    const fixed = 'offset' in shape;
    const kind = fixed ? slot.static : slot[type];
    const moves = kind === slot.dynamic;
    const mass = moves ? density * (shape as ConvexShape).volume : 0;
    const body = this.freeIds.pop() ?? this.idCount++;
    if (body >= this.slots.length) this.grow();
    this.size++;
    this.slots[body] = kind;
    this.frictions[body] = friction;
    this.restitutions[body] = restitution;
    this.groups[body] = group;
    this.masks[body] = mask;
    this.sensors[body] = sensor ? 1 : 0;
    this.bullets[body] = bullet ? 1 : 0;
    this.dampings[2 * body] = settings.linearDamping ?? 0;
    this.dampings[2 * body + 1] = settings.angularDamping ?? 0;
    this.thicknesses[body] = fixed ? Infinity : thickness(shape as ConvexShape);
    this.setFrame(body, shape, mass);
    this.setPose(body, settings.position ?? [0, 0, 0], settings.rotation ?? [0, 0, 0, 1]);
    this.state.setVelocity(body, settings.velocity ?? [0, 0, 0], settings.angularVelocity ?? [0, 0, 0]);
    this.addColliders(body, shape);
    return body;
  }

  /** Takes a body out. Its id is given out again. */
  remove(body: number): void {
    this.requireBody(body);
    for (const collider of this.collidersOf[body]!) this.colliders.remove(collider);
    this.collidersOf[body] = [];
    this.slots[body] = slot.free;
    this.size--;
    retire(this.state, body, body + 1);
    this.freeIds.push(body);
  }

  /** Slows down what has damping: a rate r leaves 1 / (1 + r dt) of a velocity. */
  damp(dt: number): void {
    const { dampings, slots, idCount } = this;
    const { asleep, velocities, angularVelocities } = this.state;
    for (let body = 0; body < idCount; body++) {
      const linear = dampings[2 * body]!;
      const angular = dampings[2 * body + 1]!;
      if (linear + angular === 0 || slots[body] !== slot.dynamic || asleep[body] === 1) continue;
      for (let k = 3 * body; k < 3 * body + 3; k++) {
        velocities[k] = velocities[k]! / (1 + linear * dt);
        angularVelocities[k] = angularVelocities[k]! / (1 + angular * dt);
      }
    }
  }

  /** Puts the frame of the shape at a pose. */
  setPose(body: number, at: ReadonlyVec3, turn: ReadonlyQuat): void {
    // The body is where the frame of the shape, taken back by the offset, is.
    this.readOffset(body);
    poseInvert(position, rotation, position, rotation);
    const length = Math.hypot(turn[0]!, turn[1]!, turn[2]!, turn[3]!);
    for (let k = 0; k < 4; k++) axes[k] = turn[k]! / length;
    poseCompose(position, rotation, at, axes, position, rotation);
    this.state.setPose(body, position, rotation);
  }

  /** Writes the pose of the frame of the shape. */
  getPose(outPosition: vec3, outRotation: quat, body: number): void {
    this.readOffset(body);
    this.state.getPose(outPosition, outRotation, body);
    poseCompose(outPosition, outRotation, outPosition, outRotation, position, rotation);
  }

  /** Whether a body is a half-space: without a box, and placed by its normal and offset alone. */
  isHalfSpace(body: number): boolean {
    return this.colliders.kinds[this.collidersOf[body]![0]!] === colliderKind.plane;
  }

  /** Throws unless there is such a body. */
  requireBody(body: number): void {
    if (!(body < this.idCount && this.slots[body]! > 0))
      throw new RangeError(`body must be the id of a body of the world, got ${body}`);
  }

  private readOffset(body: number): void {
    for (let k = 0; k < 3; k++) position[k] = this.offsets[7 * body + k]!;
    for (let k = 0; k < 4; k++) rotation[k] = this.offsets[7 * body + 3 + k]!;
  }

  /** Sets mass and moments, 0 for none, and the offset of the shape from the centre of mass and the principal axes. */
  private setFrame(body: number, shape: BodySettings['shape'], mass: number): void {
    const { state, offsets } = this;
    offsets.fill(0, 7 * body, 7 * body + 6)[7 * body + 6] = 1;
    if (mass === 0) {
      state.setStatic(body);
      return;
    }
    const solid = shape as ConvexShape;
    solid.centerOfMass(center);
    solid.inertia(inertia);
    for (let k = 0; k < 9; k++) inertia[k]! *= mass / solid.volume;
    if (isDiagonal(inertia)) {
      for (let k = 0; k < 3; k++) moments[k] = inertia[4 * k]!;
      axes[0] = axes[1] = axes[2] = 0;
      axes[3] = 1;
    } else principalInertia(moments, axes, inertia);
    state.setMass(body, mass, moments);
    poseInvert(position, rotation, center, axes);
    for (let k = 0; k < 3; k++) offsets[7 * body + k] = position[k]!;
    for (let k = 0; k < 4; k++) offsets[7 * body + 3 + k] = rotation[k]!;
  }

  private addColliders(body: number, shape: BodySettings['shape']): void {
    const list: number[] = [];
    this.collidersOf[body] = list;
    if (!('children' in shape)) {
      this.readOffset(body);
      list.push(this.colliders.add(body, shape as ConvexShape | HalfSpace, position, rotation));
    } else
      for (const [i, { shape: part, position: place }] of shape.children.entries()) {
        this.readOffset(body);
        poseCompose(position, rotation, position, rotation, place as unknown as vec3, shape.rotations[i]!);
        list.push(this.colliders.add(body, part, position, rotation));
      }
    for (const collider of list) {
      this.meshes[collider] = 'mesh' in shape ? shape : undefined;
      this.colliders.place(collider, this.state.positions, this.state.quaternions);
    }
  }

  private grow(): void {
    const room = 2 * this.slots.length;
    const old = this.state;
    const state = new RigidBodies({ count: room });
    retire(state, old.count);
    for (const name of stateArrays) (state[name] as Float64Array).set(old[name] as Float64Array);
    this.state = state;
    this.slots = copied(new Uint8Array(room), this.slots);
    this.frictions = copied(new Float64Array(room), this.frictions);
    this.restitutions = copied(new Float64Array(room), this.restitutions);
    this.groups = copied(new Uint32Array(room), this.groups);
    this.masks = copied(new Uint32Array(room), this.masks);
    this.sensors = copied(new Uint8Array(room), this.sensors);
    this.thicknesses = copied(new Float64Array(room), this.thicknesses);
    this.dampings = copied(new Float64Array(2 * room), this.dampings);
    this.bullets = copied(new Uint8Array(room), this.bullets);
    this.offsets = copied(new Float64Array(7 * room), this.offsets);
  }
}

/** Puts slots that are not in use to sleep, without mass. */
function retire(state: RigidBodies, first: number, end = state.count): void {
  for (let body = first; body < end; body++) state.setStatic(body);
  state.asleep.fill(1, first, end);
}

const sides = /* @__PURE__ */ new Float64Array(6);

function thickness(shape: ConvexShape): number {
  shape.aabb(sides);
  return 0.5 * Math.min(sides[3]! - sides[0]!, sides[4]! - sides[1]!, sides[5]! - sides[2]!);
}

function isDiagonal(m: ArrayLike<number>): boolean {
  const off = Math.max(Math.abs(m[1]!), Math.abs(m[2]!), Math.abs(m[5]!));
  return off <= 1e-12 * (m[0]! + m[4]! + m[8]!);
}

/** The arrays that make up the state of rigid bodies. */
export const stateArrays = [
  'positions',
  'quaternions',
  'velocities',
  'angularVelocities',
  'inverseMasses',
  'inverseMoments',
  'worldInverseInertias',
  'restTimes',
  'asleep',
] as const satisfies readonly (keyof RigidBodies)[];
