/**
 * The joints of a world in the form of a glTF document. Each is a choice of locked motions, with limits, a
 * motor and a spring along those that are free, which the extension describes as well. It has no friction in
 * joints, no bouncing limits and no loads that break them, so these are left out.
 *
 * Frames are those that the joints have on their bodies: angles keep their zero. A document has no full
 * revolutions, so they are subtracted from the limits and targets of a joint that has made some.
 */
import type { Vec3 } from '@colide/core';
import { Quaternion, Vector3 } from 'three';
import type { GltfJointAxis, GltfLooseJoint } from './gltf-joint.ts';

/** The arrays of joints, as `RigidJoints` of @colide/solvers documents them. */
export interface GltfJointArrays {
  readonly count: number;
  readonly couplings: number;
  readonly bodies: Int32Array;
  readonly locks: Uint8Array;
  readonly freeAxes: Int8Array;
  readonly forms: Uint8Array;
  readonly nexts: Int32Array;
  readonly owners: Int32Array;
  readonly links: Int32Array;
  readonly frames: Float64Array;
  readonly limits: Float64Array;
  readonly motors: Float64Array;
  readonly springs: Float64Array;
  readonly collides: Uint8Array;
  readonly values: Float64Array;
}

/** The part of a world that joints are read from: `World` of colide has it. */
export interface GltfJointSource {
  readonly bodies: { readonly positions: Float64Array; readonly rotations: Float64Array };
  readonly joints?: GltfJointArrays | undefined;
}

const nobody = -1;
const rotationAxis = 3;
const distanceAxis = 6;
const couplingAxis = 7;
const coneForm = 2;
const kinds = { 7: 'ball', 55: 'hinge', 62: 'slider', 63: 'fixed' } as const;
const frameSize = 7;
const springSize = 6;
const servoAt = 3;

/**
 * All joints of `world` that glTF can describe, for `gltfPhysicsWrite`. Gears, racks and pulleys are left
 * out; the joints that they couple are not, except the strands of pulleys.
 */
export function gltfJointsOf(world: GltfJointSource): GltfLooseJoint[] {
  const { joints } = world;
  const found: GltfLooseJoint[] = [];
  if (!joints) return found;
  const strands = new Set<number>();
  for (let j = 0; j < joints.count; j++)
    if (joints.freeAxes[j] === couplingAxis && joints.bodies[2 * j] !== nobody && joints.locks[j] === 1)
      for (const strand of joints.links.subarray(2 * j, 2 * j + 2)) strands.add(strand);
  for (let j = 0; j < joints.count; j++) {
    const isJoint = joints.bodies[2 * j] !== nobody && joints.owners[j] < 0;
    if (isJoint && joints.freeAxes[j] !== couplingAxis && !strands.has(j))
      found.push(jointOf(world, joints, j));
  }
  return found;
}

function jointOf(world: GltfJointSource, joints: GltfJointArrays, j: number): GltfLooseJoint {
  const ends = [0, 1].map(side => frameOf(world, joints, j, side));
  const [a, b] = joints.bodies.subarray(2 * j, 2 * j + 2);
  const common = {
    bodies: [a < 0 ? undefined : a, b < 0 ? undefined : b],
    anchors: [ends[0].anchor, ends[1].anchor],
    axis: ends[0].axis,
    normal: ends[0].normal,
    axisB: ends[1].axis,
    normalB: ends[1].normal,
    collide: joints.collides[j] === 1,
  } as const;
  const motions = motionsOf(joints, j);
  if (joints.freeAxes[j] === distanceAxis) {
    if (motions[distanceAxis]?.motor)
      throw new RangeError(`the distance joint of bodies ${a} and ${b} must not have a motor in glTF`);
    return { ...common, kind: 'distance', limits: [0, Infinity], ...motions[distanceAxis] };
  }
  const kind = kinds[joints.locks[j] as keyof typeof kinds] ?? 'sixDof';
  if (joints.forms[j] === coneForm && kind === 'ball') {
    const [twist, swing] = motions.slice(rotationAxis);
    return {
      ...common,
      kind,
      ...(swing?.limits ? { swing: swing.limits[1] } : {}),
      ...(twist?.limits ? { twist: twist.limits } : {}),
    };
  }
  if (kind === 'hinge') return { ...common, kind, ...motions[rotationAxis] };
  if (kind === 'slider') return { ...common, kind, ...motions[0] };
  if (kind === 'fixed' || (kind === 'ball' && motions.every(motion => motion === undefined)))
    return { ...common, kind };
  const isLocked = (k: number) => ((joints.locks[j] >> k) & 1) === 1;
  const six = [0, 1, 2, 3, 4, 5].map(k => (isLocked(k) ? undefined : (motions[k] ?? {})));
  return { ...common, kind: 'sixDof', motions: six };
}

/** Limits, motors and springs along the free motions of a joint, by their numbers. */
function motionsOf(joints: GltfJointArrays, j: number): (GltfJointAxis | undefined)[] {
  const motions: (GltfJointAxis | undefined)[] = new Array(distanceAxis).fill(undefined);
  for (let slot = j; slot >= 0; slot = joints.nexts[slot])
    if (joints.freeAxes[slot] >= 0) motions[joints.freeAxes[slot]] = axisOf(joints, slot);
  return motions;
}

function axisOf({ freeAxes, values, limits, motors, springs }: GltfJointArrays, slot: number): GltfJointAxis {
  // Frames know the angle, but not the revolutions.
  const turns = freeAxes[slot] === rotationAxis ? 2 * Math.PI * Math.round(values[slot] / (2 * Math.PI)) : 0;
  const [lower, upper] = limits.subarray(2 * slot, 2 * slot + 2);
  const [speed, maxForce] = motors.subarray(2 * slot, 2 * slot + 2);
  const spring = (part: number) => {
    const [rest, stiffness, damping] = springs.subarray(
      springSize * slot + part,
      springSize * slot + part + 3,
    );
    return stiffness + damping > 0 ? { rest: rest - turns, stiffness, damping } : undefined;
  };
  const servo = spring(servoAt);
  const own = spring(0);
  return {
    ...(lower > -Infinity || upper < Infinity ? { limits: [lower - turns, upper - turns] as const } : {}),
    ...(maxForce > 0
      ? {
          motor: servo
            ? { target: servo.rest, stiffness: servo.stiffness, damping: servo.damping, maxForce }
            : { speed, maxForce },
        }
      : {}),
    ...(own ? { spring: own } : {}),
  };
}

/** The frame of a joint on one of its bodies, in world space. */
function frameOf(
  { bodies }: GltfJointSource,
  joints: GltfJointArrays,
  j: number,
  side: number,
): { anchor: Vec3; axis: Vec3; normal: Vec3 } {
  const body = joints.bodies[2 * j + side];
  const at = frameSize * (2 * j + side);
  const position = new Vector3();
  const rotation = new Quaternion();
  if (body >= 0) {
    position.fromArray(bodies.positions, 3 * body);
    rotation.fromArray(bodies.rotations, 4 * body);
  }
  const anchor = new Vector3().fromArray(joints.frames, at).applyQuaternion(rotation).add(position);
  rotation.multiply(new Quaternion().fromArray(joints.frames, at + 3));
  const axis = new Vector3(1, 0, 0).applyQuaternion(rotation);
  const normal = new Vector3(0, 1, 0).applyQuaternion(rotation);
  return { anchor: anchor.toArray(), axis: axis.toArray(), normal: normal.toArray() };
}
