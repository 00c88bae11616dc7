/**
 * Reads the settings of joints of worlds, in space and in the plane: returns complete records, or throws an
 * error that names the wrong setting before anything has changed.
 */
import {
  largestMagnitude,
  requireBetween,
  requireBoolean,
  requireBounded,
  requireLength,
  requireObject,
  tellUnknown,
} from '@colide/core';
import { ground } from '../internal/joint-data.ts';
import type { JointAxisSettings, JointMotor, JointSettings, JointSpring } from './joint-settings.ts';

/** The set of joints that receives settings: `RigidJoints` or `RigidJoints2d`. */
export interface JointSetters {
  setLimits(joint: number, lower: number, upper: number): void;
  setRestitution(joint: number, restitution: number): void;
  setMotor(joint: number, speed: number, maxForce: number): void;
  setServo(joint: number, target: number, stiffness: number, damping: number, maxForce: number): void;
  setSpring(joint: number, rest: number, stiffness: number, damping: number): void;
  setFriction(joint: number, friction: number): void;
  setBreakLoads(joint: number, breakForce: number, breakTorque: number): void;
  setCollision(joint: number, collide: boolean): void;
}

/** Settings along a free motion, complete. */
export interface CompleteJointAxis {
  readonly limits: readonly [lower: number, upper: number] | undefined;
  readonly restitution: number;
  readonly motor: CompleteJointMotor;
  readonly spring: Required<JointSpring>;
  readonly friction: number;
}

/** A motor, complete; one with a target speed has no stiffness and damping. */
export type CompleteJointMotor = Required<JointMotor>;

/** Names of the settings that all joints have. */
export const jointSettingNames: readonly string[] = ['breakForce', 'breakTorque', 'collide'];
/** Names of the settings along a free motion. */
export const jointAxisNames: readonly string[] = ['limits', 'restitution', 'motor', 'spring', 'friction'];

/**
 * Throws unless `settings` is an object. In development, also throws if it has other properties than these.
 */
export function requireJointSettings(name: string, settings: object, names: readonly string[]): void {
  requireObject(name, settings);
  tellUnknown(name, settings, names);
}

/** Throws unless a joint between these two would constrain a body. */
export function requireJointPair(a: number, b: number): void {
  if (a === b) {
    if (a === ground) throw new TypeError('a and b must not both be the world');
    throw new RangeError(`a and b must not be the same, got ${a}`);
  }
}

/** Limits of a motion, none below `least`. */
export function readJointLimits(
  name: string,
  limits: readonly number[] | undefined,
  least: number,
): readonly [number, number] | undefined {
  if (limits === undefined) return undefined;
  requireLength(name, limits, 2);
  const [lower, upper] = limits;
  for (const [k, limit] of [lower, upper].entries()) {
    requireBetween(`${name}[${k}]`, limit, least, Infinity);
    if (Number.isFinite(limit)) requireBounded(`${name}[${k}]`, limit);
  }
  if (lower > upper || lower === Infinity || upper === -Infinity)
    throw new RangeError(`${name} must be a lower and an upper limit, got ${lower} and ${upper}`);
  return [lower, upper];
}

/** A motor, complete. */
export function readJointMotor(motor: JointMotor | undefined): CompleteJointMotor {
  if (motor === undefined) return { speed: 0, maxForce: 0, target: 0, stiffness: 0, damping: 0 };
  requireJointSettings('motor', motor, ['speed', 'target', 'stiffness', 'damping', 'maxForce']);
  const { speed, target, maxForce = Infinity } = motor;
  requireBetween('motor.maxForce', maxForce, 0, Infinity);
  if ((speed === undefined) === (target === undefined))
    throw new TypeError('motor must have a speed or a target, and not both');
  if (speed !== undefined) {
    requireBounded('motor.speed', speed);
    return { speed, maxForce, target: 0, stiffness: 0, damping: 0 };
  }
  const { stiffness, damping } = motor as CompleteJointMotor;
  requireBounded('motor.target', target as number);
  requireBetween('motor.stiffness', stiffness, 0, largestMagnitude);
  requireBetween('motor.damping', damping, 0, largestMagnitude);
  return { speed: 0, maxForce, target: target as number, stiffness, damping };
}

/** A spring, complete. */
export function readJointSpring(spring: JointSpring | undefined, restByDefault = 0): Required<JointSpring> {
  if (spring === undefined) return { rest: 0, stiffness: 0, damping: 0 };
  requireJointSettings('spring', spring, ['rest', 'stiffness', 'damping']);
  const { rest = restByDefault, stiffness, damping = 0 } = spring;
  requireBounded('spring.rest', rest);
  requireBetween('spring.stiffness', stiffness, 0, largestMagnitude);
  requireBetween('spring.damping', damping, 0, largestMagnitude);
  return { rest, stiffness, damping };
}

/** Reads the settings along a free motion, complete; distances have no limits below 0. */
export function readJointAxis(settings: JointAxisSettings, length?: number): CompleteJointAxis {
  const { limits, restitution = 0, motor, spring, friction = 0 } = settings;
  requireBetween('restitution', restitution, 0, 1);
  requireBetween('friction', friction, 0, Infinity);
  return {
    limits: readJointLimits('limits', limits, length === undefined ? -Infinity : 0),
    restitution,
    motor: readJointMotor(motor),
    spring: readJointSpring(spring, length),
    friction,
  };
}

/** Loads that break a joint, and whether its bodies collide, complete. */
export function readJointSettings(settings: JointSettings): Required<JointSettings> {
  const { breakForce = Infinity, breakTorque = Infinity, collide = false } = settings;
  requireBetween('breakForce', breakForce, 0, Infinity);
  requireBetween('breakTorque', breakTorque, 0, Infinity);
  requireBoolean('collide', collide);
  return { breakForce, breakTorque, collide };
}

/** Applies settings to the free motion of slot `s` of a set. */
export function applyJointAxis(set: JointSetters, s: number, axis: CompleteJointAxis): void {
  const { limits, restitution, motor, spring, friction } = axis;
  if (limits) set.setLimits(s, limits[0], limits[1]);
  set.setRestitution(s, restitution);
  applyJointMotor(set, s, motor);
  set.setSpring(s, spring.rest, spring.stiffness, spring.damping);
  set.setFriction(s, friction);
}

/** Gives slot `s` of a set a motor. */
export function applyJointMotor(set: JointSetters, s: number, motor: CompleteJointMotor): void {
  const { speed, maxForce, target, stiffness, damping } = motor;
  if (stiffness + damping > 0) set.setServo(s, target, stiffness, damping, maxForce);
  else set.setMotor(s, speed, maxForce);
}

/** Applies the settings that all joints have to joint `j` of a set. */
export function applyJointSettings(set: JointSetters, j: number, common: Required<JointSettings>): void {
  set.setBreakLoads(j, common.breakForce, common.breakTorque);
  set.setCollision(j, common.collide);
}
