/**
 * Joints between rigid bodies as flat arrays for the impulse solver: ball, hinge, slider, fixed and distance,
 * with limits and a motor along the axis that is left free.
 *
 * A joint has a frame on either body: an anchor and three axes, the first being the axis of hinge and slider.
 * It locks some of the six relative motions of the two frames and leaves the others free:
 *
 * | joint    | locked                        | free, with limits and motor        |
 * | -------- | ----------------------------- | ---------------------------------- |
 * | ball     | three shifts                  |                                    |
 * | hinge    | three shifts, two rotations   | rotation about the axis, in radians |
 * | slider   | two shifts, three rotations   | shift along the axis, in metres    |
 * | fixed    | three shifts, three rotations |                                    |
 * | distance |                               | distance of the two anchors        |
 *
 * Joints are made in the current pose of the bodies, where angles and shifts are 0. Indices are stable: a
 * removed joint leaves a hole that the next one fills. Impulses are kept for warm starting. A body does not
 * stay asleep when its joints change: bodies of a new joint are woken at once, others by {@link
 * RigidJoints.wakeChanged}.
 */

import {
  type Doubles,
  grown,
  plainDoubles,
  type ReadonlyVec3,
  refuse,
  requireBetween,
  requireBounded,
  requireBoundedArray,
  requireInteger,
  requireLength,
} from '@colide/core';
import { quatFromRotation } from '@colide/math';
import {
  ballLocks,
  distanceAxis,
  fixedLocks,
  frameRotationAt,
  frameSideSize,
  hingeLocks,
  type JointData,
  jointFrameSize,
  jointImpulseSize,
  lowerImpulseAt,
  motorImpulseAt,
  noFreeAxis,
  rotationAxis,
  shiftAxis,
  sliderLocks,
  upperImpulseAt,
} from '../internal/joint-data.ts';
import type { Islands } from '../rigid/islands.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import { jointSize, prepareJoints } from './internal/joint-blocks.ts';
import { requireAxis, requireBodies, requireJointBody, requireLimits } from './internal/joint-checks.ts';
import { solveJoints, warmStartJoints } from './internal/solve-joints.ts';

/** Body of a removed joint. */
const none = -1;

const axes = /* @__PURE__ */ new Float64Array(9);
/** World rotation of the frame of a new joint. */
const frameRotation = /* @__PURE__ */ new Float64Array(4);

/** Where and how a new joint holds its bodies. */
interface JointGeometry {
  readonly anchorA: ReadonlyVec3;
  readonly anchorB: ReadonlyVec3;
  readonly axis: ReadonlyVec3;
  readonly locks: number;
  readonly freeAxis: number;
}

/** A set of joints. */
export class RigidJoints implements JointData {
  /** Slots in use, holes of removed joints included. */
  count = 0;
  /** Two bodies per joint; −1 for removed ones. */
  bodies: Int32Array = new Int32Array(2 * 16);
  /** Locked motions, one bit each: shifts along x, y, z of the frame, then rotations about them. */
  locks: Uint8Array = new Uint8Array(16);
  /**
   * The motion with limits and motor: −1 none, 0 shift along x, 3 rotation about x, 6 distance of the
   * anchors.
   */
  freeAxes: Int8Array = new Int8Array(16);
  /** Anchor and unit quaternion of the frame on the first body, then on the second, in the axes of each. */
  frames: Float64Array = new Float64Array(jointFrameSize * 16);
  /** Lower and upper limit of the free motion. */
  limits: Float64Array = new Float64Array(2 * 16);
  /** Speed of the motor and its largest force or torque; 0 for none. */
  motors: Float64Array = new Float64Array(2 * 16);
  /** Angle, shift or distance along the free motion, as the last step left it. */
  values: Float64Array = new Float64Array(16);
  /** Impulses of a substep: three shifts, three rotations, lower limit, upper limit, motor. */
  impulses: Float64Array = new Float64Array(jointImpulseSize * 16);
  /** Length of the substep that the impulses belong to; 0 where there are none. */
  impulseTime = 0;
  private readonly holes: number[] = [];
  /** 1 for bodies whose joints have changed, and whether there are any. */
  private changed = new Uint8Array(0);
  private hasChanged = false;
  private blocks = plainDoubles(0);

