/** Checks of body settings, and their defaults. */
import { type Numbers, requireInteger, requireNonNegative, requirePositive } from '@colide/core';
import type { ConvexShape } from '@colide/geometry';
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
  const { restitution: e = 0 } = material;
  for (const name of ['friction', 'linearDamping', 'angularDamping'] as const)
    requireNonNegative(name, material[name] ?? 0);
  if (!(e >= 0 && e <= 1)) throw new RangeError(`restitution must be from 0 to 1, got ${e}`);
  for (const name of ['group', 'mask'] as const) requireInteger(name, material[name] ?? 1, 0, 0xffffffff);
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
  const still = [0, 0, 0];
  const { shape, type = 'dynamic', density = 1000 } = settings;
  if (!isShape(shape))
    throw new TypeError('shape must be a convex shape, a compound, a half-space or a mesh');
  if (!['dynamic', 'static', 'kinematic'].includes(type))
    throw new RangeError(`type must be 'dynamic', 'static' or 'kinematic', got ${String(type)}`);
  const isHalfSpace = shape.kind === 'halfSpace';
  if (isHalfSpace && (settings.position || settings.rotation))
    throw new RangeError('position and rotation must be left out for a half-space');
  const position = readVec3([], 'position', settings.position ?? still);
  const rotation = readRotation([], settings.rotation ?? [0, 0, 0, 1]);
  const velocity = readVec3([], 'velocity', settings.velocity ?? still);
  const angularVelocity = readVec3([], 'angularVelocity', settings.angularVelocity ?? still);
  if ((isHalfSpace || type === 'static') && Math.hypot(...velocity, ...angularVelocity) > 0)
    throw new RangeError('velocity and angularVelocity must be left out for a static body');
  requirePositive('density', density);
  requireMaterial(settings);
  if (type === 'dynamic' && !isHalfSpace) {
    if (shape.kind === 'mesh')
      throw new RangeError("type must not be 'dynamic' for a mesh, which has no mass");
    requirePositive('the mass of shape', density * (shape as ConvexShape).volume);
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

/** Whether a body can be made of `shape`: it has a support mapping, or is a compound or a half-space. */
function isShape(shape: BodySettings['shape'] | null | undefined): boolean {
  if (shape?.kind === 'compound' || shape?.kind === 'halfSpace') return true;
  return typeof shape?.support === 'function';
}

/** Copies a quaternion to `out` and returns `out`. Throws unless it can be normalised. */
export function readRotation<Out extends Numbers>(out: Out, rotation: QuatLike): Out {
  const [x, y, z, w] = readQuat(out, 'rotation', rotation);
  requirePositive('the length of rotation', Math.hypot(x, y, z, w));
  return out;
}
