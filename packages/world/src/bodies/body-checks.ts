/** Whether a body can be made as its settings say, and what they leave to be said. */
import { requireFiniteArray, requireInteger, requireNonNegative, requirePositive } from '@colide/core';
import type { ConvexShape } from '@colide/geometry';
import type { BodyMaterial, BodySettings } from './body-settings.ts';

/** What a body is like to touch, unless its settings say otherwise. */
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

/** Throws an error that names the first of these that cannot be. */
export function requireMaterial(material: BodyMaterial): void {
  const { restitution: e = 0 } = material;
  for (const name of ['friction', 'linearDamping', 'angularDamping'] as const)
    requireNonNegative(name, material[name] ?? 0);
  if (!(e >= 0 && e <= 1)) throw new RangeError(`restitution must be from 0 to 1, got ${e}`);
  for (const name of ['group', 'mask'] as const) requireInteger(name, material[name] ?? 1, 0, 0xffffffff);
}

/** Returns the settings, but for the material, with all that may be left out. Throws an error that names the first one that cannot be. */
export function requireSettings(settings: BodySettings): Required<Omit<BodySettings, keyof BodyMaterial>> {
  const still = [0, 0, 0] as const;
  const {
    shape,
    type = 'dynamic',
    position = still,
    rotation = [0, 0, 0, 1],
    velocity = still,
    angularVelocity = still,
    density = 1000,
  } = settings;
  if (!isShape(shape))
    throw new TypeError('shape must be a convex shape, a compound, a half-space or a mesh');
  if (!['dynamic', 'static', 'kinematic'].includes(type))
    throw new RangeError(`type must be 'dynamic', 'static' or 'kinematic', got ${String(type)}`);
  const isHalfSpace = shape.kind === 'halfSpace';
  if (isHalfSpace && (settings.position || settings.rotation))
    throw new RangeError('position and rotation must be left out for a half-space');
  requireFiniteArray('position', position, 3);
  requireRotation(rotation);
  requireFiniteArray('velocity', velocity, 3);
  requireFiniteArray('angularVelocity', angularVelocity, 3);
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

/** Throws unless `rotation` can be made a unit quaternion. */
export function requireRotation(rotation: ArrayLike<number>): void {
  requireFiniteArray('rotation', rotation, 4);
  requirePositive('the length of rotation', Math.hypot(rotation[0], rotation[1], rotation[2], rotation[3]));
}