  /** Joins bodies `a` and `b` at the world point `anchor`, free to rotate. Returns the index of the joint. */
  addBall(bodies: RigidBodies, a: number, b: number, anchor: ReadonlyVec3): number {
    return this.add(bodies, a, b, {
      anchorA: anchor,
      anchorB: anchor,
      axis: [1, 0, 0],
      locks: ballLocks,
      freeAxis: noFreeAxis,
    });
  }

  /** Joins two bodies at the world point `anchor`, free to rotate about the world direction `axis`. */
  addHinge(bodies: RigidBodies, a: number, b: number, anchor: ReadonlyVec3, axis: ReadonlyVec3): number {
    return this.add(bodies, a, b, {
      anchorA: anchor,
      anchorB: anchor,
      axis,
      locks: hingeLocks,
      freeAxis: rotationAxis,
    });
  }

  /** Joins two bodies that can only shift against each other along the world direction `axis`. */
  addSlider(bodies: RigidBodies, a: number, b: number, anchor: ReadonlyVec3, axis: ReadonlyVec3): number {
    return this.add(bodies, a, b, {
      anchorA: anchor,
      anchorB: anchor,
      axis,
      locks: sliderLocks,
      freeAxis: shiftAxis,
    });
  }

  /** Joins two bodies firmly at the world point `anchor`. */
  addFixed(bodies: RigidBodies, a: number, b: number, anchor: ReadonlyVec3): number {
    return this.add(bodies, a, b, {
      anchorA: anchor,
      anchorB: anchor,
      axis: [1, 0, 0],
      locks: fixedLocks,
      freeAxis: noFreeAxis,
    });
  }

