/**
 * How a scene runs: here, here with pairs from the GPU, on the GPU alone, or in a worker. All have the same
 * interface for the page.
 */
import type { DebugContacts, PoseHistory } from '@colide/three';
import type { PairList } from 'colide';
import type { gpuSearches, stepKinds } from '../choice.ts';
import type { Scene } from '../scene.ts';
import type { Tuning } from '../tune.ts';

/** A point or a direction of the world. */
export type Vector = readonly [number, number, number];

/** Poses and other data for drawing bodies. */
export interface RunningBodies {
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly asleep: Uint8Array;
}

/** Milliseconds of the stages of the last step. */
export type RunningTimings = Readonly<
  Record<'broad' | 'narrow' | 'islands' | 'solve' | 'volumes' | 'parts' | 'total', number>
>;

/** A scene that runs. */
export interface Runner {
  /** The scene on this side: its shapes, joints and parts; its state, too, unless a worker has it. */
  readonly scene: Scene;
  readonly bodies: RunningBodies;
  readonly history: PoseHistory;
  /** The position of the frame between the last two steps, from 0 to 1. */
  readonly factor: number;
  readonly timings: RunningTimings;
  readonly counters: Readonly<
    Record<'candidates' | 'touching' | 'falsePositives' | 'gjkSearches' | 'points', number>
  >;
  readonly sleeperCount: number;
  /**
   * The work of the chosen broad and narrow phase since the last call; from a worker it is slightly out of
   * date.
   */
  readonly details: string;
  /** Steps taken. */
  readonly steps: number;
  /** A message for the visitor, if any. */
  readonly notice: string;
  /** Advances the scene by `seconds`. It never waits; longer steps end later. */
  advance(seconds: number): void;
  /** Takes one step. */
  step(): void;
  /**
   * Grabs the first body or particle that a ray hits; returns its distance along the ray, `Infinity` for
   * none.
   */
  grab(origin: Vector, direction: Vector): number | Promise<number>;
  drag(target: Vector): void;
  release(): void;
  /** Gives every body a push upwards. */
  shake(): void;
  /** Changes gravity or friction. */
  tune(tuning: Tuning): void;
  /**
   * Fills `out` with pairs of bodies whose boxes overlap; from a worker, in the last step that was asked for.
   */
  findPairs(out: PairList): void;
  /** The contact points of the last step; from a worker, of the last step that was asked for. */
  contacts(): DebugContacts;
  dispose(): void;
}

/** Where and how a scene runs. */
export interface RunnerChoice {
  readonly place: 'CPU' | 'worker' | 'GPU' | 'GPU alone';
  /** Threads of a worker. */
  readonly threads: number;
  /** The search of a GPU. */
  readonly gpuSearch: keyof typeof gpuSearches;
  /** The kind of steps; those of a worker are fixed. */
  readonly step: (typeof stepKinds)[number];
}

/** The point of a ray just behind t. */
export function along(origin: Vector, direction: Vector, t: number): [number, number, number] {
  const at = t > 0 ? t + 1e-6 : 0;
  return [origin[0] + at * direction[0], origin[1] + at * direction[1], origin[2] + at * direction[2]];
}
