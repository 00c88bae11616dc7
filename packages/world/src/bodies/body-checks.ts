/** Checks of body settings, and their defaults. */
import {
  largestMagnitude,
  type Numbers,
  refuse,
  requireBetween,
  requireBoolean,
  requireBounded,
  requireBoundedArray,
  requireInteger,
  requireObject,
  requirePositive,
  tellUnknown,
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
  gravityScale: 1,
  maxSpeed: Infinity,
  maxAngularSpeed: Infinity,
  lockedTranslation: '',
  lockedRotation: '',
  canSleep: true,
  group: 1,
  mask: 0xffffffff,
  bullet: false,
  sensor: false,
};

/** The names of all settings of a body. */
function listSettings(): string[] {
  return [
    ...['shape', 'type', 'position', 'rotation', 'velocity', 'angularVelocity', 'density', 'mass'],
    ...['inertia', 'centerOfMass', 'enabled', 'userData', ...Object.keys(defaultMaterial)],
  ];
}

const settingNames = /* @__PURE__ */ listSettings();

/** Smallest and largest value of the settings that are limited to a range. */
const ranges: Record<string, readonly number[]> = {
  restitution: [0, 1],
  gravityScale: [-largestMagnitude, largestMagnitude],
  maxSpeed: [0, Infinity],
  maxAngularSpeed: [0, Infinity],
};

/**
 * Throws an error that names the first setting that is invalid or, in development, unknown. `hasMore` if the
 * object has other settings of a body as well.
 */
export function requireMaterial(material: BodyMaterial, hasMore = false): void {
  requireObject('material', material);
  // Settings that are reused may contain user data, which is not part of the material.
  if (!hasMore) tellUnknown('material', material, Object.keys(defaultMaterial), ['userData']);
  for (const name in defaultMaterial) {
    const byDefault = defaultMaterial[name as keyof BodyMaterial];
    const { [name as keyof BodyMaterial]: value = byDefault } = material;
    if (typeof byDefault === 'boolean') requireBoolean(name, value);
    else if (byDefault === '') axisBits(name, value);
    else if (name === 'group' || name === 'mask') requireInteger(name, value as number, 0, 0xffffffff);
    else {
      const [least, most] = ranges[name] ?? [0, largestMagnitude];
      requireBetween(name, value as number, least, most);
    }
  }
}

/** One bit for each of the axes x, y and z in the setting `name`. */
export function axisBits(name: string, axes: unknown): number {
  if (!/^x?y?z?$/.test(axes as string)) refuse(name, "name axes, such as 'xz'", axes);
  let bits = 0;
  for (const axis of axes as string) bits |= 1 << 'xyz'.indexOf(axis);
  return bits;
}

/** Settings of a body without its material, complete and checked; vectors are arrays. */
export interface CompleteSettings {
  readonly shape: BodySettings['shape'];
  readonly type: BodyType;
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly velocity: readonly number[];
  readonly angularVelocity: readonly number[];
  /** 0 for bodies that are not dynamic. */
  readonly mass: number;
  /** Nine numbers; `undefined` for the inertia of the shape. */
  readonly inertia: readonly number[] | undefined;
  /** `undefined` for the centre of mass of the shape. */
  readonly centerOfMass: readonly number[] | undefined;
}

/**
 * Completes the settings of a body with the defaults. Throws an error that names the first invalid setting
 * or, in development, the first unknown one.
 */
export function requireSettings(settings: BodySettings): CompleteSettings {
  requireObject('settings', settings);
  tellUnknown('settings', settings, settingNames);
  const { shape, type = 'dynamic', enabled = true } = settings;
  if (!['dynamic', 'static', 'kinematic'].includes(type))
    refuse('type', "be 'dynamic', 'static' or 'kinematic'", type);
  requireShape(shape, type === 'dynamic');
  requireBoolean('enabled', enabled);
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
  requireMaterial(settings, true);
  return {
    shape,
    type: isHalfSpace ? 'static' : type,
    position,
    rotation,
    velocity,
    angularVelocity,
    ...requireBuild(settings, type === 'dynamic' && !isHalfSpace),
  };
}

/** Mass, inertia and centre of mass of a body, checked. */
function requireBuild(
  settings: BodySettings,
  isDynamic: boolean,
): Pick<CompleteSettings, 'mass' | 'inertia' | 'centerOfMass'> {
  const { shape, density = 1000, mass, inertia, centerOfMass } = settings;
  requirePositive('density', density);
  requireBounded('density', density);
  if (mass !== undefined && settings.density !== undefined)
    throw new RangeError('density must be left out if mass is given');
  let tensor: number[] | undefined;
  if (inertia !== undefined) {
    requireBoundedArray('inertia', inertia, inertia?.length === 3 ? 3 : 9);
    const [x, y, z] = (tensor = Array.from(inertia));
    if (tensor.length === 3) tensor = [x, 0, 0, 0, y, 0, 0, 0, z];
  }
  const isWeighed = mass !== undefined && inertia !== undefined;
  if (isDynamic && !isWeighed && hasOpenMesh(shape))
    throw new RangeError(
      "type must not be 'dynamic' for a mesh that is open or inside out, unless mass and inertia are given",
    );
  // The volume of a mesh takes time to find, and levels have none.
  const whole = mass !== undefined ? mass : isDynamic ? density * (shape as ConvexShape).volume : 0;
  if (mass !== undefined) requireMass('mass', mass);
  else if (isDynamic) requireMass('the mass of shape', whole);
  return {
    mass: isDynamic ? whole : 0,
    inertia: tensor,
    centerOfMass: centerOfMass === undefined ? undefined : readVec3([], 'centerOfMass', centerOfMass),
  };
}

/** Whether a shape is an open mesh, or contains one. */
function hasOpenMesh(shape: BodySettings['shape']): boolean {
  if (shape.kind === 'compound') return shape.children.some(child => hasOpenMesh(child.shape));
  return shape.kind === 'mesh' && !(shape.volume > 0);
}

/** The shortest quaternion that is accepted as a rotation: shorter ones have lost digits to underflow. */
const shortestRotation = 1e-100;

/** Copies a quaternion to `out` and returns `out`. Throws unless it can be normalised. */
export function readRotation<Out extends Numbers>(out: Out, rotation: QuatLike): Out {
  const [x, y, z, w] = readQuat(out, 'rotation', rotation);
  requireBetween('the length of rotation', Math.hypot(x, y, z, w), shortestRotation, Infinity);
  return out;
}