  /**
   * Keeps the distance between a point of body `a` and a point of body `b`, both given in the world, between
   * two limits; by default at what it is now. A rope goes from 0 to its length.
   */
  addDistance(
    bodies: RigidBodies,
    a: number,
    b: number,
    anchorA: ReadonlyVec3,
    anchorB: ReadonlyVec3,
    limits?: readonly [shortest: number, longest: number],
  ): number {
    requireBoundedArray('anchorA', anchorA, 3);
    requireBoundedArray('anchorB', anchorB, 3);
    if (limits !== undefined) {
      requireLength('limits', limits, 2);
      requireLimits(['limits[0]', 'limits[1]'], limits[0], limits[1], 0);
    }
    const x = anchorB[0] - anchorA[0];
    const y = anchorB[1] - anchorA[1];
    const z = anchorB[2] - anchorA[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const joint = this.add(bodies, a, b, {
      anchorA,
      anchorB,
      axis: [1, 0, 0],
      locks: 0,
      freeAxis: distanceAxis,
    });
    this.values[joint] = distance;
    this.setLimits(joint, limits?.[0] ?? distance, limits?.[1] ?? distance);
    return joint;
  }

  /** Sets the limits of the free motion of a joint; equal ones lock it. */
  setLimits(joint: number, lower: number, upper: number): void {
    this.requireFreeAxis(joint);
    requireLimits(['lower', 'upper'], lower, upper, this.freeAxes[joint] === distanceAxis ? 0 : -Infinity);
    if (lower !== this.limits[2 * joint] || upper !== this.limits[2 * joint + 1]) this.change(joint);
    this.limits[2 * joint] = lower;
    this.limits[2 * joint + 1] = upper;
    this.impulses[jointImpulseSize * joint + lowerImpulseAt] = 0;
    this.impulses[jointImpulseSize * joint + upperImpulseAt] = 0;
  }

  /**
   * Drives the free motion of a joint at `speed` with at most `maxForce` (torque for hinges); 0 turns the
   * motor off.
   */
  setMotor(joint: number, speed: number, maxForce: number): void {
    this.requireFreeAxis(joint);
    requireBounded('speed', speed);
    requireBetween('maxForce', maxForce, 0, Infinity);
    if (speed !== this.motors[2 * joint] || maxForce !== this.motors[2 * joint + 1]) this.change(joint);
    this.motors[2 * joint] = speed;
    this.motors[2 * joint + 1] = maxForce;
    if (maxForce === 0) this.impulses[jointImpulseSize * joint + motorImpulseAt] = 0;
  }

  /** Removes a joint; its index may be used again. */
  remove(joint: number): void {
    this.requireJoint(joint);
    this.change(joint);
    this.bodies[2 * joint] = this.bodies[2 * joint + 1] = none;
    this.holes.push(joint);
  }

  /** Removes all joints of a body. */
  removeBody(body: number): void {
    requireInteger('body', body);
    for (let k = 0; k < 2 * this.count; k++) if (this.bodies[k] === body) this.remove(k >> 1);
  }

  /**
   * Wakes the bodies whose joints have been removed or changed since the last call, and those joined to a
   * body of infinite mass that moves, is new or was moved. Call it before a step.
   */
  wakeChanged(bodies: RigidBodies): void {
    requireBodies(bodies);
    for (let k = 0; k < 2 * this.count; k++) {
      const body = this.bodies[k];
      if (body >= 0 && bodies.inverseMasses[body] === 0 && isStirring(bodies, body))
        this.wake(bodies, this.bodies[k ^ 1]);
    }
    if (!this.hasChanged) return;
    this.hasChanged = false;
    const count = Math.min(bodies.count, this.changed.length);
    for (let i = 0; i < count; i++) if (this.changed[i] === 1) this.wake(bodies, i);
    this.changed.fill(0);
  }

  /** Wakes a body of finite mass. */
  private wake(bodies: RigidBodies, body: number): void {
    if (bodies.inverseMasses[body] > 0) bodies.wake(body);
  }

  /** Links the bodies that joints hold together. */
  linkIslands(islands: Islands): void {
    if (typeof islands?.linkAll !== 'function') refuse('islands', 'be an Islands', islands);
    for (let j = 0; j < this.count; j++)
      if (this.bodies[2 * j] >= 0) islands.join(this.bodies[2 * j], this.bodies[2 * j + 1]);
  }

  /** Begins a step of the solver, with its body states. */
  begin(bodies: RigidBodies, states: Doubles): void {
    for (let k = 0; k < 2 * this.count; k++)
      if (!(this.bodies[k] < bodies.count))
        throw new RangeError(`joint ${k >> 1} names a body beyond ${bodies.count - 1}`);
    if (jointSize * this.count > this.blocks.length) this.blocks = plainDoubles(jointSize * 2 * this.count);
    prepareJoints(this.blocks, bodies, states, this);
  }

  /** Follows the bodies; called by the solver after each motion. */
  prepare(bodies: RigidBodies, states: Doubles): void {
    prepareJoints(this.blocks, bodies, states, this);
  }

  /** Applies the accumulated impulses; called by the solver at the start of a substep. */
  warmStart(states: Doubles, step: Doubles, first: boolean): void {
    warmStartJoints(this.blocks, this, states, step, first);
  }

  /** One pass of the solver. */
  solve(states: Doubles, step: Doubles, soft: boolean): void {
    solveJoints(this.blocks, this, states, step, soft);
  }

  private requireJoint(joint: number): void {
    requireInteger('joint', joint, 0, this.count - 1);
    if (this.bodies[2 * joint] < 0) throw new RangeError(`joint ${joint} has been removed`);
  }

  private requireFreeAxis(joint: number): void {
    this.requireJoint(joint);
    if (this.freeAxes[joint] < 0) throw new RangeError(`joint ${joint} has no free axis`);
  }

  private add(bodies: RigidBodies, a: number, b: number, geometry: JointGeometry): number {
    const { anchorA, anchorB, axis, locks, freeAxis } = geometry;
    requireJointBody('a', a, bodies);
    requireJointBody('b', b, bodies);
    if (a === b) throw new RangeError(`a and b are the same, ${a}`);
    requireBoundedArray('anchor', anchorA, 3);
    requireAxis(axis);
    setFrameRotation(axis);
    const hole = this.holes.pop();
    const joint = hole ?? this.count++;
    if (joint === this.locks.length) this.grow();
    this.bodies[2 * joint] = a;
    this.bodies[2 * joint + 1] = b;
    this.locks[joint] = locks;
    this.freeAxes[joint] = freeAxis;
    this.setFrame(jointFrameSize * joint, bodies, a, anchorA);
    this.setFrame(jointFrameSize * joint + frameSideSize, bodies, b, anchorB);
    this.limits[2 * joint] = -Infinity;
    this.limits[2 * joint + 1] = Infinity;
    this.motors.fill(0, 2 * joint, 2 * joint + 2);
    this.values[joint] = 0;
    this.impulses.fill(0, jointImpulseSize * joint, jointImpulseSize * (joint + 1));
    for (const body of [a, b]) this.wake(bodies, body);
    return joint;
  }

  private change(joint: number): void {
    this.hasChanged = true;
    for (let k = 2 * joint; k < 2 * joint + 2; k++) {
      const body = this.bodies[k];
      if (body >= this.changed.length) {
        this.changed = grown(this.changed, 2 * body + 16);
      }
      this.changed[body] = 1;
    }
  }

  /** Writes the world point `anchor` and the world rotation {@link frameRotation} in the axes of a body. */
  private setFrame(at: number, bodies: RigidBodies, body: number, anchor: ReadonlyVec3): void {
    const { frames } = this;
    const { positions, rotations } = bodies;
    const x = -rotations[4 * body];
    const y = -rotations[4 * body + 1];
    const z = -rotations[4 * body + 2];
    const w = rotations[4 * body + 3];
    const dx = anchor[0] - positions[3 * body];
    const dy = anchor[1] - positions[3 * body + 1];
    const dz = anchor[2] - positions[3 * body + 2];
    const tx = 2 * (y * dz - z * dy);
    const ty = 2 * (z * dx - x * dz);
    const tz = 2 * (x * dy - y * dx);
    frames[at] = dx + w * tx + y * tz - z * ty;
    frames[at + 1] = dy + w * ty + z * tx - x * tz;
    frames[at + 2] = dz + w * tz + x * ty - y * tx;
    const [u, v, s, r] = frameRotation;
    frames[at + frameRotationAt] = w * u + x * r + y * s - z * v;
    frames[at + frameRotationAt + 1] = w * v + y * r + z * u - x * s;
    frames[at + frameRotationAt + 2] = w * s + z * r + x * v - y * u;
    frames[at + frameRotationAt + 3] = w * r - x * u - y * v - z * s;
  }

  private grow(): void {
    this.bodies = grown(this.bodies);
    this.locks = grown(this.locks);
    this.freeAxes = grown(this.freeAxes);
    this.frames = grown(this.frames);
    this.limits = grown(this.limits);
    this.motors = grown(this.motors);
    this.values = grown(this.values);
    this.impulses = grown(this.impulses);
  }
}

function isStirring({ velocities, angularVelocities, restTimes }: RigidBodies, body: number): boolean {
  if (restTimes[body] === 0) return true;
  for (let k = 3 * body; k < 3 * body + 3; k++)
    if (velocities[k] !== 0 || angularVelocities[k] !== 0) return true;
  return false;
}

/** Writes to {@link frameRotation} the rotation of a frame whose first axis is `axis` (Duff et al. 2017). */
function setFrameRotation(axis: ReadonlyVec3): void {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const x = axis[0] / length;
  const y = axis[1] / length;
  const z = axis[2] / length;
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  axes[0] = x;
  axes[1] = y;
  axes[2] = z;
  axes[3] = 1 + sign * x * x * a;
  axes[4] = sign * b;
  axes[5] = -sign * x;
  axes[6] = b;
  axes[7] = sign + y * y * a;
  axes[8] = -y;
  quatFromRotation(frameRotation, 0, axes);
}
