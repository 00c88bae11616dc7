/** Bodies as plain data to be sent between threads, and what both threads need to know about each. */
import type { Convex } from '@colide/core';
import {
  type BodyMaterial,
  type BodySettings,
  encodeShape,
  type QuatLike,
  readQuat,
  readVec3,
  type ShapeDescription,
  type Vec3Like,
  type World,
} from '@colide/world';

/** The kind of a body: one of the slots of a `BodyTable`, or a half-space. */
export const bodyKind = { dynamic: 1, static: 2, kinematic: 3, halfSpace: 4 } as const;

/** One of {@link bodyKind}. */
export type BodyKind = (typeof bodyKind)[keyof typeof bodyKind];

/** Settings of a body. Its shape may be a description only, if it was created in another thread. */
export type PlainSettings = Omit<BodySettings, 'shape'> & {
  readonly shape: BodySettings['shape'] | ShapeDescription;
};

/** The kind of a body with such settings. */
export function kindOfSettings({ shape, type = 'dynamic' }: PlainSettings): BodyKind {
  return shape.kind === 'halfSpace' ? bodyKind.halfSpace : bodyKind[type];
}

/** The kinds of the bodies of a world by id, 0 for free ids. */
export function kindsOfBodies({ table }: World): number[] {
  return Array.from(table.slots.subarray(0, table.idCount), (slot, body) =>
    slot > 0 && table.isHalfSpace(body) ? bodyKind.halfSpace : slot,
  );
}

/** A body that keeps an id in use until it is removed, and touches nothing. */
export const placeholder = {
  shape: { kind: 'sphere', size: [1] },
  type: 'static',
  group: 0,
  mask: 0,
} as const satisfies PlainSettings;

/** A shape as data, unless it is data already. Throws if it cannot be encoded. */
export function describeShape(shape: PlainSettings['shape']): ShapeDescription {
  return isDescription(shape) ? shape : encodeShape(shape);
}

/** Descriptions are plain data; shapes are of a class or have a support mapping. */
function isDescription(shape: PlainSettings['shape']): shape is ShapeDescription {
  return (
    Object.getPrototypeOf(shape) === Object.prototype && (shape as Partial<Convex>).support === undefined
  );
}

/** How each setting is copied; a setting that is not listed, such as the user's own data, cannot be sent. */
const fields = {
  shape: 'value',
  type: 'value',
  position: 'vector',
  rotation: 'rotation',
  velocity: 'vector',
  angularVelocity: 'vector',
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
} as const satisfies Record<
  Exclude<keyof BodySettings, 'userData'>,
  'value' | 'numbers' | 'vector' | 'rotation' | 'flag'
>;

/** The known properties of a material, copied. */
export function plainMaterial(material: BodyMaterial): BodyMaterial {
  const { shape, ...plain } = plainSettings(material as BodySettings);
  return plain;
}

/** The known settings, copied: other properties of the object might not be cloneable. */
export function plainSettings(settings: BodySettings): BodySettings {
  const plain: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(fields)) {
    const value: unknown = settings[name as keyof BodySettings];
    if (value === undefined) continue;
    // Copied, since a view of a large buffer is cloned together with the whole buffer.
    if (kind === 'vector') plain[name] = readVec3([], name, value as Vec3Like);
    else if (kind === 'rotation') plain[name] = readQuat([], name, value as QuatLike);
    else if (kind === 'numbers') plain[name] = Array.from(value as ArrayLike<number>);
    else plain[name] = kind === 'flag' ? Boolean(value) : value;
  }
  return plain as unknown as BodySettings;
}
