/**
 * The bodies of a world: their state in flat arrays that grow, their materials, their colliders, and the pose
 * of each shape in its body.
 *
 * A rigid body is simulated in the frame of its centre of mass and principal axes; the user's frame is that
 * of the shape. The offset between the two is found when a body is added, and stored in the colliders.
 */
import { grown, type Quat, type ReadonlyQuat, type ReadonlyVec3, refuse, type Vec3 } from '@colide/core';
import type { Compound, ConvexShape, HalfSpace, HullShape, SurfaceMaterial } from '@colide/geometry';
import { poseCompose, poseInvert } from '@colide/math';
import { ColliderSet, type ConvexPairTest } from '@colide/narrowphase';
import { principalInertia, RigidBodies, type RigidJoints } from '@colide/solvers';
import type { MeshShape } from '@colide/spatial';
import {
  axisBits,
  type CompleteSettings,
  defaultMaterial,
  requireSettings,
} from '../../bodies/body-checks.ts';
import type { BodyMaterials } from '../../bodies/body-materials.ts';
import type { BodyBuild, BodyMaterial, BodySettings } from '../../bodies/body-settings.ts';
import { requireMoments, requireShapeBox } from '../../internal/shape-checks.ts';
import type { ColliderMaterials } from './collider-materials.ts';
import { Roundness } from './roundness.ts';

const center = /* @__PURE__ */ new Float64Array(3);
const inertia = /* @__PURE__ */ new Float64Array(9);
const moments = /* @__PURE__ */ new Float64Array(3);
const axes = /* @__PURE__ */ new Float64Array(4);
const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);

/** State of a slot: not in use, one of the body types, or a disabled body. */
export const slot = { free: 0, dynamic: 1, static: 2, kinematic: 3, disabled: 4 } as const;

/** Whether a body with this state of its slot may have a velocity. */
export function canMove(state: number): boolean {
  return state === slot.dynamic || state === slot.kinematic;
}

/** The settings of a material that have an array each. */
const materialNames = [
  'friction',
  'restitution',
  'linearDamping',
  'angularDamping',
  'group',
  'mask',
  'bullet',
  'sensor',
] as const;

/** Numbers per pose: position, then rotation. */
const poseSize = 7;
const positionAt = 0;
const rotationAt = 3;

/** Corrects contacts at the seams of ground made of many pieces; see `seam-contacts.ts`. */
export interface Seams {
  begin(): void;
  add(first: number, collider: number, piece: number): void;
  isOver(collider: number, piece: number, depth: number): boolean;
}

/** The bodies of a world and their colliders. */
export class BodyTable implements BodyMaterials {
  /**
   * State by body id; unused ids sleep and have no mass. A static body whose time at rest is 0 is new or was
   * changed. Replaced when the table grows.
   */
  state = new RigidBodies({ count: 16 });
  /** One of {@link slot} per id. */
  slots = new Uint8Array(16);
  frictions = new Float64Array(16);
  restitutions = new Float64Array(16);
  groups = new Uint32Array(16);
  masks = new Uint32Array(16);
  sensors = new Uint8Array(16);
  /** Depth of the centre of mass inside the shape; for a compound, the smallest over its parts. */
  thicknesses = new Float64Array(16);
  /** Radius of a ball around the centre of mass that contains the shape. */
  radii = new Float64Array(16);
  /** Rates at which velocity and angular velocity decay, in 1/s. */
  linearDampings = new Float64Array(16);
  angularDampings = new Float64Array(16);
  /** 1 for bodies that must not pass through moving bodies either. */
  bullets = new Uint8Array(16);
  /** The pose of the shape in the frame of the body, seven numbers per id: position, rotation. */
  offsets = new Float64Array(poseSize * 16);
  /** Number of bodies added up to and including each one, which distinguishes bodies with the same id. */
  births = new Uint32Array(16);
  /** Number of changes of the structure of bodies. */
  changes = 0;
  /** The joints between the bodies, if there are any. */
  joints: RigidJoints | undefined;
  /** Number of bodies ever added. */
  birthCount = 0;
  /** Shape, mass and type of each body. */
  readonly builds: (BodyBuild | undefined)[] = [];
  /** The user's data of each body. */
  readonly userData: unknown[] = [];
  /** Ids below this one have been assigned. */
  idCount = 0;
  /** Number of bodies. */
  count = 0;
  readonly colliders: ColliderSet;
  /** The colliders of each body. */
  readonly collidersOf: number[][] = [];
  /** The roundness of the colliders. */
  readonly roundness = new Roundness();
  /** The contacts at seams, unless rules may take out those of one of the pieces. */
  seams: Seams | undefined;
  /** The materials of parts of surfaces. */
  readonly surfaces: ColliderMaterials;
  /** The mesh of each collider that is a mesh. */
  readonly meshes: (MeshShape | undefined)[] = [];
  /** Id at which the search for a free one begins: the one after that assigned last. */
  nextId = 0;

