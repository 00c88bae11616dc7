/** The one interface behind which all engines run the scene of the suite `world`. */
import type { ContainerScene } from '../scenes/container.ts';

/** A running scene. */
export interface EngineRun {
  /** One step of 1/60 s. */
  step(): void;
  /** Writes the centres of the bodies, x, y, z each. */
  positions(out: Float64Array): void;
  /** Writes the rotations of the bodies, quaternions x, y, z, w. */
  rotations(out: Float64Array): void;
  /** Releases memory outside the JavaScript heap. */
  free(): void;
}

/** The shape of all bodies: cubes of edge 1 or balls of diameter 1. */
export type BodyKind = 'boxes' | 'spheres';

/** Makes the scene. */
export type Engine = (scene: ContainerScene, kind: BodyKind) => EngineRun;

/** The step of all engines, in seconds. */
export const dt = 1 / 60;
export const gravity = [0, -9.81, 0] as const;
