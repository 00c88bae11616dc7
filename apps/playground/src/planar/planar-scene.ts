/**
 * The definition of a planar scene: one short file that builds a `World2d`. It does not draw, so it also runs
 * in Node.
 */
import { ChainShape2d, type SoftBodies2d, type World2d } from 'colide';

/** A planar world and its properties. */
export interface PlanarScene {
  readonly world: World2d;
  /** Its ropes, nets and soft bodies, if there are any; they are among the parts of the world. */
  readonly soft?: SoftBodies2d;
  /** Seconds after which everything sleeps; `Infinity` for scenes that never rest. */
  readonly restAfter: number;
}

/** A scene of the plane that can be chosen. */
export interface PlanarSceneDefinition {
  readonly title: string;
  /** One or two sentences. */
  readonly summary: string;
  /** Sizes on offer; the first is the default. */
  readonly counts: readonly number[];
  build(count: number): PlanarScene;
}

/** The room of all scenes: min x, y, max x, y. */
export const room = { left: -8, bottom: -4.5, right: 8, top: 30 } as const;

/** Adds the walls of the room: going along them, the solid side is on the left. */
export function addRoom(world: World2d): void {
  const { left, bottom, right, top } = room;
  const outline = [left, top, right, top, right, bottom, left, bottom];
  world.add({ shape: new ChainShape2d(outline, true), type: 'static' });
}