  /**
   * @param margin how far apart surfaces may be and still give contact points
   * @param surfaces the materials of parts of surfaces
   * @param test called before GJK and EPA, for pairs of shapes without a kernel of their own
   */
  constructor(margin: number, surfaces: ColliderMaterials, test?: ConvexPairTest) {
    this.surfaces = surfaces;
    this.colliders = new ColliderSet(margin, test);
    retire(this.state, 0);
  }

  /** Adds a body and its colliders; returns its id. Throws before anything has changed. */
  add(settings: BodySettings): number {
    const complete = this.prepare(settings);
    const { idCount } = this;
    const body = this.claimId();
    while (body >= this.slots.length) this.grow();
    this.count++;
    this.births[body] = ++this.birthCount;
    this.userData[body] = settings.userData;
    this.state.vacant[body] = 0;
    this.setMaterial(body, defaultMaterial);
    this.setMaterial(body, settings);
    this.collidersOf[body] = [];
    try {
      this.build(body, settings, complete);
    } catch (error) {
      this.takeBack(body, idCount);
      throw error;
    }
    return body;
  }

  /**
   * Checks the settings of a body and finds its frame, for {@link build}, which must come next. A
   * user-defined shape may throw, so all its methods are called here, before anything changes.
   */
  prepare(settings: BodySettings): CompleteSettings {
    const complete = requireSettings(settings);
    findFrame(complete);
    return complete;
  }

  /**
   * Builds a body that has no colliders yet from prepared settings: frame, pose, velocities and colliders.
   */
  build(body: number, settings: BodySettings, complete: CompleteSettings): void {
    const { shape, type, mass } = complete;
    const { density, mass: weight, inertia: tensor, centerOfMass, enabled = true } = settings;
    const { state } = this;
    const build = { shape, type, density, mass: weight, inertia: tensor, centerOfMass, enabled };
    this.builds[body] = build as BodyBuild;
    this.changes++;
    this.slots[body] = slot[enabled ? type : 'disabled'];
    this.thicknesses[body] = extent.thickness;
    this.radii[body] = extent.radius + Math.hypot(position[0], position[1], position[2]);
    if (!enabled) moments.fill(Infinity);
    state.setMass(body, (enabled && mass) || Infinity, moments);
    this.offsets.set(position, poseSize * body + positionAt);
    this.offsets.set(rotation, poseSize * body + rotationAt);
    this.setPose(body, complete.position, complete.rotation);
    state.setVelocity(body, complete.velocity, complete.angularVelocity);
    if (enabled) this.addColliders(body, shape);
    else state.asleep[body] = 1;
  }

  /** Removes the colliders of a body. */
  removeColliders(body: number): void {
    for (const collider of this.collidersOf[body]) this.colliders.remove(collider);
    this.collidersOf[body] = [];
  }

  /** Sets the properties of a material that are given. */
  setMaterial(body: number, material: BodyMaterial): void {
    for (const name of materialNames)
      if (material[name] !== undefined) this[`${name}s`][body] = Number(material[name]);
    const { state } = this;
    const { gravityScales, speedLimits, locks, sleepless } = state;
    const {
      gravityScale = gravityScales[body],
      maxSpeed = speedLimits[2 * body],
      maxAngularSpeed = speedLimits[2 * body + 1],
      lockedTranslation,
      lockedRotation,
      canSleep = sleepless[body] === 0,
    } = material;
    gravityScales[body] = gravityScale;
    speedLimits[2 * body] = maxSpeed;
    speedLimits[2 * body + 1] = maxAngularSpeed;
    sleepless[body] = Number(!canSleep);
    const translations = lockedTranslation === undefined ? locks[body] & 7 : axisBits('', lockedTranslation);
    const rotations = lockedRotation === undefined ? locks[body] >> 3 : axisBits('', lockedRotation);
    state.setLocks(body, translations + 8 * rotations);
    state.restTimes[body] = 0;
    this.changes++;
  }

  /** Removes a body. Its id is reused. */
  remove(body: number): void {
    this.requireBody(body);
    this.removeColliders(body);
    this.slots[body] = slot.free;
    this.builds[body] = this.userData[body] = undefined;
    this.count--;
    this.setMaterial(body, defaultMaterial);
    retire(this.state, body, body + 1);
  }

