/**
 * Limits, motors, springs and friction along the free motions of joints, in space or in the plane, and the
 * loads that break a joint.
 */
import {
  isBounded,
  largestMagnitude,
  refuse,
  requireBetween,
  requireBounded,
  requireInteger,
} from '@colide/core';
import type { JointedBodies } from '../joints/joint-records.ts';
import type { Islands } from '../rigid/islands.ts';
import {
  couplingAxis,
  distanceAxis,
  drivenMark,
  frictionImpulseAt,
  jointSpringSize,
  lowerImpulseAt,
  motorImpulseAt,
  nobody,
  servoAt,
  springImpulseAt,
  upperImpulseAt,
} from './joint-data.ts';
import { JointSlots } from './joint-slots.ts';

/**
 * Speeds, in m/s or rad/s, below which a free motion counts as still. The first two are for springs and for
 * motors with a target: a constant, and an amount per metre or radian from the target, for those that
 * something holds far from it. The last is for motors with a speed, unless the fraction of their speed is
 * less.
 */
const leastSpeed = 1e-4;
const leastRate = 1e-3;
const leastMotorSpeed = 1e-3;
const leastShare = 1e-2;

/** Joints with limits, motors, springs and friction. */
export abstract class JointSet extends JointSlots {
  /** Squares of the force and of the torque on the current joint. */
  protected readonly bearing = new Float64Array(2);

  /** The last motion that {@link addAxis} may free. */
  protected abstract lastAxis(joint: number): number;

  /** Writes the squared force and torque of joint `j` to {@link bearing}. */
  protected abstract measureBearing(bodies: JointedBodies, j: number): void;

  /** Current speed of the free motion of a joint. */
  abstract getSpeed(bodies: JointedBodies, joint: number): number;

  /**
   * Links the bodies that joints hold together. Given the `bodies`, also notes those that motors and damped
   * springs are moving.
   */
  override linkIslands(islands: Islands, bodies?: JointedBodies): void {
    super.linkIslands(islands);
    for (let s = 0; s < this.count && bodies; s++)
      if (this.bodies[2 * s] !== nobody && this.isMoving(bodies, s))
        for (let k = 2 * s; k < 2 * s + 2; k++)
          if (this.bodies[k] >= 0) islands.joined[this.bodies[k]] = drivenMark;
  }

  /** Whether a motor or a damped spring is moving the free motion of slot `s`. */
  private isMoving(bodies: JointedBodies, s: number): boolean {
    const { motors, springs, values } = this;
    const p = jointSpringSize * s;
    const isServo = springs[p + servoAt + 1] + springs[p + servoAt + 2] > 0;
    let least = Infinity;
    if (motors[2 * s + 1] > 0 && !isServo && motors[2 * s] !== 0)
      least = Math.min(leastMotorSpeed, leastShare * Math.abs(motors[2 * s]));
    for (let part = 0; part <= servoAt; part += servoAt) {
      if (!(springs[p + part + 1] > 0 && springs[p + part + 2] > 0)) continue;
      if (part === servoAt && motors[2 * s + 1] === 0) continue;
      least = Math.min(least, Math.max(leastSpeed, leastRate * Math.abs(values[s] - springs[p + part])));
    }
    return least < Infinity && Math.abs(this.getSpeed(bodies, s)) > least;
  }

  /**
   * Gives a further free motion of a joint limits, motor, spring and friction, by its number. Returns its
   * index, for {@link setLimits} and others. It is removed with the joint.
   */
  addAxis(joint: number, axis: number): number {
    this.requireJoint(joint);
    requireInteger('axis', axis, 0, this.lastAxis(joint));
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
    this.clearImpulse(joint, lowerImpulseAt);
    this.clearImpulse(joint, upperImpulseAt);
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
   * Drives the free motion of a joint to `target` as a spring of the given stiffness and damping (N/m and N
   * s/m, or N m and N m s per radian) would, with at most `maxForce`; 0 turns the motor off.
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
    if (stiffness + damping === 0) this.clearImpulse(joint, springImpulseAt);
  }

