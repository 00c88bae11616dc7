/**
 * Joints between rigid bodies as flat arrays for the impulse solver: ball, hinge, slider, fixed and distance, and any
 * other choice of locked motions, with limits, motors, springs and friction along those that are left free.
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
 * Joints are made in the current pose of the bodies, where angles and shifts are 0. {@link RigidJoints.addAxis}
 * gives limits and motors to further free motions; {@link RigidJoints.addCoupling} ties the free motions of two
 * joints together, as gears do. Each takes a slot of its own. Indices are stable: a removed joint leaves a hole that
 * the next one fills. Impulses are kept for warm starting. A body does not stay asleep when its joints change:
 * bodies of a new joint are woken at once, others by {@link RigidJoints.wakeChanged}.
 */

import {
  type Doubles,
  grown,
  largestMagnitude,
  plainDoubles,
  type ReadonlyVec3,
  refuse,
  requireBetween,
  requireBoolean,
  requireBounded,
  requireBoundedArray,
  requireInteger,
  requireLength,
  type Vec3,
} from '@colide/core';
import {
  anglesForm,
  axesForm,
  ballLocks,
  coneForm,
  couplingAxis,
  distanceAxis,
  fixedLocks,
  frameSideSize,
  frictionImpulseAt,
  ground,
  hingeLocks,
  jointFrameSize,
  jointImpulseSize,
  jointSpringSize,
  lowerImpulseAt,
  motorImpulseAt,
  nobody,
  noFreeAxis,
  rotationAxis,
  servoAt,
  shiftAxis,
  sliderLocks,
  springImpulseAt,
  upperImpulseAt,
} from '../internal/joint-data.ts';
import { stateSize } from '../internal/solve-contacts.ts';
import type { Islands } from '../rigid/islands.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import { BrokenJoints } from './broken-joints.ts';
import { JoinedPairs } from './internal/joined-pairs.ts';
import { JointArrays } from './internal/joint-arrays.ts';
import { prepareJoints } from './internal/joint-blocks.ts';
import { requireBodies, requireGeometry, requireJointBody, requireLimits } from './internal/joint-checks.ts';
import { setFrameRotation, writeFrame } from './internal/joint-frames.ts';
import { jointSize } from './internal/joint-layout.ts';
import { readReaction, readSpeed, readValue } from './internal/read-joints.ts';
import { finishLoads, solveJoints, warmStartJoints } from './internal/solve-joints.ts';
import type { JointGeometry, JointStructure } from './joint-records.ts';

/** Instead of a body: joins the other one to the world. */
export const jointGround = ground;

/** Ids of successive joints in one slot differ by this. */
const generationStride = 2 ** 24;

const forms = { axes: axesForm, angles: anglesForm, cone: coneForm } as const;

/** Force and torque of a joint. */
const force = /* @__PURE__ */ new Float64Array(3);
const torque = /* @__PURE__ */ new Float64Array(3);

