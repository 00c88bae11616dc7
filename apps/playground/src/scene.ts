/**
 * The definition of a scene: one short file that builds a world from the visitor's choices. It does not
 * depend on three.js, so the same file runs in Node, in a worker and on the page.
 */

import type { SoftBodies, World } from 'colide';
import type { SceneChoice } from './choice.ts';

/**
 * Decorations: a wheel at a point of a body, whose axle is its x axis; a rope from a point of the world to
 * one of a body; the surface of water.
 */
export type SceneDecoration =
  | {
      readonly kind: 'wheel';
      readonly body: number;
      readonly center: readonly [number, number, number];
      readonly radius: number;
    }
  | {
      readonly kind: 'rope';
      readonly body: number;
      readonly anchor: readonly [number, number, number];
      readonly from: readonly [number, number, number];
    }
  | { readonly kind: 'water'; readonly level: number };

/** A world and its properties. */
export interface Scene {
  readonly world: World;
  /** Its deformable bodies, if there are any; they are among the parts of the world. */
  readonly soft?: SoftBodies;
  /** The box that nothing leaves: min x, y, z, max x, y, z. The tests check this. */
  readonly container: readonly number[];
  /** Seconds after which everything is at rest; `Infinity` for scenes that never are. */
  readonly restAfter: number;
  /** Bodies that move though nothing can push them: drawn in colour, unlike the scenery. */
  readonly actors?: readonly number[];
  /** Wheels, ropes and water to draw. */
  readonly decorations?: readonly SceneDecoration[];
  /** Called before every step, for motion that the scene controls. */
  readonly beforeStep?: (time: number) => void;
}

/** A scene that can be chosen. */
export interface SceneDefinition {
  /** In the address of the page and the names of tests. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences under the title. */
  readonly summary: string;
  /** The experiment of the sources that it repeats, such as `E3.1`, or the source alone, such as `S4`. */
  readonly source?: string;
  /** Numbers of bodies on offer; the first is the default. */
  readonly counts: readonly number[];
  /** Whether all bodies are boxes or hulls, so that solvers of vertices can move them. Default false. */
  readonly vertices?: boolean;
  /** The initial position and target of the camera. */
  readonly camera: { readonly position: readonly number[]; readonly target: readonly number[] };
  build(choice: SceneChoice): Scene;
}
