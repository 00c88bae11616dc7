/**
 * Joints between planar rigid bodies as flat arrays for the impulse solver: `RigidJoints` in two dimensions,
 * with the same arrays, ids, limits, motors, springs and friction.
 *
 * A joint has a frame on either body: an anchor and an axis. It locks some of the three relative motions of
 * the two frames and leaves the others free:
 *
 * | joint     | locked                | free, with limits, motor and spring        |
 * | --------- | --------------------- | ------------------------------------------ |
 * | revolute  | two shifts            | rotation, in radians                       |
 * | prismatic | shift across, rotation | shift along the axis, in metres           |
 * | weld      | two shifts, rotation  |                                            |
 * | wheel     | shift across          | shift along the axis; rotation             |
 * | distance  |                       | distance of the two anchors                |
 *
 * A coupling joins the free motions of two joints, as gears do, in a slot of its own.
 *
 * Joints are made in the current pose of the bodies, where angles and shifts are 0. Locked motions are soft
 * constraints that are solved together; a free motion is solved with the locked ones held. Cost O(joints) per
 * substep and pass; no allocation in a step.
 *
 * Catto, "Soft constraints", GDC 2011.
 */
import {
  type Doubles,
  plainDoubles,
  type ReadonlyVec2,
  requireBoundedArray,
  requireInteger,
  requireObject,
  requireOut,
  type Vec2,
} from '@colide/core';
import { distanceAxis, noFreeAxis, shiftAxis } from '../internal/joint-data.ts';
import {
  planarFrameSize,
  planarJointSize,
  planarMotionCount,
  planarRotation,
  planarSideSize,
  prismaticLocks,
  revoluteLocks,
  statesAt,
  weldLocks,
  wheelLocks,
} from '../internal/joint-layout-2d.ts';
import { JointSet } from '../internal/joint-set.ts';
import { requireBodies, requireJointBody } from '../internal/joint-slots.ts';
import { inverseMomentAt, rotationAt, spinAt, stateSize } from '../internal/planar-layout.ts';
import { setWarmScale } from '../internal/solve-free.ts';
import type { RigidBodies2d } from '../rigid-2d/rigid-bodies-2d.ts';
import { prepareJoints2d, setGeometry2d } from './internal/joint-blocks-2d.ts';
import { JointWeights2d } from './internal/joint-weights-2d.ts';
import {
  finishLoads2d,
  measureFree2d,
  solveJoints2d,
  warmStartJoints2d,
} from './internal/solve-joints-2d.ts';
import {
  beginPins2d,
  createPins2d,
  followPins2d,
  solvePins2d,
  storePins2d,
  warmStartPins2d,
} from './internal/solve-pins-2d.ts';
import type { JointGeometry2d } from './joint-records-2d.ts';

/** The load of a joint along its motions. */
const load = /* @__PURE__ */ plainDoubles(planarMotionCount);
/** Velocities of the two bodies of a joint, as states. */
const velocities = /* @__PURE__ */ plainDoubles(2 * stateSize);

/** A set of joints in the plane. */
export class RigidJoints2d extends JointSet {
  private blocks = plainDoubles(0);
  private readonly pins = createPins2d();
  private substeps = 0;
  private readonly weights = new JointWeights2d();
  /** By body, the moment of inertia that the forces at its levers call for. */
  private moments = plainDoubles(0);

  constructor() {
    super(planarMotionCount, planarFrameSize);
  }

  /** Joins bodies `a` and `b` at the world point `anchor`, free to rotate. Returns the index of the joint. */
  addRevolute(bodies: RigidBodies2d, a: number, b: number, anchor: ReadonlyVec2): number {
    return this.add(bodies, a, b, held(anchor, [1, 0], revoluteLocks, planarRotation));
  }

  /** Joins two bodies that can only shift against each other along the world direction `axis`. */
  addPrismatic(
    bodies: RigidBodies2d,
    a: number,
    b: number,
    anchor: ReadonlyVec2,
    axis: ReadonlyVec2,
  ): number {
    return this.add(bodies, a, b, held(anchor, axis, prismaticLocks, shiftAxis));
  }

  /** Joins two bodies firmly at the world point `anchor`. */
  addWeld(bodies: RigidBodies2d, a: number, b: number, anchor: ReadonlyVec2): number {
    return this.add(bodies, a, b, held(anchor, [1, 0], weldLocks, noFreeAxis));
  }

