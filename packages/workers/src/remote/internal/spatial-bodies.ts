/** Codec and checks for sending bodies of a `World` between threads. */
import {
  type BodySettings,
  encodeShape,
  type QuatLike,
  readQuat,
  readRotation,
  readVec3,
  requireMaterial,
  requireSettings,
  type Vec3Like,
} from '@colide/world';
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
  inertia: 'numbers',
  centerOfMass: 'vector',
  enabled: 'flag',
  friction: 'value',
  restitution: 'value',
  linearDamping: 'value',
  angularDamping: 'value',
  gravityScale: 'value',
  maxSpeed: 'value',
  maxAngularSpeed: 'value',
  lockedTranslation: 'value',
  lockedRotation: 'value',
  canSleep: 'flag',
  group: 'value',
  mask: 'value',
  bullet: 'flag',
  sensor: 'flag',
} as const satisfies Record<Exclude<keyof BodySettings, 'userData'>, FieldKind>;

const readVector = (name: string, value: unknown) => readVec3([], name, value as Vec3Like);

/** Spatial bodies. */
export const spatialBodies: BodyCodec = {
  fields,
  placeholder: {
    shape: { kind: 'sphere', size: [1] },
    type: 'static',
    group: 0,
    mask: 0,
  } as BodyCodec['placeholder'],
  plane: 'half-space',
  encodeShape,
  readVector,
  readRotation: value => readQuat([], 'rotation', value as QuatLike),
  readAngular: readVector,
};

/** Checks of arguments that a `World` would reject. */
export const spatialChecks: BodyChecks = {
  requireSettings,
  requireMaterial,
  requireRotation: rotation => readRotation([], rotation as QuatLike),
};
