/**
 * Joints between rigid bodies as flat arrays for the impulse solver: ball, hinge, slider, fixed and distance,
 * and any other choice of locked motions, with limits, motors, springs and friction along those that are left
 * free.
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
 * Joints are made in the current pose of the bodies, where angles and shifts are 0.
 * {@link RigidJoints.addAxis} gives limits and motors to further free motions;
 * {@link RigidJoints.addCoupling} ties the free motions of two joints together, as gears do. Each takes a
 * slot of its own. Indices are stable, and those of removed joints are used again. Impulses are kept for warm
 * starting. A body does not stay asleep when its joints change: bodies of a new joint are woken at once,
 * others by {@link RigidJoints.wakeChanged}.
 */
import {
  type Doubles,
  grown,
  plainDoubles,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireBoundedArray,
  requireLength,
  type Vec3,
} from '@colide/core';
import {
  anglesForm,
  axesForm,
  ballLocks,
  coneForm,
  distanceAxis,
  fixedLocks,
  frameSideSize,
  ground,
  hingeLocks,
  jointFrameSize,
  noFreeAxis,
  rotationAxis,
  shiftAxis,
  sliderLocks,
} from '../internal/joint-data.ts';
import { JointSet, requireLimits } from '../internal/joint-set.ts';
import { requireBodies, requireJointBody } from '../internal/joint-slots.ts';
import { stateSize } from '../internal/solve-contacts.ts';
import { setWarmScale } from '../internal/solve-free.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import { softPass, stiffPass, warmPass } from './internal/ball-blocks.ts';
import { prepareJoints, takePointJoints } from './internal/joint-blocks.ts';
import { requireGeometry } from './internal/joint-checks.ts';
import { moveFrame, setFrameRotation, writeFrame } from './internal/joint-frames.ts';
import { jointSize } from './internal/joint-layout.ts';
import { PointJoints } from './internal/point-joints.ts';
import { readReaction, readSpeed, readValue } from './internal/read-joints.ts';
import { finishLoads, solveJoints, warmStartJoints } from './internal/solve-joints.ts';
import type { JointGeometry } from './joint-records.ts';

/** Instead of a body: joins the other one to the world. */
export const jointGround = ground;

const forms = { axes: axesForm, angles: anglesForm, cone: coneForm } as const;

/** Force and torque of a joint. */
const force = /* @__PURE__ */ new Float64Array(3);
const torque = /* @__PURE__ */ new Float64Array(3);

/** A set of joints. */
export class RigidJoints extends JointSet {
  /** Balls and hinges, and whether there are other joints, with their blocks. */
  private readonly points = new PointJoints();
  private hasOthers = false;
  private blocks = plainDoubles(0);
  private substeps = 0;
  private limbFlags = new Uint8Array(16);

  constructor() {
    super(6, jointFrameSize);
  }

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
   * Keeps the distance between a point of body `a` and a point of body `b`, both world points, between two
   * limits; by default at its current value. A rope has the limits 0 and its length.
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

  /** Adds a joint of any kind. Returns its index. */
  add(bodies: RigidBodies, a: number, b: number, geometry: JointGeometry): number {
    requireJointBody('a', a, bodies);
    requireJointBody('b', b, bodies);
    if (a === b) throw new RangeError(`a and b are the same, ${a}`);
    requireGeometry(geometry);
    const { anchorA, anchorB, axis, normal, axisB, normalB, locks, freeAxis, form = 'axes' } = geometry;
    setFrameRotation(axis, normal);
    const joint = this.addSlot(a, b, freeAxis);
    this.locks[joint] = locks;
    this.forms[joint] = forms[form];
    writeFrame(this.frames, jointFrameSize * joint, bodies, a, anchorA);
    if (axisB) setFrameRotation(axisB, normalB);
    writeFrame(this.frames, jointFrameSize * joint + frameSideSize, bodies, b, anchorB);
    this.wake(bodies, a);
    this.wake(bodies, b);
    return joint;
  }

  /**
   * Keeps the joints of a body where they are when its centre of mass or its principal axes change:
   * (`position`, `rotation`) is the pose of its old axes in the new ones. O(joints).
   */
  moveFrames(body: number, position: ReadonlyVec3, rotation: ReadonlyQuat): void {
    for (let k = 0; k < 2 * this.count; k++)
      if (this.bodies[k] === body) {
        moveFrame(this.frames, frameSideSize * k, position, rotation);
        this.change(k >> 1);
      }
  }

