/**
 * What a scene of the playground is: one short file that builds a world from the visitor's choices. It knows
 * nothing of three.js, so that the same file runs in Node, in a worker and on the page.
 */

import type { SoftBodies, World } from 'colide';
import type { SceneChoice } from './choice.ts';

/**
 * What is drawn besides bodies: a wheel at a point of a body, whose axle is its x axis; a rope from a point
 * of the world to one of a body; the surface of water.
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

/** A world with what is known about it. */
export interface Scene {
  readonly world: World;
  /** Its deformable bodies, if there are any; they are among the parts of the world. */
  readonly soft?: SoftBodies;
  /** Where everything stays, min x, y, z, max x, y, z; the tests hold the scene to it. */
  readonly container: readonly number[];
  /** Seconds after which everything is at rest; `Infinity` for scenes that never are. */
  readonly restAfter: number;
  /** What is drawn besides bodies. */
  readonly decorations?: readonly SceneDecoration[];
  /** Called before every step, for what moves by hand. */
  readonly beforeStep?: (time: number) => void;
}

/** A scene that can be chosen. */
export interface SceneDefinition {
  /** In the address of the page and the names of tests. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences under the title. */
  readonly summary: string;
  /** The experiment of the sources that it repeats, such as `E3.1`. */
  readonly source?: string;
  /** Numbers of bodies on offer; the first is the default. */
  readonly counts: readonly number[];
  /** Whether all bodies are boxes or hulls, so that solvers of vertices can move them. Default false. */
  readonly vertices?: boolean;
  /** Where the camera begins and what it looks at. */
  readonly camera: { readonly position: readonly number[]; readonly target: readonly number[] };
  build(choice: SceneChoice): Scene;
}