  /**
   * Joins a wheel, body `b`, to a chassis at its hub: it rotates, and shifts along `axis` of the chassis.
   * Motor and limits of the rotation are those of `addAxis(joint, 2)`.
   */
  addWheel(bodies: RigidBodies2d, a: number, b: number, anchor: ReadonlyVec2, axis: ReadonlyVec2): number {
    return this.add(bodies, a, b, held(anchor, axis, wheelLocks, shiftAxis));
  }

  /**
   * Keeps the distance between a point of body `a` and a point of body `b`, both given in the world, as it is
   * now; {@link setLimits} changes that. A rope goes from 0 to its length.
   */
  addDistance(
    bodies: RigidBodies2d,
    a: number,
    b: number,
    anchorA: ReadonlyVec2,
    anchorB: ReadonlyVec2,
  ): number {
    const joint = this.add(bodies, a, b, {
      anchorA,
      anchorB,
      axis: [1, 0],
      locks: 0,
      freeAxis: distanceAxis,
    });
    const distance = Math.hypot(anchorB[0] - anchorA[0], anchorB[1] - anchorA[1]);
    this.values[joint] = distance;
    this.setLimits(joint, distance, distance);
    return joint;
  }

  /** Adds a joint of any kind. Returns its index. */
  add(bodies: RigidBodies2d, a: number, b: number, geometry: JointGeometry2d): number {
    requireJointBody('a', a, bodies);
    requireJointBody('b', b, bodies);
    if (a === b) throw new RangeError(`a and b are the same, ${a}`);
    requireGeometry2d(geometry);
    const { anchorA, anchorB, axis, locks, freeAxis } = geometry;
    const joint = this.addSlot(a, b, freeAxis);
    this.locks[joint] = locks;
    this.writeSide(bodies, joint, 0, anchorA, axis);
    this.writeSide(bodies, joint, 1, anchorB, axis);
    this.wake(bodies, a);
    this.wake(bodies, b);
    return joint;
  }

  /** Moves the anchor of a joint on its first body (`side` 0) or its second one to a world point. */
  setAnchor(bodies: RigidBodies2d, joint: number, side: number, anchor: ReadonlyVec2): void {
    this.requireJoint(joint);
    requireBodies(bodies);
    requireInteger('side', side, 0, 1);
    requireBoundedArray('anchor', anchor, 2);
    this.writeSide(bodies, joint, side, anchor);
    this.change(joint);
  }

  /** Writes the anchor of a joint on its first body (`side` 0) or its second one, in the world. */
  getAnchor(out: Vec2, bodies: RigidBodies2d, joint: number, side: number): Vec2 {
    this.requireSlot(joint, 'joint');
    requireBodies(bodies);
    requireInteger('side', side, 0, 1);
    requireOut('out', out, 2);
    const { frames } = this;
    const body = this.bodies[2 * joint + side];
    const at = planarFrameSize * joint + planarSideSize * side;
    const c = body < 0 ? 1 : bodies.rotations[2 * body];
    const s = body < 0 ? 0 : bodies.rotations[2 * body + 1];
    out[0] = c * frames[at] - s * frames[at + 1] + (body < 0 ? 0 : bodies.positions[2 * body]);
    out[1] = s * frames[at] + c * frames[at + 1] + (body < 0 ? 0 : bodies.positions[2 * body + 1]);
    return out;
  }

  /**
   * Keeps the joints of a body where they are when its centre of mass changes: (`x`, `y`) is the old centre
   * in the axes of the body, as seen from the new one. O(joints).
   */
  moveFrames(body: number, x: number, y: number): void {
    for (let k = 0; k < 2 * this.count; k++)
      if (this.bodies[k] === body) {
        this.frames[planarSideSize * k] += x;
        this.frames[planarSideSize * k + 1] += y;
        this.change(k >> 1);
      }
  }

  /** Writes anchor and, if given, axis of a side, in the axes of its body. */
  private writeSide(
    bodies: RigidBodies2d,
    joint: number,
    side: number,
    anchor: ReadonlyVec2,
    axis?: ReadonlyVec2,
  ): void {
    const { frames } = this;
    const body = this.bodies[2 * joint + side];
    const at = planarFrameSize * joint + planarSideSize * side;
    const c = body < 0 ? 1 : bodies.rotations[2 * body];
    const s = body < 0 ? 0 : bodies.rotations[2 * body + 1];
    const x = anchor[0] - (body < 0 ? 0 : bodies.positions[2 * body]);
    const y = anchor[1] - (body < 0 ? 0 : bodies.positions[2 * body + 1]);
    frames[at] = c * x + s * y;
    frames[at + 1] = c * y - s * x;
    if (!axis) return;
    const length = Math.hypot(axis[0], axis[1]);
    frames[at + 2] = (c * axis[0] + s * axis[1]) / length;
    frames[at + 3] = (c * axis[1] - s * axis[0]) / length;
  }

