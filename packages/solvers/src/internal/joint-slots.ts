/**
 * Slots of a set of joints, in space or in the plane: how they are assigned, identified, removed and linked,
 * and which bodies a change wakes. Indices are stable. A slot that is freed between others is a hole until a
 * new joint takes it, the first hole first; at the end of the set, slots that are freed are simply cut off.
 */
import { grown, refuse, requireBoolean, requireInteger, requireObject } from '@colide/core';
import { BrokenJoints } from '../joints/broken-joints.ts';
import type { JointedBodies, JointStructure } from '../joints/joint-records.ts';
import type { Islands } from '../rigid/islands.ts';
import { JoinedPairs } from './joined-pairs.ts';
import { JointArrays } from './joint-arrays.ts';
import { couplingAxis, ground, jointSpringSize, nobody } from './joint-data.ts';

/** Ids of successive joints in one slot differ by this. */
const generationStride = 2 ** 24;

/** Joints in slots. */
export class JointSlots extends JointArrays {
  /** The joints that broke in the last step. */
  readonly broken = new BrokenJoints();
  /** 1 for bodies whose joints have changed; then whether there are any. */
  private changed = new Uint8Array(0);
  private hasChanged = false;
  private readonly apart = new JoinedPairs();
  private isApartKnown = false;

  /** Sets whether the bodies of a joint collide with each other. Default true. */
  setCollision(joint: number, collide: boolean): void {
    this.requireJoint(joint);
    requireBoolean('collide', collide);
    if (this.collides[joint] !== Number(collide)) this.change(joint);
    this.collides[joint] = Number(collide);
    this.isApartKnown = false;
  }

  /**
   * Whether a joint keeps bodies `a` and `b` from colliding. Not checked: called for every pair in a step.
   */
  separates(a: number, b: number): boolean {
    if (!this.isApartKnown) {
      this.apart.read(this);
      this.isApartKnown = true;
    }
    return this.apart.has(a, b);
  }

  /**
   * A number that no other joint of the set has had, made from its index and from how many joints were
   * removed before.
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
      // A pulley takes its distances with it, this one among them.
      if (this.bodies[2 * slot] === nobody) continue;
      const isOwner = this.isCoupling(slot) && this.locks[slot] === 1;
      if (this.isCoupling(slot)) this.couplings--;
      this.bodies[2 * slot] = this.bodies[2 * slot + 1] = nobody;
      this.removals++;
      this.holes++;
      for (let k = 2 * slot; k < 2 * slot + 2 && isOwner; k++)
        if (this.bodies[2 * this.links[k]] !== nobody) this.remove(this.links[k]);
    }
    for (; this.count > 0 && this.bodies[2 * this.count - 2] === nobody; this.count--) this.holes--;
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
  wakeChanged(bodies: JointedBodies): void {
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
  wakeJoint(bodies: JointedBodies, joint: number): void {
    this.requireSlot(joint, 'joint');
    requireBodies(bodies);
    for (let k = 2 * joint; k < 2 * joint + 2; k++) {
      this.wake(bodies, this.bodies[k]);
      if (this.bodies[k] < this.changed.length) this.changed[this.bodies[k]] = 0;
    }
  }

  /** Wakes a body of finite mass. */
  protected wake(bodies: JointedBodies, body: number): void {
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

  protected isCoupling(joint: number): boolean {
    return this.freeAxes[joint] === couplingAxis && this.bodies[2 * joint] !== nobody;
  }

  protected requireSlot(joint: number, name: string): void {
    requireInteger(name, joint, 0, this.count - 1);
    if (this.bodies[2 * joint] === nobody) throw new RangeError(`${name} ${joint} has been removed`);
  }

  protected requireJoint(joint: number): void {
    this.requireSlot(joint, 'joint');
    if (this.owners[joint] >= 0) refuse('joint', 'be a joint, not one of its axes', joint);
  }

  protected requireFreeAxis(joint: number, name = 'joint'): void {
    this.requireSlot(joint, name);
    if (this.freeAxes[joint] < 0) throw new RangeError(`${name} ${joint} has no free axis`);
  }

  /** A slot with no limits, motor or spring. */
  protected addSlot(a: number, b: number, freeAxis: number): number {
    let slot = this.count;
    if (this.holes > 0) {
      // The first free slot, which is determined by those in use.
      for (slot = 0; this.bodies[2 * slot] !== nobody; ) slot++;
      this.holes--;
    } else this.count++;
    if (slot === this.locks.length) this.grow();
    this.generations[slot] = this.removals;
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
    this.impulses.fill(0, this.impulseSize * slot, this.impulseSize * (slot + 1));
    this.loads.fill(0, this.motionCount * slot, this.motionCount * (slot + 1));
    this.changes++;
    return slot;
  }

  protected change(joint: number): void {
    this.changes++;
    this.hasChanged = true;
    for (let k = 2 * joint; k < 2 * joint + 2; k++) {
      const body = this.bodies[k];
      if (body >= this.changed.length) this.changed = grown(this.changed, 2 * body + 16);
      if (body >= 0) this.changed[body] = 1;
    }
  }
}

/** Throws unless `bodies` is a set of rigid bodies. */
export function requireBodies(bodies: JointedBodies): void {
  requireObject('bodies', bodies);
  if (typeof bodies.vacant !== 'object') refuse('bodies', 'be a RigidBodies', bodies);
}

/**
 * Throws unless `bodies` is a set of rigid bodies and `body` is either one of them (not a free index) or the
 * world.
 */
export function requireJointBody(name: string, body: number, bodies: JointedBodies): void {
  requireBodies(bodies);
  if (body === ground) return;
  requireInteger(name, body, 0, bodies.count - 1);
  if (bodies.vacant[body] === 1) refuse(name, 'be the index of a body, which this one is not', body);
}

/** Whether the numbers of a body in an array are all 0. */
function isZero(array: Float64Array, count: number, body: number): boolean {
  const size = array.length / count;
  for (let k = size * body; k < size * (body + 1); k++) if (array[k] !== 0) return false;
  return true;
}

function isStirring(bodies: JointedBodies, body: number): boolean {
  const { velocities, angularVelocities, restTimes, count } = bodies;
  return restTimes[body] === 0 || !isZero(velocities, count, body) || !isZero(angularVelocities, count, body);
}
