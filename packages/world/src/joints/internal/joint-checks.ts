/**
 * Checks of the settings of joints. They return complete records or throw an error that names the faulty
 * setting.
 */
import {
  largestMagnitude,
  refuse,
  requireBetween,
  requireBoolean,
  requireBounded,
  requireKnown,
  requireLength,
  requireObject,
} from '@colide/core';
import { type JointGeometry, jointGround, type RigidJoints } from '@colide/solvers';
import { readVec3, type Vec3Like } from '../../bodies/vector-like.ts';
import type { World } from '../../world/world.ts';
import type { JointAxisSettings, JointMotor, JointSettings, JointSpring } from '../joint-settings.ts';

/** What acts along a free motion, complete. */
export interface CompleteAxis {
  readonly limits: readonly [lower: number, upper: number] | undefined;
  readonly restitution: number;
  readonly motor: CompleteMotor;
  readonly spring: Required<JointSpring>;
  readonly friction: number;
}

/** A motor, complete; one with a target speed has no stiffness and damping. */
export type CompleteMotor = Required<JointMotor>;

export const commonNames = ['breakForce', 'breakTorque', 'collide'];
export const axisNames = ['limits', 'restitution', 'motor', 'spring', 'friction'];

/**
 * Throws unless `settings` is an object. In development, also throws if it has other properties than these.
 */
export function requireSettingsOf(name: string, settings: object, names: readonly string[]): void {
  requireObject(name, settings);
  if (typeof process !== 'undefined' && process.env.NODE_ENV !== 'production')
    requireKnown(name, settings, names);
}

/** The index of a body in a set; that of the world if there is none. */
export function readBody(world: World, name: string, body: number | null | undefined): number {
  if (body === undefined || body === null) return jointGround;
  world.table.requireBody(body, name);
  return body;
}

/** Throws unless a joint between these two would constrain a body. */
export function requirePair(a: number, b: number): void {
  if (a === b) {
    if (a === jointGround) throw new TypeError('a and b must not both be the world');
    throw new RangeError(`a and b must not be the same, got ${a}`);
  }
}

/** A point in world space; by default the centre of mass of `body`. */
export function readAnchor(world: World, name: string, anchor: Vec3Like | undefined, body: number): number[] {
  if (anchor !== undefined) return readVec3([], name, anchor);
  if (body < 0) refuse(name, 'be given where there is no body', anchor);
  return Array.from(world.bodies.positions.subarray(3 * body, 3 * body + 3));
}

/** A direction in world space. */
export function readDirection(name: string, axis: Vec3Like): number[] {
  const [x, y, z] = readVec3([0, 0, 0], name, axis);
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (size < 1e-100) throw new RangeError(`${name} must not be zero, got ${x}, ${y}, ${z}`);
  return [x / size, y / size, z / size];
}

/** Limits of a motion, none below `least`. */
export function readLimits(
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
export function readMotor(motor: JointMotor | undefined): CompleteMotor {
  if (motor === undefined) return { speed: 0, maxForce: 0, target: 0, stiffness: 0, damping: 0 };
  requireSettingsOf('motor', motor, ['speed', 'target', 'stiffness', 'damping', 'maxForce']);
  const { speed, target, maxForce = Infinity } = motor;
  requireBetween('motor.maxForce', maxForce, 0, Infinity);
  if ((speed === undefined) === (target === undefined))
    throw new TypeError('motor must have a speed or a target, and not both');
  if (speed !== undefined) {
    requireBounded('motor.speed', speed);
    return { speed, maxForce, target: 0, stiffness: 0, damping: 0 };
  }
  const { stiffness, damping } = motor as CompleteMotor;
  requireBounded('motor.target', target as number);
  requireBetween('motor.stiffness', stiffness, 0, largestMagnitude);
  requireBetween('motor.damping', damping, 0, largestMagnitude);
  return { speed: 0, maxForce, target: target as number, stiffness, damping };
}

/** A spring, complete. */
export function readSpring(spring: JointSpring | undefined, restByDefault = 0): Required<JointSpring> {
  if (spring === undefined) return { rest: 0, stiffness: 0, damping: 0 };
  requireSettingsOf('spring', spring, ['rest', 'stiffness', 'damping']);
  const { rest = restByDefault, stiffness, damping = 0 } = spring;
  requireBounded('spring.rest', rest);
  requireBetween('spring.stiffness', stiffness, 0, largestMagnitude);
  requireBetween('spring.damping', damping, 0, largestMagnitude);
  return { rest, stiffness, damping };
}

/** What acts along a free motion, complete; distances have no limits below 0. */
export function readAxis(settings: JointAxisSettings, length?: number): CompleteAxis {
  const { limits, restitution = 0, motor, spring, friction = 0 } = settings;
  requireBetween('restitution', restitution, 0, 1);
  requireBetween('friction', friction, 0, Infinity);
  return {
    limits: readLimits('limits', limits, length === undefined ? -Infinity : 0),
    restitution,
    motor: readMotor(motor),
    spring: readSpring(spring, length),
    friction,
  };
}

/** A free motion, by name, of a joint that has several. */
export function readMotion(name: string, motion: 'free' | JointAxisSettings): CompleteAxis {
  if (motion === 'free') return readAxis({});
  requireSettingsOf(name, motion, axisNames);
  try {
    return readAxis(motion);
  } catch (error) {
    (error as Error).message = `${name}.${(error as Error).message}`;
    throw error;
  }
}

/** Throws unless `ratio` is a finite number other than 0. */
export function requireRatio(name: string, ratio: number): void {
  requireBounded(name, ratio);
  if (Math.abs(ratio) < 1e-9) refuse(name, 'not be 0', ratio);
}

/** One side of a pulley: a fixed point in the world and a point of a body. */
export function readStrand(
  world: World,
  names: readonly [string, string],
  ground: Vec3Like,
  anchor: Vec3Like | undefined,
  body: number,
): [number[], number[]] {
  return [readAnchor(world, names[0], ground, jointGround), readAnchor(world, names[1], anchor, body)];
}

/** Loads that break a joint, and whether its bodies collide, complete. */
export function readCommon(settings: JointSettings): Required<JointSettings> {
  const { breakForce = Infinity, breakTorque = Infinity, collide = false } = settings;
  requireBetween('breakForce', breakForce, 0, Infinity);
  requireBetween('breakTorque', breakTorque, 0, Infinity);
  requireBoolean('collide', collide);
  return { breakForce, breakTorque, collide };
}

/** Gives slot `s` of a set what acts along its free motion. */
export function applyAxis(set: RigidJoints, s: number, axis: CompleteAxis): void {
  const { limits, restitution, motor, spring, friction } = axis;
  if (limits) set.setLimits(s, limits[0], limits[1]);
  set.setRestitution(s, restitution);
  applyMotor(set, s, motor);
  set.setSpring(s, spring.rest, spring.stiffness, spring.damping);
  set.setFriction(s, friction);
}

/** Gives slot `s` of a set a motor. */
export function applyMotor(set: RigidJoints, s: number, motor: CompleteMotor): void {
  const { speed, maxForce, target, stiffness, damping } = motor;
  if (stiffness + damping > 0) set.setServo(s, target, stiffness, damping, maxForce);
  else set.setMotor(s, speed, maxForce);
}

/** Gives joint `j` of a set what all joints have. */
export function applyCommon(set: RigidJoints, j: number, common: Required<JointSettings>): void {
  set.setBreakLoads(j, common.breakForce, common.breakTorque);
  set.setCollision(j, common.collide);
}

export type { JointGeometry };