  /** Undoes {@link add}, before which `idCount` ids had been assigned; the same one is next again. */
  takeBack(body: number, idCount: number): void {
    this.remove(body);
    this.idCount = idCount;
    this.nextId = body;
  }

  /**
   * The id of a new body. Free ids are reused in rotation, so that each is left unused for as long as
   * possible; the next one follows from the ids in use and one number.
   */
  private claimId(): number {
    const { slots, idCount } = this;
    let id = idCount;
    if (this.count < idCount) {
      id = slots.indexOf(slot.free, this.nextId);
      if (id < 0 || id >= idCount) id = slots.indexOf(slot.free);
    } else this.idCount++;
    this.nextId = id + 1;
    return id;
  }

  /** Applies damping: a rate r leaves 1 / (1 + r dt) of a velocity. */
  damp(dt: number): void {
    const { linearDampings, angularDampings, slots, idCount } = this;
    const { asleep, velocities, angularVelocities } = this.state;
    for (let body = 0; body < idCount; body++) {
      if (asleep[body] === 1 || slots[body] !== slot.dynamic) continue;
      const linear = linearDampings[body];
      const angular = angularDampings[body];
      if (linear + angular === 0) continue;
      for (let k = 3 * body; k < 3 * body + 3; k++) {
        velocities[k] = velocities[k] / (1 + linear * dt);
        angularVelocities[k] = angularVelocities[k] / (1 + angular * dt);
      }
    }
  }

  /** Sets the pose of the shape; without `shapeRotation` it keeps its rotation. */
  setPose(body: number, shapePosition: ReadonlyVec3, shapeRotation?: ReadonlyQuat): void {
    this.getPose(center, axes, body);
    if (shapeRotation) {
      const length = Math.hypot(shapeRotation[0], shapeRotation[1], shapeRotation[2], shapeRotation[3]);
      for (let k = 0; k < 4; k++) axes[k] = shapeRotation[k] / length;
    }
    // Body = shape · offset⁻¹; getPose has read the offset.
    poseInvert(position, rotation, position, rotation);
    poseCompose(position, rotation, shapePosition, axes, position, rotation);
    this.state.setPose(body, position, shapeRotation && rotation);
    this.state.restTimes[body] = 0;
  }

  /** Writes the pose of the shape. */
  getPose(outPosition: Vec3, outRotation: Quat, body: number): void {
    this.readOffset(body);
    this.state.getPose(outPosition, outRotation, body);
    poseCompose(outPosition, outRotation, outPosition, outRotation, position, rotation);
  }

  /** Whether a body is a half-space: without a box or a pose, given by normal and offset alone. */
  isHalfSpace(body: number): boolean {
    return this.builds[body]!.shape.kind === 'halfSpace';
  }

  /** Whether two bodies may collide, by their groups and masks and by the joints between them. */
  mayCollide(a: number, b: number): boolean {
    const { groups, masks, joints } = this;
    return (groups[a] & masks[b]) !== 0 && (groups[b] & masks[a]) !== 0 && !joints?.separates(a, b);
  }

  /** Whether there is such a body. */
  has(body: number): boolean {
    return typeof body === 'number' && this.slots[body] > 0;
  }

  /** Throws unless there is such a body. */
  requireBody(body: number, name = 'body'): void {
    if (!this.has(body)) refuse(name, 'be the id of a body', body);
  }

  /** Reads the pose of the shape in its body to {@link position} and {@link rotation}. */
  private readOffset(body: number): void {
    for (let k = 0; k < 3; k++) position[k] = this.offsets[poseSize * body + positionAt + k];
    for (let k = 0; k < 4; k++) rotation[k] = this.offsets[poseSize * body + rotationAt + k];
  }

  private addColliders(body: number, shape: BodySettings['shape']): void {
    if (shape.kind !== 'compound') {
      this.readOffset(body);
      const only = this.colliders.add(body, shape, position, rotation);
      this.addCollider(body, only, shape);
    } else
      for (const [i, { shape: part, position: childPosition }] of shape.children.entries()) {
        this.readOffset(body);
        poseCompose(position, rotation, position, rotation, childPosition, shape.rotations[i]);
        const collider = this.colliders.add(body, part, position, rotation);
        this.addCollider(body, collider, part, shape.materials?.[i], false);
      }
  }

  /** Records the properties of a new collider of a body, and moves it to the pose of the body. */
  private addCollider(
    body: number,
    collider: number,
    shape: ConvexShape | HalfSpace,
    material?: SurfaceMaterial,
    isWhole = true,
  ): void {
    const mesh = shape.kind === 'mesh' ? (shape as MeshShape) : undefined;
    this.collidersOf[body].push(collider);
    this.roundness.set(collider, shape, isWhole);
    this.surfaces.set(collider, material, mesh);
    this.meshes[collider] = mesh;
    this.colliders.place(collider, this.state.positions, this.state.rotations);
  }

