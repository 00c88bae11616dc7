/** Codec and checks for sending bodies of a `World2d` between threads. */
import { requireBounded } from '@colide/core';
import {
  type BodySettings2d,
  encodeShape2d,
  readRotation2d,
  readVec2,
  requireMaterial2d,
  requireSettings2d,
  type VectorLike2d,
} from '@colide/world2d';
import type { BodyChecks, BodyCodec, FieldKind } from '../../internal/plain-bodies.ts';

/** How each setting is copied. */
const fields = {
  shape: 'value',
  type: 'value',
  position: 'vector',
  rotation: 'rotation',
  velocity: 'vector',
  angularVelocity: 'angular',
  density: 'value',
  mass: 'value',
  inertia: 'value',
  friction: 'value',
  restitution: 'value',
  rollingFriction: 'value',
  linearDamping: 'value',
  angularDamping: 'value',
  gravityScale: 'value',
  maxSpeed: 'value',
  maxAngularSpeed: 'value',
  lockedRotation: 'flag',
  canSleep: 'flag',
  group: 'value',
  mask: 'value',
  bullet: 'flag',
  sensor: 'flag',
} as const satisfies Record<Exclude<keyof BodySettings2d, 'userData'>, FieldKind>;

/**
 * A rotation as the world will read it: an angle stays an angle, so that the thread of the world computes its
 * sine.
 */
function readRotation(value: unknown): unknown {
  return typeof value === 'number' ? value : readVec2([], 'rotation', value as VectorLike2d);
}

/** Planar bodies. */
export const planarBodies: BodyCodec = {
  fields,
  placeholder: {
    shape: { kind: 'circle', sizes: [1], points: new Float64Array(0), children: [] },
    type: 'static',
    group: 0,
    mask: 0,
  } as BodyCodec['placeholder'],
  plane: 'half-plane',
  encodeShape: encodeShape2d,
  readVector: (name, value) => readVec2([], name, value as VectorLike2d),
  readRotation,
  readAngular(name, value) {
    requireBounded(name, value as number);
    return value;
  },
};

/** Checks of arguments that a `World2d` would reject. */
export const planarChecks: BodyChecks = {
  requireSettings: requireSettings2d,
  requireMaterial: requireMaterial2d,
  requireRotation: rotation => readRotation2d(new Float64Array(2), rotation as number | VectorLike2d),
};
