/**
 * Bodies as plain data to be sent between threads, with the data that both threads need about each. The
 * differences between spatial and planar worlds are in a `BodyCodec`: see `spatial-bodies.ts` and
 * `planar-bodies.ts` in `remote/internal/`.
 */

/** The kind of a body: one of the slots of a table of bodies, or a half-space or half-plane. */
export const bodyKind = { dynamic: 1, static: 2, kinematic: 3, plane: 4 } as const;

/** One of {@link bodyKind}. */
export type BodyKind = (typeof bodyKind)[keyof typeof bodyKind];

/**
 * Settings of a body of any world. Its shape may be a description only, if it was created in another thread.
 */
export interface PlainSettings {
  readonly shape: { readonly kind?: string };
  readonly type?: 'dynamic' | 'static' | 'kinematic';
}

/** How a setting is copied. */
export type FieldKind = 'value' | 'numbers' | 'vector' | 'rotation' | 'angular' | 'flag';

/** How the bodies of one kind of world become plain data. */
export interface BodyCodec {
  /** The known settings; others, such as the user's own data, cannot be sent. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** A body that keeps an id in use until it is removed, and touches nothing. */
  readonly placeholder: PlainSettings;
  /** The name of an unbounded shape. */
  readonly plane: string;
  /** A shape as data. Throws if it cannot be described. */
  encodeShape(shape: object): object;
  /** Copies of users' arguments. */
  readVector(name: string, value: unknown): number[];
  readRotation(value: unknown): unknown;
  readAngular(name: string, value: unknown): unknown;
}

/**
 * Checks on the caller's side of arguments that the world would reject; the worker does not include this
 * code.
 */
export interface BodyChecks {
  requireSettings(settings: object): unknown;
  requireMaterial(material: object): void;
  requireRotation(rotation: unknown): void;
}

/** The kind of a body with such settings. */
export function kindOfSettings({ shape, type = 'dynamic' }: PlainSettings): BodyKind {
  return shape.kind === 'halfSpace' || shape.kind === 'halfPlane' ? bodyKind.plane : bodyKind[type];
}

/** A shape as data, unless it is data already. Throws if it cannot be encoded. */
export function describeShape(codec: BodyCodec, shape: object): object {
  return isDescription(shape) ? shape : codec.encodeShape(shape);
}

/** Descriptions are plain data; shapes are of a class or have a support mapping. */
function isDescription(shape: object): boolean {
  return Object.getPrototypeOf(shape) === Object.prototype && !('support' in shape);
}

/** The known settings, copied: other properties of the object might not be cloneable. */
export function plainSettings<Settings extends object>(codec: BodyCodec, settings: Settings): Settings {
  const plain: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(codec.fields)) {
    const value: unknown = settings[name as keyof Settings];
    if (value === undefined) continue;
    // Copied, since a view of a large buffer is cloned together with the whole buffer.
    if (kind === 'vector') plain[name] = codec.readVector(name, value);
    else if (kind === 'rotation') plain[name] = codec.readRotation(value);
    else if (kind === 'angular') plain[name] = codec.readAngular(name, value);
    else if (kind === 'numbers') plain[name] = Array.from(value as ArrayLike<number>);
    else plain[name] = kind === 'flag' ? Boolean(value) : value;
  }
  return plain as Settings;
}

/** The known properties of a material, copied. */
export function plainMaterial<Material extends object>(codec: BodyCodec, material: Material): Material {
  const { shape, ...plain } = plainSettings(codec, material as Material & { shape: unknown });
  return plain as Material;
}
