/** Checks of the settings of bodies in the plane, and their defaults. */
import {
  largestMagnitude,
  refuse,
  requireBetween,
  requireBoolean,
  requireBounded,
  requireInteger,
  requireObject,
  tellUnknown,
} from '@colide/core';
import { createPosedShapes2d, type PosedShape2d } from '@colide/narrowphase';
import type { BodyMaterial2d, BodySettings2d, BodyType2d } from './body-settings-2d.ts';
import { readVec2, type VectorLike2d } from './vector-like-2d.ts';

/** The material of a body, unless its settings say otherwise. */
export const defaultMaterial2d: Required<BodyMaterial2d> = {
  friction: 0.6,
  restitution: 0,
  rollingFriction: 0,
  linearDamping: 0,
  angularDamping: 0,
  gravityScale: 1,
  maxSpeed: Infinity,
  maxAngularSpeed: Infinity,
  group: 1,
  mask: 0xffffffff,
  lockedRotation: false,
  canSleep: true,
  bullet: false,
  sensor: false,
};

/** The types of bodies. */
export const bodyTypes2d: readonly BodyType2d[] = ['dynamic', 'static', 'kinematic'];

/** The names of all settings of a body. */
function listSettings(): string[] {
  return [
    ...['shape', 'type', 'position', 'rotation', 'velocity', 'angularVelocity', 'density', 'mass'],
    ...['inertia', 'userData', ...Object.keys(defaultMaterial2d)],
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

/** The lightest and heaviest bodies, in kg, and the least and largest moments, in kg m². */
const masses = [1e-30, 1e30] as const;
const moments = [1e-60, 1e60] as const;

/**
 * Throws an error that names the first setting of a material that is invalid or, in development, unknown.
 * `hasMore` if the object has other settings of a body as well.
 */
export function requireMaterial2d(material: BodyMaterial2d, hasMore = false): void {
  requireObject('material', material);
  if (!hasMore) tellUnknown('material', material, Object.keys(defaultMaterial2d));
  for (const name in defaultMaterial2d) {
    const byDefault = defaultMaterial2d[name as keyof BodyMaterial2d];
    const { [name as keyof BodyMaterial2d]: value = byDefault } = material;
    if (typeof byDefault === 'boolean') requireBoolean(name, value);
    else if (name === 'group' || name === 'mask') requireInteger(name, value as number, 0, 0xffffffff);
    else {
      const [least, most] = ranges[name] ?? [0, largestMagnitude];
      requireBetween(name, value as number, least, most);
    }
  }
}

/** Reads a rotation, an angle or its cosine and sine, as a unit vector. */
export function readRotation2d(out: Float64Array, rotation: number | VectorLike2d): Float64Array {
  if (typeof rotation === 'number') {
    requireBounded('rotation', rotation);
    out[0] = Math.cos(rotation);
    out[1] = Math.sin(rotation);
    return out;
  }
  const [x, y] = readVec2(out, 'rotation', rotation);
  const length = Math.hypot(x, y);
  requireBetween('the length of rotation', length, 1e-100, Infinity);
  out[0] = x / length;
  out[1] = y / length;
  return out;
}

/** The settings of a body, complete and checked. */
export interface BodyPlan2d {
  readonly parts: PosedShape2d[];
  readonly type: 'dynamic' | 'static' | 'kinematic';
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: number;
  /** Centre of mass in the frame of the shape. */
  readonly center: Float64Array;
  /** `Infinity` for bodies that are not dynamic. */
  readonly mass: number;
  readonly moment: number;
}

/**
 * Completes the settings of a body. Throws an error that names the first one that is invalid or, in
 * development, unknown.
 */
export function requireSettings2d(settings: BodySettings2d): BodyPlan2d {
  requireObject('settings', settings);
  tellUnknown('settings', settings, settingNames);
  const { shape, position: at = [0, 0], rotation: turned = 0, velocity: linear = [0, 0] } = settings;
  const { type = 'dynamic', angularVelocity = 0 } = settings;
  requireObject('shape', shape);
  if (!bodyTypes2d.includes(type)) refuse('type', "be 'dynamic', 'static' or 'kinematic'", type);
  const isPlane = shape.kind === 'halfPlane';
  if (isPlane && (settings.position !== undefined || settings.rotation !== undefined))
    throw new RangeError('position and rotation must be left out for a half-plane');
  const position = readVec2(new Float64Array(2), 'position', at);
  const rotation = readRotation2d(new Float64Array(2), turned);
  const velocity = readVec2(new Float64Array(2), 'velocity', linear);
  requireBounded('angularVelocity', angularVelocity);
  if ((isPlane || type === 'static') && Math.hypot(velocity[0], velocity[1], angularVelocity) > 0)
    throw new RangeError('velocity and angularVelocity must be left out for a static body');
  requireMaterial2d(settings, true);
  const isDynamic = type === 'dynamic' && !isPlane;
  if (isDynamic && shape.kind === 'chain')
    throw new RangeError("type must not be 'dynamic' for a chain, which has no mass");
  const center = new Float64Array(2);
  const weight = weigh(settings, isDynamic, center);
  return {
    parts: createPosedShapes2d(shape, center[0], center[1]),
    type: isPlane ? 'static' : type,
    position,
    rotation,
    velocity,
    angularVelocity,
    center,
    ...weight,
  };
}

/** Mass and moment of a body, checked; writes its centre of mass. */
function weigh(
  settings: BodySettings2d,
  isDynamic: boolean,
  center: Float64Array,
): Pick<BodyPlan2d, 'mass' | 'moment'> {
  const { shape, density = 1, mass, inertia } = settings;
  requireBetween('density', density, Number.MIN_VALUE, largestMagnitude);
  if (mass !== undefined && settings.density !== undefined)
    throw new RangeError('density must be left out if mass is given');
  if (mass !== undefined) requireBetween('mass', mass, ...masses);
  if (inertia !== undefined) requireBetween('inertia', inertia, ...moments);
  if (!isDynamic || shape.kind === 'chain' || shape.kind === 'halfPlane')
    return { mass: Infinity, moment: Infinity };
  if (typeof shape.centerOfMass !== 'function' || shape.area === undefined)
    refuse('shape', 'be a planar shape', shape.kind);
  shape.centerOfMass(center);
  const whole = mass ?? density * shape.area;
  requireBetween('the mass of shape', whole, ...masses);
  const moment = inertia ?? (shape.area > 0 ? (whole / shape.area) * shape.inertia : 0);
  requireBetween('the inertia of shape', moment, ...moments);
  return { mass: whole, moment };
}
