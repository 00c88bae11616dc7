/**
 * The description of a physics scene, in terms that every engine has, and the state that is read back from an
 * engine that runs it.
 *
 * Fairness: all engines get the same shapes, densities, friction and restitution, steps of the same length
 * and no damping; everything else stays as the engine sets it. All bodies of a scene have the same friction
 * and restitution, because engines combine different values by different rules.
 */

/** x, y, z. */
export type Triple = readonly [number, number, number];
/** A unit quaternion x, y, z, w. */
export type Rotation = readonly [number, number, number, number];

/** A convex shape, centred on its origin; capsules and cylinders are along y. */
export type ConvexPart =
  | { readonly kind: 'ball'; readonly radius: number }
  | { readonly kind: 'box'; readonly half: Triple }
  | { readonly kind: 'capsule'; readonly radius: number; readonly halfHeight: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly halfHeight: number }
  | { readonly kind: 'hull'; readonly points: readonly number[] };

/** The shape of a body. Half-spaces are bounded by y = 0; meshes are static. */
export type SceneShape =
  | ConvexPart
  | { readonly kind: 'half-space' }
  | { readonly kind: 'mesh'; readonly positions: readonly number[]; readonly indices: readonly number[] }
  | { readonly kind: 'compound'; readonly parts: readonly { shape: ConvexPart; position: Triple }[] };

/** A body of a scene. */
export interface SceneBody {
  readonly shape: SceneShape;
  /** Default false. */
  readonly isStatic?: boolean;
  /** Default the origin. */
  readonly position?: Triple;
  readonly rotation?: Rotation;
  readonly velocity?: Triple;
  readonly angularVelocity?: Triple;
  /** kg/m³. Default 1000. */
  readonly density?: number;
  /** Whether engines that ask for it are told to detect its collisions continuously. Default false. */
  readonly isFast?: boolean;
}

/** A joint between two bodies at a point of the world, in the poses in which they are added. */
export interface SceneJoint {
  readonly bodies: readonly [number, number];
  readonly anchor: Triple;
  /** The axis of a hinge; without it the joint is a ball joint. */
  readonly axis?: Triple;
  /** Limits of the hinge in radians. */
  readonly limits?: readonly [number, number];
}

/** A square cloth of `side` by `side` particles that lies at y = `height`. */
export interface SceneCloth {
  readonly side: number;
  readonly spacing: number;
  readonly height: number;
  /** x and z of its centre. Default the y axis. */
  readonly center?: readonly [number, number];
}

/** A scene. */
export interface Scene {
  readonly bodies: readonly SceneBody[];
  readonly joints?: readonly SceneJoint[];
  readonly cloths?: readonly SceneCloth[];
  /** Default 0.6. */
  readonly friction?: number;
  /** Default 0. */
  readonly restitution?: number;
  /** Acceleration along y. Default −9.81. */
  readonly gravity?: number;
  /** Whether bodies may sleep. Default true. */
  readonly sleeping?: boolean;
}

/** State of a body: position and rotation of its shape, velocity of its centre of mass, angular velocity. */
export interface BodyState {
  readonly position: Triple;
  readonly rotation: Rotation;
  readonly velocity: Triple;
  readonly angularVelocity: Triple;
  readonly isAsleep: boolean;
}

/** A scene in an engine. Bodies are numbered as in the scene. */
export interface RunningScene {
  step(dt: number): void;
  read(body: number): BodyState;
  /**
   * Distance to the first body along a ray of unit direction; `Infinity` for none. Absent if not driven here.
   */
  raycast?(origin: Triple, direction: Triple, maxDistance: number): number;
  /** How many cloths are asleep. Absent where the engine does not tell. */
  sleepingCloths?(): number;
  /** Releases memory outside the JavaScript heap. */
  free(): void;
}

/** An engine that can run scenes; throws if a scene needs a feature that the engine lacks. */
export interface PhysicsEngine {
  readonly name: string;
  start(scene: Scene): RunningScene;
}

/** Defaults of a body or scene. */
export const noRotation: Rotation = [0, 0, 0, 1];
export const origin: Triple = [0, 0, 0];
export const defaultFriction = 0.6;
export const defaultGravity = -9.81;
export const defaultDensity = 1000;
/** kg/m². */
export const clothDensity = 0.3;
