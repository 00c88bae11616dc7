/** Adds the bodies and joints of a glTF document to a world. */
import type { ReadonlyVec3 } from '@colide/core';
import type { GltfJointAxis, GltfLooseJoint } from './gltf-joint.ts';
import type { GltfBodySettings, GltfPhysics } from './gltf-physics-read.ts';

/** The part of a world that bodies are added to. `B` is the type of its bodies. */
export interface GltfTarget<B> {
  readonly bodies: B;
  readonly joints?: GltfJointTarget<B> | undefined;
  add(settings: GltfBodySettings): number;
}

/** The joints of a world: `world.joints`, the `RigidJoints` of @colide/solvers. */
export interface GltfJointTarget<B> {
  add(bodies: B, a: number, b: number, geometry: GltfJointGeometry): number;
  addDistance(
    bodies: B,
    a: number,
    b: number,
    anchorA: ReadonlyVec3,
    anchorB: ReadonlyVec3,
    limits?: readonly [shortest: number, longest: number],
  ): number;
  addAxis(joint: number, axis: number): number;
  setLimits(joint: number, lower: number, upper: number): void;
  setMotor(joint: number, speed: number, maxForce: number): void;
  setServo(joint: number, target: number, stiffness: number, damping: number, maxForce: number): void;
  setSpring(joint: number, rest: number, stiffness: number, damping: number): void;
  setCollision(joint: number, collide: boolean): void;
  idOf(joint: number): number;
}

/** The geometry of a joint, as `RigidJoints` takes it. */
export interface GltfJointGeometry {
  readonly anchorA: ReadonlyVec3;
  readonly anchorB: ReadonlyVec3;
  readonly axis: ReadonlyVec3;
  readonly normal?: ReadonlyVec3;
  readonly axisB?: ReadonlyVec3;
  readonly normalB?: ReadonlyVec3;
  readonly locks: number;
  readonly freeAxis: number;
  readonly form: 'axes' | 'angles' | 'cone';
}

/** Ids of the added bodies and joints. */
export interface GltfIds {
  /** Of the bodies, in the order of `physics.bodies`. */
  readonly bodies: number[];
  /** Of the joints, in the order of `physics.joints`. */
  readonly joints: number[];
}

/** Instead of a body: the world (`jointGround` of @colide/solvers). */
const ground = -2;
const twistAxis = 3;
const swingAxis = 4;

/**
 * Adds the result of `gltfPhysicsRead` to a world. A document with joints needs a world that has `joints`, by
 * `new WorldJoints(world)` or as an option. Ids of joints are those of `WorldJoints`.
 */
export function gltfPhysicsAdd<B>(
  world: GltfTarget<B>,
  physics: Pick<GltfPhysics, 'bodies' | 'joints'>,
  joints = world.joints,
): GltfIds {
  if (physics.joints.length > 0 && typeof joints?.addAxis !== 'function')
    throw new TypeError(
      'joints must be those of the world, since the document has some: new WorldJoints(world)',
    );
  const bodies = physics.bodies.map(({ settings }) => world.add(settings));
  const made = physics.joints.map(joint => {
    const [a, b] = joint.bodies.map(end => (end === undefined ? ground : bodies[end]));
    return addJoint(joints!, world.bodies, a, b, joint);
  });
  return { bodies, joints: made };
}

function addJoint<B>(set: GltfJointTarget<B>, all: B, a: number, b: number, joint: GltfLooseJoint): number {
  const { kind, anchors, limits, swing, twist, motions = [], collide } = joint;
  const isDistance = kind === 'distance';
  const id = isDistance
    ? set.addDistance(all, a, b, anchors[0], anchors[1], limits)
    : set.add(all, a, b, geometryOf(joint));
  if (isDistance || kind === 'hinge' || kind === 'slider') drive(set, id, joint);
  if (twist) set.setLimits(set.addAxis(id, twistAxis), twist[0], twist[1]);
  if (swing !== undefined) set.setLimits(set.addAxis(id, swingAxis), -Infinity, swing);
  motions.forEach((along, k) => {
    if (along && Object.keys(along).length > 0) drive(set, set.addAxis(id, k), along);
  });
  set.setCollision(id, collide);
  return set.idOf(id);
}

/** Frames and locked motions of a joint, which has a bit for each: shifts, then rotations. */
function geometryOf({
  kind,
  anchors,
  axis,
  normal,
  axisB,
  normalB,
  ...rest
}: GltfLooseJoint): GltfJointGeometry {
  const isCone = rest.swing !== undefined || rest.twist !== undefined;
  const free = { ball: 0b111000, fixed: 0, hinge: 0b001000, slider: 0b000001, distance: 0b111111, sixDof: 0 }[
    kind
  ];
  const freed = (rest.motions ?? []).reduce((bits, along, k) => bits | (along ? 1 << k : 0), free);
  return {
    anchorA: anchors[0],
    anchorB: anchors[1],
    axis,
    ...(normal ? { normal } : {}),
    ...(axisB && normalB ? { axisB, normalB } : {}),
    locks: 0b111111 - freed,
    freeAxis: kind === 'hinge' ? twistAxis : kind === 'slider' ? 0 : -1,
    form: kind === 'sixDof' ? 'angles' : isCone ? 'cone' : 'axes',
  };
}

/** Gives a free motion its limits, motor and spring. */
function drive<B>(set: GltfJointTarget<B>, slot: number, { limits, motor, spring }: GltfJointAxis): void {
  if (limits) set.setLimits(slot, limits[0], limits[1]);
  if (spring) set.setSpring(slot, spring.rest, spring.stiffness, spring.damping);
  if (motor?.target !== undefined)
    set.setServo(slot, motor.target, motor.stiffness ?? 0, motor.damping ?? 0, motor.maxForce);
  else if (motor) set.setMotor(slot, motor.speed ?? 0, motor.maxForce);
}
