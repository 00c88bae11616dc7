/** Checks of body settings, and their defaults. */
import {
  largestMagnitude,
  type Numbers,
  refuse,
  requireBetween,
  requireBoolean,
  requireBounded,
  requireInteger,
  requireObject,
  requirePositive,
} from '@colide/core';
import type { ConvexShape } from '@colide/geometry';
import { requireMass, requireShape } from '../internal/shape-checks.ts';
import type { BodyMaterial, BodySettings, BodyType } from './body-settings.ts';
import { type QuatLike, readQuat, readVec3 } from './vector-like.ts';

/** The contact material of a body, unless its settings say otherwise. */
export const defaultMaterial: Required<BodyMaterial> = {
  friction: 0.6,
  restitution: 0,
  linearDamping: 0,
  angularDamping: 0,
  group: 1,
  mask: 0xffffffff,
  bullet: false,
  sensor: false,
};

/** Throws an error that names the first setting that is invalid. */
export function requireMaterial(material: BodyMaterial): void {
  requireObject('material', material);
  const { restitution = 0, friction = 0, linearDamping = 0, angularDamping = 0 } = material;
  const { group = 1, mask = 1, bullet = false, sensor = false } = material;
  requireBetween('restitution', restitution, 0, 1);
  requireBetween('friction', friction, 0, largestMagnitude);
  requireBetween('linearDamping', linearDamping, 0, largestMagnitude);
  requireBetween('angularDamping', angularDamping, 0, largestMagnitude);
  requireInteger('group', group, 0, 0xffffffff);
  requireInteger('mask', mask, 0, 0xffffffff);
  requireBoolean('bullet', bullet);
  requireBoolean('sensor', sensor);
}

/** Settings of a body without its material, complete and checked; vectors are arrays. */
export interface CompleteSettings {
  readonly shape: BodySettings['shape'];
  readonly type: BodyType;
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly velocity: readonly number[];
  readonly angularVelocity: readonly number[];
  readonly density: number;
}

/**
 * Completes the settings of a body with the defaults. Throws an error that names the first one that is
 * invalid.
 */
export function requireSettings(settings: BodySettings): CompleteSettings {
  requireObject('settings', settings);
  const { shape, type = 'dynamic', density = 1000 } = settings;
  if (!['dynamic', 'static', 'kinematic'].includes(type))
    refuse('type', "be 'dynamic', 'static' or 'kinematic'", type);
  requireShape(shape, type === 'dynamic');
  const isHalfSpace = shape.kind === 'halfSpace';
  if (isHalfSpace && (settings.position !== undefined || settings.rotation !== undefined))
    throw new RangeError('position and rotation must be left out for a half-space');
  const still = [0, 0, 0];
  const { position: at = still, velocity: linear = still, angularVelocity: angular = still } = settings;
  const { rotation: turned = [0, 0, 0, 1] } = settings;
  const position = readVec3([], 'position', at);
  const rotation = readRotation([], turned);
  const velocity = readVec3([], 'velocity', linear);
  const angularVelocity = readVec3([], 'angularVelocity', angular);
  if ((isHalfSpace || type === 'static') && Math.hypot(...velocity, ...angularVelocity) > 0)
    throw new RangeError('velocity and angularVelocity must be left out for a static body');
  requirePositive('density', density);
  requireBounded('density', density);
  requireMaterial(settings);
  if (type === 'dynamic' && !isHalfSpace) {
    if (shape.kind === 'mesh')
      throw new RangeError("type must not be 'dynamic' for a mesh, which has no mass");
    requireMass(density * (shape as ConvexShape).volume);
  }
  return {
    shape,
    type: isHalfSpace ? 'static' : type,
    position,
    rotation,
    velocity,
    angularVelocity,
    density,
  };
}

/** The shortest quaternion that is taken for a rotation: shorter ones have lost digits to underflow. */
const shortestRotation = 1e-100;

/** Copies a quaternion to `out` and returns `out`. Throws unless it can be normalised. */
export function readRotation<Out extends Numbers>(out: Out, rotation: QuatLike): Out {
  const [x, y, z, w] = readQuat(out, 'rotation', rotation);
  requireBetween('the length of rotation', Math.hypot(x, y, z, w), shortestRotation, Infinity);
  return out;
}