  /**
   * Writes the mean force of the last step that a joint exerted on its second body; returns the torque about
   * its anchor there.
   */
  getReaction(outForce: Vec2, bodies: RigidBodies2d, joint: number): number {
    this.requireJoint(joint);
    requireOut('outForce', outForce, 2);
    const coupled = this.isCoupling(joint) ? this.links[2 * joint] : -1;
    const from = coupled < 0 ? joint : this.ownerOf(coupled);
    this.measure(bodies, from);
    const { blocks } = this;
    const at = planarJointSize * from;
    this.readLoad(joint);
    outForce[0] = blocks[at] * load[0] - blocks[at + 1] * load[1];
    outForce[1] = blocks[at + 1] * load[0] + blocks[at] * load[1];
    return load[2];
  }

  /** Angle, shift or distance along the free motion of a joint, at the current poses of its bodies. */
  getValue(bodies: RigidBodies2d, joint: number): number {
    this.requireFreeAxis(joint);
    const { links, ratios } = this;
    if (this.isCoupling(joint))
      return (
        this.getValue(bodies, links[2 * joint]) + ratios[joint] * this.getValue(bodies, links[2 * joint + 1])
      );
    this.measure(bodies, this.ownerOf(joint));
    return this.values[joint];
  }

  /** Current speed of the free motion of a joint. */
  getSpeed(bodies: RigidBodies2d, joint: number): number {
    this.requireFreeAxis(joint);
    const { links, ratios } = this;
    if (this.isCoupling(joint))
      return (
        this.getSpeed(bodies, links[2 * joint]) + ratios[joint] * this.getSpeed(bodies, links[2 * joint + 1])
      );
    const j = this.ownerOf(joint);
    this.measure(bodies, j);
    for (let side = 0; side < 2; side++) {
      const body = this.bodies[2 * j + side];
      const at = stateSize * side;
      for (let k = 0; k < 2; k++) velocities[at + k] = body < 0 ? 0 : bodies.velocities[2 * body + k];
      velocities[at + spinAt] = body < 0 ? 0 : bodies.angularVelocities[body];
      this.blocks[planarJointSize * j + statesAt + side] = at;
    }
    return measureFree2d(this.blocks, this, j, joint, velocities);
  }

  /** How often the substeps of a step of the solver have to be divided, and joints to be stiffer. */
  refine(bodies: RigidBodies2d, step: Doubles): number {
    return this.weights.divide(this, bodies, step);
  }

  /**
   * Begins a step of the solver of substeps of the length `substep`, with its body states and room for one
   * more.
   */
  begin(bodies: RigidBodies2d, states: Doubles, substep: number): void {
    for (let k = 0; k < 2 * this.count; k++)
      if (!(this.bodies[k] < bodies.count))
        throw new RangeError(`joint ${k >> 1} names a body beyond ${bodies.count - 1}`);
    this.reserve();
    // The world itself, at rest and not rotated.
    for (let k = 0; k < stateSize; k++) states[stateSize * bodies.count + k] = k === rotationAt ? 1 : 0;
    this.broken.clear();
    this.stiffen(states, substep);
    beginPins2d(this.pins, this.count, states);
    prepareJoints2d(this.blocks, this.pins, bodies, states, this, true);
  }

  /**
   * Lets light bodies between strong forces turn more slowly. A force f at a lever r holds a body like a
   * spring of the stiffness f · r; where f · r · h² is larger than the moment of inertia, the body would
   * oscillate faster than substeps of h can follow, with growing amplitude. There the moment of inertia is
   * raised to f · r · h².
   *
   * Andrews, Teichmann & Kry, "Geometric stiffness for real-time constrained multibody dynamics", 2017.
   */
  private stiffen(states: Doubles, substep: number): void {
    const { count, bodies, frames, impulses, impulseSize } = this;
    if (!(this.impulseTime > 0)) return;
    if (this.moments.length * stateSize < states.length) this.moments = plainDoubles(states.length);
    const { moments } = this;
    const scale = (substep * substep) / this.impulseTime;
    for (let side = 0; side < 2 * count; side++) if (bodies[side] >= 0) moments[bodies[side]] = 0;
    for (let side = 0; side < 2 * count; side++) {
      const body = bodies[side];
      if (body < 0) continue;
      const at = impulseSize * (side >> 1);
      const arm = planarSideSize * side;
      const squared =
        (impulses[at] * impulses[at] + impulses[at + 1] * impulses[at + 1]) *
        (frames[arm] * frames[arm] + frames[arm + 1] * frames[arm + 1]);
      moments[body] += scale * Math.sqrt(squared);
      const state = stateSize * body + inverseMomentAt;
      if (states[state] * moments[body] > 1) states[state] = 1 / moments[body];
    }
  }