  /** Sets the largest force, or torque, of the friction against the free motion of a joint. */
  setFriction(joint: number, friction: number): void {
    this.requireFreeAxis(joint);
    requireBetween('friction', friction, 0, Infinity);
    if (friction !== this.frictions[joint]) this.change(joint);
    this.frictions[joint] = friction;
    if (friction === 0) this.clearImpulse(joint, frictionImpulseAt);
  }

  /**
   * Sets the mean force and torque in a step that break a joint: it is removed at the end of that step and
   * listed in {@link broken}. `Infinity` for none.
   */
  setBreakLoads(joint: number, breakForce: number, breakTorque: number): void {
    this.requireJoint(joint);
    requireBetween('breakForce', breakForce, 0, Infinity);
    requireBetween('breakTorque', breakTorque, 0, Infinity);
    const at = 2 * joint;
    // Loads of sleeping bodies are old: they are measured anew.
    if (breakForce !== this.breakLoads[at] || breakTorque !== this.breakLoads[at + 1]) this.change(joint);
    this.breakLoads[at] = breakForce;
    this.breakLoads[at + 1] = breakTorque;
  }

  /** Removes the joints whose load is too large. */
  protected breakLoaded(bodies: JointedBodies): void {
    const { breakLoads, bodies: pairs, bearing } = this;
    for (let j = 0; j < this.count; j++) {
      if (breakLoads[2 * j] === Infinity && breakLoads[2 * j + 1] === Infinity) continue;
      if (pairs[2 * j] === nobody || this.owners[j] >= 0) continue;
      // The loads of others are those of a step long past.
      if (!isInMotion(bodies, pairs[2 * j]) && !isInMotion(bodies, pairs[2 * j + 1])) continue;
      this.measureBearing(bodies, j);
      if (bearing[0] <= breakLoads[2 * j] ** 2 && bearing[1] <= breakLoads[2 * j + 1] ** 2) continue;
      this.broken.push(
        this.idOf(j),
        pairs[2 * j],
        pairs[2 * j + 1],
        Math.sqrt(bearing[0]),
        Math.sqrt(bearing[1]),
      );
      this.remove(j);
    }
  }

  /** Sets the motor of a slot. */
  private setDrive(slot: number, speed: number, maxForce: number, servo: readonly number[]): void {
    if (speed !== this.motors[2 * slot] || maxForce !== this.motors[2 * slot + 1]) this.change(slot);
    this.motors[2 * slot] = speed;
    this.motors[2 * slot + 1] = maxForce;
    this.setSpringAt(slot, servoAt, servo);
    if (maxForce === 0) this.clearImpulse(slot, motorImpulseAt);
  }

  private setSpringAt(slot: number, part: number, numbers: readonly number[]): void {
    const at = jointSpringSize * slot + part;
    for (let k = 0; k < 3; k++) {
      if (this.springs[at + k] !== numbers[k]) this.change(slot);
      this.springs[at + k] = numbers[k];
    }
  }

  private clearImpulse(slot: number, part: number): void {
    this.impulses[this.impulseSize * slot + this.motionCount + part] = 0;
  }
}

/** Whether a body moved in this step as its forces made it move. */
function isInMotion({ inverseMasses, asleep }: JointedBodies, body: number): boolean {
  return body >= 0 && inverseMasses[body] > 0 && asleep[body] === 0;
}

function requireStiffness(stiffness: number, damping: number): void {
  requireBetween('stiffness', stiffness, 0, largestMagnitude);
  requireBetween('damping', damping, 0, largestMagnitude);
}

/** Throws unless the two are limits of a motion, neither below `least`. Infinite limits have no effect. */
export function requireLimits(
  names: readonly [string, string],
  lower: number,
  upper: number,
  least: number,
): void {
  requireLimit(names[0], lower, least);
  requireLimit(names[1], upper, least);
  if (!(lower <= upper))
    throw new RangeError(`${names[0]} must not exceed ${names[1]}, got ${lower} and ${upper}`);
  if (lower === upper && !isBounded(lower)) refuse(names[0], 'be finite where both are equal', lower);
}

function requireLimit(name: string, value: number, least: number): void {
  requireBetween(name, value, least, Infinity);
  if (Number.isFinite(value)) requireBounded(name, value);
}