  /**
   * Writes the mean force of the last step that a joint exerted on its second body, and the torque about its
   * anchor there, in world axes.
   */
  getReaction(outForce: Vec3, outTorque: Vec3, bodies: RigidBodies, joint: number): void {
    this.requireJoint(joint);
    requireBodies(bodies);
    this.reserve();
    readReaction(outForce, outTorque, this.blocks, bodies, this, joint);
  }

  /** Angle, shift or distance along the free motion of a joint, at the current poses of its bodies. */
  getValue(bodies: RigidBodies, joint: number): number {
    this.requireFreeAxis(joint);
    requireBodies(bodies);
    this.reserve();
    return readValue(this.blocks, bodies, this, joint);
  }

  /** Current speed of the free motion of a joint. */
  getSpeed(bodies: RigidBodies, joint: number): number {
    this.requireFreeAxis(joint);
    requireBodies(bodies);
    this.reserve();
    return readSpeed(this.blocks, bodies, this, joint);
  }

  /**
   * 1 for each limb by the index of the body, in an array that the next call overwrites: bodies held at a
   * point by a joint in which they rotate, such as those of a ragdoll. O(joints).
   */
  get limbs(): Uint8Array {
    this.limbFlags.fill(0);
    for (let j = 0; j < this.count; j++) {
      if ((this.locks[j] & ballLocks) !== ballLocks || this.locks[j] === fixedLocks) continue;
      for (let k = 2 * j; k < 2 * j + 2; k++) {
        const body = this.bodies[k];
        if (body >= this.limbFlags.length) this.limbFlags = grown(this.limbFlags, 2 * body + 16);
        if (body >= 0) this.limbFlags[body] = 1;
      }
    }
    return this.limbFlags;
  }

  /** Begins a step of the solver, with its body states and space for one more. */
  begin(bodies: RigidBodies, states: Doubles): void {
    for (let k = 0; k < 2 * this.count; k++)
      if (!(this.bodies[k] < bodies.count))
        throw new RangeError(`joint ${k >> 1} names a body beyond ${bodies.count - 1}`);
    // The world itself, at rest.
    for (let k = 0; k < stateSize; k++) states[stateSize * bodies.count + k] = 0;
    this.broken.clear();
    this.hasOthers = takePointJoints(this.points, bodies, states, this);
    if (this.hasOthers) this.reserve();
    this.prepare(bodies, states);
    this.points.load(bodies, this);
  }

  /** Follows the bodies; called by the solver after each motion. */
  prepare(bodies: RigidBodies, states: Doubles): void {
    this.points.prepare(bodies, states, this);
    if (this.hasOthers) prepareJoints(this.blocks, bodies, states, this);
  }

  /** Applies the accumulated impulses; called by the solver at the start of a substep. */
  warmStart(states: Doubles, step: Doubles, first: boolean): void {
    this.substeps = first ? 1 : this.substeps + 1;
    setWarmScale(this, step, first);
    if (first) this.points.scale(this);
    this.points.solve(states, this, step, warmPass);
    if (this.hasOthers) warmStartJoints(this.blocks, this, states, first);
  }

  /** One pass of the solver. */
  solve(states: Doubles, step: Doubles, soft: boolean): void {
    this.points.solve(states, this, step, soft ? softPass : stiffPass);
    if (this.hasOthers) solveJoints(this.blocks, this, states, step, soft);
  }

  /**
   * Ends a step of the solver with substeps of length `substep`: measures loads and removes joints that
   * break.
   */
  finish(bodies: RigidBodies, substep: number): void {
    if (this.impulseTime !== substep) this.impulseTime = substep;
    this.points.store(bodies, this, this.substeps);
    if (this.hasOthers) finishLoads(this.blocks, this, this.substeps);
    this.breakLoaded(bodies);
  }

  protected lastAxis(joint: number): number {
    return this.forms[joint] === axesForm ? rotationAxis : distanceAxis - 1;
  }

  protected measureBearing(bodies: RigidBodies, j: number): void {
    this.reserve();
    readReaction(force, torque, this.blocks, bodies, this, j);
    this.bearing[0] = force[0] * force[0] + force[1] * force[1] + force[2] * force[2];
    this.bearing[1] = torque[0] * torque[0] + torque[1] * torque[1] + torque[2] * torque[2];
  }

  private reserve(): void {
    if (jointSize * this.count > this.blocks.length) this.blocks = plainDoubles(jointSize * 2 * this.count);
  }
}