/** A set of joints. */
export class RigidJoints extends JointArrays {
  /** The joints that broke in the last step. */
  readonly broken = new BrokenJoints();
  /** 1 for bodies whose joints have changed, and whether there are any. */
  private changed = new Uint8Array(0);
  private hasChanged = false;
  private blocks = plainDoubles(0);
  private substeps = 0;
  private readonly apart = new JoinedPairs();
  private isApartKnown = false;

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
    const { anchorA, anchorB, axis, normal, locks, freeAxis, form = 'axes' } = geometry;
    setFrameRotation(axis, normal);
    const joint = this.addSlot(a, b, freeAxis);
    this.locks[joint] = locks;
    this.forms[joint] = forms[form];
    writeFrame(this.frames, jointFrameSize * joint, bodies, a, anchorA);
    writeFrame(this.frames, jointFrameSize * joint + frameSideSize, bodies, b, anchorB);
    this.wake(bodies, a);
    this.wake(bodies, b);
    return joint;
  }

  /**
   * Gives a further free motion of a joint limits, motor, spring and friction: 0 to 2 for shifts, 3 to 5 for
   * rotations. Returns its index, for {@link setLimits} and others. It is removed with the joint.
   */
  addAxis(joint: number, axis: number): number {
    this.requireJoint(joint);
    requireInteger('axis', axis, 0, this.forms[joint] === axesForm ? rotationAxis : distanceAxis - 1);
    let last = joint;
    for (let s = joint; s >= 0; s = this.nexts[s]) {
      if (this.freeAxes[s] === axis || this.freeAxes[s] >= distanceAxis)
        refuse('axis', 'be one that the joint does not have yet', axis);
      last = s;
    }
    const slot = this.addSlot(this.bodies[2 * joint], this.bodies[2 * joint + 1], axis);
    this.owners[slot] = joint;
    this.forms[slot] = this.forms[joint];
    this.nexts[last] = slot;
    this.change(joint);
    return slot;
  }

  /**
   * Couples the free motions of two joints: their sum, the second multiplied by `ratio`, has limits, which
   * initially hold it at its current value, and may have a motor. It is removed with either joint.
   *
   * @param owns whether the joints are removed with the coupling
   */
  addCoupling(first: number, second: number, ratio: number, owns = false): number {
    this.requireFreeAxis(first, 'first');
    this.requireFreeAxis(second, 'second');
    if (first === second) throw new RangeError(`first and second are the same, ${first}`);
    requireBounded('ratio', ratio);
    if (ratio === 0) refuse('ratio', 'not be 0', ratio);
    for (const [name, slot] of Object.entries({ first, second }))
      if (this.freeAxes[slot] === couplingAxis) refuse(name, 'not be a coupling', slot);
    const inner = (slot: number) =>
      this.bodies[2 * slot + 1] >= 0 ? this.bodies[2 * slot + 1] : this.bodies[2 * slot];
    const slot = this.addSlot(inner(first), inner(second), couplingAxis);
    this.couplings++;
    this.links[2 * slot] = first;
    this.links[2 * slot + 1] = second;
    this.ratios[slot] = ratio;
    this.locks[slot] = Number(owns);
    this.values[slot] = this.values[first] + ratio * this.values[second];
    this.limits.fill(this.values[slot], 2 * slot, 2 * slot + 2);
    this.change(first);
    this.change(second);
    return slot;
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

  /** Sets the restitution of the limits of a joint, from 0 to 1. */
  setRestitution(joint: number, restitution: number): void {
    this.requireFreeAxis(joint);
    requireBetween('restitution', restitution, 0, 1);
    if (restitution !== this.restitutions[joint]) this.change(joint);
    this.restitutions[joint] = restitution;
  }

  /**
   * Drives the free motion of a joint at `speed` with at most `maxForce` (torque for hinges); 0 turns the
   * motor off.
   */
  setMotor(joint: number, speed: number, maxForce: number): void {
    this.requireFreeAxis(joint);
    requireBounded('speed', speed);
    requireBetween('maxForce', maxForce, 0, Infinity);
    this.setDrive(joint, speed, maxForce, [0, 0, 0]);
  }

  /**
   * Drives the free motion of a joint to `target` as a spring of the given stiffness and damping (N/m and N s/m, or N m
   * and N m s per radian) would, with at most `maxForce`; 0 turns the motor off.
   */
  setServo(joint: number, target: number, stiffness: number, damping: number, maxForce: number): void {
    this.requireFreeAxis(joint);
    requireBounded('target', target);
    requireStiffness(stiffness, damping);
    requireBetween('maxForce', maxForce, 0, Infinity);
    this.setDrive(joint, 0, maxForce, [target, stiffness, damping]);
  }

  /** Puts a spring with the rest value `rest` on the free motion of a joint. */
  setSpring(joint: number, rest: number, stiffness: number, damping: number): void {
    this.requireFreeAxis(joint);
    requireBounded('rest', rest);
    requireStiffness(stiffness, damping);
    this.setSpringAt(joint, 0, [rest, stiffness, damping]);
    if (stiffness + damping === 0) this.impulses[jointImpulseSize * joint + springImpulseAt] = 0;
  }

  /** Sets the largest force, or torque, of the friction against the free motion of a joint. */
  setFriction(joint: number, friction: number): void {
    this.requireFreeAxis(joint);
    requireBetween('friction', friction, 0, Infinity);
    if (friction !== this.frictions[joint]) this.change(joint);
    this.frictions[joint] = friction;
    if (friction === 0) this.impulses[jointImpulseSize * joint + frictionImpulseAt] = 0;
  }

  /**
   * Sets the mean force and torque in a step that break a joint: it is removed at the end of that step and listed in
   * {@link broken}. `Infinity` for none.
   */
  setBreakLoads(joint: number, breakForce: number, breakTorque: number): void {
    this.requireJoint(joint);
    requireBetween('breakForce', breakForce, 0, Infinity);
    requireBetween('breakTorque', breakTorque, 0, Infinity);
    this.breakLoads[2 * joint] = breakForce;
    this.breakLoads[2 * joint + 1] = breakTorque;
    this.changes++;
  }

  /** Sets whether the bodies of a joint collide with each other. Default true. */
  setCollision(joint: number, collide: boolean): void {
    this.requireJoint(joint);
    requireBoolean('collide', collide);
    if (this.collides[joint] !== Number(collide)) this.change(joint);
    this.collides[joint] = Number(collide);
    this.isApartKnown = false;
  }

  /** Whether a joint keeps bodies `a` and `b` from colliding. Not checked: asked for every pair of a step. */
  separates(a: number, b: number): boolean {
    if (!this.isApartKnown) {
      this.apart.read(this);
      this.isApartKnown = true;
    }
    return this.apart.has(a, b);
  }

  /**
   * Writes the mean force of the last step that a joint exerted on its second body, and the torque about its anchor
   * there, in world axes.
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
   * A number that no other joint of the set has had, made from its index and from how many joints had that
   * index before.
   */
  idOf(joint: number): number {
    this.requireJoint(joint);
    return joint + generationStride * this.generations[joint];
  }

  /** The index of the joint with this id, −1 if it was removed. */
  indexOf(id: number): number {
    const joint = Number.isInteger(id) && id >= 0 ? id % generationStride : nobody;
    const isPresent =
      joint >= 0 && joint < this.count && this.bodies[2 * joint] !== nobody && this.owners[joint] < 0;
    return isPresent && this.idOf(joint) === id ? joint : nobody;
  }

  /** Removes a joint with its further axes and couplings; its index may be used again. */
  remove(joint: number): void {
    this.requireJoint(joint);
    this.change(joint);
    for (let slot = joint; slot >= 0; slot = this.nexts[slot]) {
      for (let c = 0; c < this.count && this.couplings > 0; c++)
        if (this.isCoupling(c) && (this.links[2 * c] === slot || this.links[2 * c + 1] === slot))
          this.remove(c);
      const isOwner = this.isCoupling(slot) && this.locks[slot] === 1;
      if (this.isCoupling(slot)) this.couplings--;
      this.bodies[2 * slot] = this.bodies[2 * slot + 1] = nobody;
      this.generations[slot]++;
      this.holes.push(slot);
      for (let k = 2 * slot; k < 2 * slot + 2 && isOwner; k++)
        if (this.bodies[2 * this.links[k]] !== nobody) this.remove(this.links[k]);
    }
    this.isApartKnown = false;
  }

  /** Removes all joints of a body. */
  removeBody(body: number): void {
    requireInteger('body', body);
    for (let k = 0; k < 2 * this.count; k++)
      if (this.bodies[k] === body) this.remove(this.owners[k >> 1] < 0 ? k >> 1 : this.owners[k >> 1]);
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

  /** Wakes the bodies of a joint at once, so that {@link wakeChanged} need not. */
  wakeJoint(bodies: RigidBodies, joint: number): void {
    this.requireSlot(joint, 'joint');
    requireBodies(bodies);
    for (let k = 2 * joint; k < 2 * joint + 2; k++) {
      this.wake(bodies, this.bodies[k]);
      if (this.bodies[k] < this.changed.length) this.changed[this.bodies[k]] = 0;
    }
  }

  /** Wakes a body of finite mass. */
  private wake(bodies: RigidBodies, body: number): void {
    if (bodies.inverseMasses[body] > 0) bodies.wake(body);
  }

  /** Makes this set a copy of another, without impulses. The bodies must be those of the other set. */
  override loadStructure(structure: JointStructure): void {
    super.loadStructure(structure);
    this.changed.fill(0);
    this.hasChanged = false;
    this.isApartKnown = false;
    this.broken.clear();
  }

  /** Links the bodies that joints hold together. */
  linkIslands(islands: Islands): void {
    if (typeof islands?.linkAll !== 'function') refuse('islands', 'be an Islands', islands);
    for (let j = 0; j < this.count; j++) {
      if (this.bodies[2 * j] === nobody) continue;
      this.linkSlots(islands, j, j);
      if (this.isCoupling(j)) this.linkSlots(islands, this.links[2 * j], this.links[2 * j + 1]);
    }
  }

  /** Links all bodies of two slots. */
  private linkSlots(islands: Islands, first: number, second: number): void {
    for (let k = 2 * first; k < 2 * first + 2; k++)
      for (let l = 2 * second; l < 2 * second + 2; l++)
        if (this.bodies[k] >= 0 && this.bodies[l] >= 0) islands.join(this.bodies[k], this.bodies[l]);
  }

  /** Begins a step of the solver, with its body states and space for one more. */
  begin(bodies: RigidBodies, states: Doubles): void {
    for (let k = 0; k < 2 * this.count; k++)
      if (!(this.bodies[k] < bodies.count))
        throw new RangeError(`joint ${k >> 1} names a body beyond ${bodies.count - 1}`);
    this.reserve();
    // The world itself, at rest.
    for (let k = 0; k < stateSize; k++) states[stateSize * bodies.count + k] = 0;
    this.broken.clear();
    prepareJoints(this.blocks, bodies, states, this);
  }

  /** Follows the bodies; called by the solver after each motion. */
  prepare(bodies: RigidBodies, states: Doubles): void {
    prepareJoints(this.blocks, bodies, states, this);
  }

  /** Applies the accumulated impulses; called by the solver at the start of a substep. */
  warmStart(states: Doubles, step: Doubles, first: boolean): void {
    this.substeps = first ? 1 : this.substeps + 1;
    warmStartJoints(this.blocks, this, states, step, first);
  }

  /** One pass of the solver. */
  solve(states: Doubles, step: Doubles, soft: boolean): void {
    solveJoints(this.blocks, this, states, step, soft);
  }

  /**
   * Ends a step of the solver with substeps of length `substep`: measures loads and removes joints that
   * break.
   */
  finish(bodies: RigidBodies, substep: number): void {
    if (this.impulseTime !== substep) this.impulseTime = substep;
    finishLoads(this.blocks, this, this.substeps);
    for (let j = 0; j < this.count; j++)
      if (this.breakLoads[2 * j] < Infinity || this.breakLoads[2 * j + 1] < Infinity)
        this.breakLoaded(bodies, j);
  }

  /** Removes joint `j` if its load is too large. */
  private breakLoaded(bodies: RigidBodies, j: number): void {
    if (this.bodies[2 * j] === nobody || this.owners[j] >= 0) return;
    readReaction(force, torque, this.blocks, bodies, this, j);
    const squared = force[0] * force[0] + force[1] * force[1] + force[2] * force[2];
    const twisted = torque[0] * torque[0] + torque[1] * torque[1] + torque[2] * torque[2];
    const { breakLoads, bodies: pairs } = this;
    if (squared <= breakLoads[2 * j] ** 2 && twisted <= breakLoads[2 * j + 1] ** 2) return;
    this.broken.push(this.idOf(j), pairs[2 * j], pairs[2 * j + 1], Math.sqrt(squared), Math.sqrt(twisted));
    this.remove(j);
  }

  private isCoupling(joint: number): boolean {
    return this.freeAxes[joint] === couplingAxis && this.bodies[2 * joint] !== nobody;
  }

  private reserve(): void {
    if (jointSize * this.count > this.blocks.length) this.blocks = plainDoubles(jointSize * 2 * this.count);
  }

  private requireSlot(joint: number, name: string): void {
    requireInteger(name, joint, 0, this.count - 1);
    if (this.bodies[2 * joint] === nobody) throw new RangeError(`${name} ${joint} has been removed`);
  }

  private requireJoint(joint: number): void {
    this.requireSlot(joint, 'joint');
    if (this.owners[joint] >= 0) refuse('joint', 'be a joint, not one of its axes', joint);
  }

  private requireFreeAxis(joint: number, name = 'joint'): void {
    this.requireSlot(joint, name);
    if (this.freeAxes[joint] < 0) throw new RangeError(`${name} ${joint} has no free axis`);
  }

  /** A slot with no limits, motor or spring. */
  private addSlot(a: number, b: number, freeAxis: number): number {
    const slot = this.holes.pop() ?? this.count++;
    if (slot === this.locks.length) this.grow();
    this.bodies[2 * slot] = a;
    this.bodies[2 * slot + 1] = b;
    this.freeAxes[slot] = freeAxis;
    this.nexts[slot] = this.owners[slot] = nobody;
    this.locks[slot] = this.forms[slot] = 0;
    this.limits[2 * slot] = -Infinity;
    this.limits[2 * slot + 1] = Infinity;
    this.breakLoads.fill(Infinity, 2 * slot, 2 * slot + 2);
    this.collides[slot] = 1;
    this.motors.fill(0, 2 * slot, 2 * slot + 2);
    this.springs.fill(0, jointSpringSize * slot, jointSpringSize * (slot + 1));
    this.values[slot] = this.frictions[slot] = this.restitutions[slot] = this.ratios[slot] = 0;
    this.impulses.fill(0, jointImpulseSize * slot, jointImpulseSize * (slot + 1));
    this.loads.fill(0, 6 * slot, 6 * slot + 6);
    this.changes++;
    return slot;
  }

  /** Sets the motor of a slot. */
  private setDrive(slot: number, speed: number, maxForce: number, servo: readonly number[]): void {
    if (speed !== this.motors[2 * slot] || maxForce !== this.motors[2 * slot + 1]) this.change(slot);
    this.motors[2 * slot] = speed;
    this.motors[2 * slot + 1] = maxForce;
    this.setSpringAt(slot, servoAt, servo);
    if (maxForce === 0) this.impulses[jointImpulseSize * slot + motorImpulseAt] = 0;
  }

  private setSpringAt(slot: number, part: number, numbers: readonly number[]): void {
    const at = jointSpringSize * slot + part;
    for (let k = 0; k < 3; k++) {
      if (this.springs[at + k] !== numbers[k]) this.change(slot);
      this.springs[at + k] = numbers[k];
    }
  }

  private change(joint: number): void {
    this.changes++;
    this.hasChanged = true;
    for (let k = 2 * joint; k < 2 * joint + 2; k++) {
      const body = this.bodies[k];
      if (body >= this.changed.length) this.changed = grown(this.changed, 2 * body + 16);
      if (body >= 0) this.changed[body] = 1;
    }
  }
}

function requireStiffness(stiffness: number, damping: number): void {
  requireBetween('stiffness', stiffness, 0, largestMagnitude);
  requireBetween('damping', damping, 0, largestMagnitude);
}

function isStirring({ velocities, angularVelocities, restTimes }: RigidBodies, body: number): boolean {
  if (restTimes[body] === 0) return true;
  for (let k = 3 * body; k < 3 * body + 3; k++)
    if (velocities[k] !== 0 || angularVelocities[k] !== 0) return true;
  return false;
}