  /** Adds a quarter to the capacity, and a little more; not twice as much, since loops go over all of it. */
  grow(): void {
    const room = (1.25 * this.slots.length + 16) & ~7;
    const old = this.state;
    const state = new RigidBodies({ count: room });
    retire(state, old.count);
    for (const [name, value] of Object.entries(old))
      if (name !== 'count') (state[name as keyof RigidBodies] as Float64Array).set(value);
    this.state = state;
    this.slots = grown(this.slots, room);
    this.thicknesses = grown(this.thicknesses, room);
    this.radii = grown(this.radii, room);
    this.births = grown(this.births, room);
    this.offsets = grown(this.offsets, poseSize * room);
    for (const name of materialNames)
      (this[`${name}s`] as Float64Array) = grown(this[`${name}s`] as Float64Array, room);
  }
}

/** Puts ids that are not in use to sleep, without mass. */
function retire(state: RigidBodies, first: number, end = state.count): void {
  for (let body = first; body < end; body++) state.setStatic(body);
  state.asleep.fill(1, first, end);
  state.vacant.fill(1, first, end);
}

/** Thickness and bounding radius of the last shape given to {@link findFrame}. */
const extent = { thickness: 0, radius: 0 };
const sides = /* @__PURE__ */ new Float64Array(6);
const noPlanes = /* @__PURE__ */ new Float64Array(0);

/**
 * Least distance of the centre of mass from the surface along the axes of a shape and the normals of a hull;
 * for a compound, the smallest over its parts. For a mesh half the smallest side of its box, or, if it is to
 * move under forces and is closed, the ratio of its volume and area.
 */
function thicknessOf(shape: ConvexShape | Compound | MeshShape, isDynamic: boolean): number {
  if (shape.kind === 'compound')
    return Math.min(...shape.children.map(child => thicknessOf(child.shape, isDynamic)));
  const isMesh = shape.kind === 'mesh';
  if (isMesh && isDynamic && (shape as MeshShape).thickness > 0) return (shape as MeshShape).thickness;
  const planes = shape.kind === 'hull' ? (shape as HullShape).planes : noPlanes;
  shape.aabb(sides);
  requireShapeBox(sides);
  if (isMesh) for (let k = 0; k < 3; k++) center[k] = 0.5 * (sides[k] + sides[3 + k]);
  else shape.centerOfMass(center);
  let thickness = Infinity;
  for (let k = 0; k < 3; k++) thickness = Math.min(thickness, sides[3 + k] - center[k], center[k] - sides[k]);
  for (let i = 0; i < planes.length; i += 4)
    thickness = Math.min(
      thickness,
      planes[i + 3] - planes[i] * center[0] - planes[i + 1] * center[1] - planes[i + 2] * center[2],
    );
  thickness = Math.max(0, thickness);
  return thickness;
}

/**
 * Writes the principal {@link moments} of inertia of a body, the {@link extent} of its shape, and the pose of
 * the shape in the frame of its centre of mass and principal axes to {@link position} and {@link rotation}. A
 * body without mass never rotates freely, so the shape's own frame serves.
 */
function findFrame({ shape, mass, inertia: tensor, centerOfMass }: CompleteSettings): void {
  const solid = shape as ConvexShape;
  const isPlane = shape.kind === 'halfSpace';
  extent.thickness = isPlane ? Infinity : thicknessOf(solid, mass > 0);
  extent.radius = isPlane ? Infinity : solid.boundingRadius;
  center.fill(0);
  axes.fill(0)[3] = 1;
  moments.fill(Infinity);
  if (mass > 0) {
    if (centerOfMass) center.set(centerOfMass);
    else solid.centerOfMass(center);
    if (tensor) inertia.set(tensor);
    else {
      solid.inertia(inertia);
      for (let k = 0; k < 9; k++) inertia[k] *= mass / solid.volume;
    }
    if (isDiagonal(inertia)) for (let k = 0; k < 3; k++) moments[k] = inertia[4 * k];
    else principalInertia(moments, axes, inertia);
    requireMoments(moments);
  }
  poseInvert(position, rotation, center, axes);
}

function isDiagonal(m: ArrayLike<number>): boolean {
  const off = Math.max(Math.abs(m[1]), Math.abs(m[2]), Math.abs(m[5]));
  return off <= 1e-12 * (m[0] + m[4] + m[8]);
}