  /**
   * Follows the bodies; called by the solver after each motion. A pass without softness lets pins follow by
   * itself; they do it here where none comes next, with `isLast`.
   */
  prepare(bodies: RigidBodies2d, states: Doubles, isLast = true): void {
    prepareJoints2d(this.blocks, this.pins, bodies, states, this, false);
    if (isLast) followPins2d(this.pins, states);
  }

  /** Applies the accumulated impulses; called by the solver at the start of a substep. */
  warmStart(states: Doubles, step: Doubles, first: boolean): void {
    this.substeps = first ? 1 : this.substeps + 1;
    const { blocks, pins } = this;
    setWarmScale(this, step, first);
    if (pins.count < this.count) warmStartJoints2d(blocks, this, states, first);
    warmStartPins2d(pins, this, states, first);
  }

  /** One pass of the solver. */
  solve(states: Doubles, step: Doubles, soft: boolean): void {
    const { blocks, pins } = this;
    const hasOthers = pins.count < this.count;
    if (hasOthers && soft) solveJoints2d(blocks, this, states, step, soft);
    solvePins2d(pins, states, step, soft);
    if (hasOthers && !soft) solveJoints2d(blocks, this, states, step, soft);
  }

  /**
   * Ends a step of the solver of substeps of the length `substep`: measures loads, and removes joints that
   * break.
   */
  finish(bodies: RigidBodies2d, substep: number): void {
    if (this.impulseTime !== substep) this.impulseTime = substep;
    storePins2d(this.pins, this);
    finishLoads2d(this.blocks, this, this.substeps);
    this.breakLoaded(bodies);
  }

  protected lastAxis(): number {
    return planarRotation;
  }

  protected measureBearing(_bodies: RigidBodies2d, j: number): void {
    const { bearing } = this;
    this.readLoad(j);
    bearing[0] = load[0] * load[0] + load[1] * load[1];
    bearing[1] = load[2] * load[2];
  }

  /**
   * Reads the load of a joint along its motions to {@link load}; that of a coupling is along the motion of
   * its first joint.
   */
  private readLoad(j: number): void {
    const { loads } = this;
    const l = planarMotionCount * j;
    const isCoupling = this.isCoupling(j);
    for (let k = 0; k < planarMotionCount; k++) load[k] = isCoupling ? 0 : loads[l + k];
    if (isCoupling) load[this.freeAxes[this.links[2 * j]] % distanceAxis] = loads[l];
  }

  private ownerOf(slot: number): number {
    return this.owners[slot] < 0 ? slot : this.owners[slot];
  }

  private measure(bodies: RigidBodies2d, joint: number): void {
    requireBodies(bodies);
    this.reserve();
    setGeometry2d(this.blocks, bodies, undefined, this, joint);
  }

  private reserve(): void {
    if (planarJointSize * this.count > this.blocks.length)
      this.blocks = plainDoubles(2 * planarJointSize * this.count);
  }
}

/** A joint with one anchor. */
function held(anchor: ReadonlyVec2, axis: ReadonlyVec2, locks: number, freeAxis: number): JointGeometry2d {
  return { anchorA: anchor, anchorB: anchor, axis, locks, freeAxis };
}

/** Throws unless a joint can be made of `geometry`. */
function requireGeometry2d(geometry: JointGeometry2d): void {
  requireObject('geometry', geometry);
  const { anchorA, anchorB, axis, locks, freeAxis } = geometry;
  requireBoundedArray(anchorA === anchorB ? 'anchor' : 'anchorA', anchorA, 2);
  requireBoundedArray('anchorB', anchorB, 2);
  requireBoundedArray('axis', axis, 2);
  if (!(Math.hypot(axis[0], axis[1]) >= 1e-100))
    throw new RangeError(`axis must not be zero, got ${axis[0]}, ${axis[1]}`);
  requireInteger('locks', locks, 0, weldLocks);
  if (freeAxis !== distanceAxis) requireInteger('freeAxis', freeAxis, noFreeAxis, planarRotation);
}
