/** The served world: the members common to `World` and `World2d` that workers use. */
import type { PairList } from '@colide/core';
import type { BodyCodec } from './plain-bodies.ts';

/** A spatial or planar world. */
export interface ServedWorld {
  /** As many numbers as the world has dimensions. */
  readonly gravity: Float64Array;
  readonly fixedStep: number;
  readonly maxSteps: number;
  readonly remainder: number;
  readonly count: number;
  readonly sleeperCount: number;
  readonly events: { readonly touching: PairList; readonly begun: PairList; readonly ended: PairList };
  readonly bodies: {
    readonly count: number;
    readonly positions: Float64Array;
    readonly rotations: Float64Array;
    readonly velocities: Float64Array;
    readonly angularVelocities: Float64Array;
    readonly asleep: Uint8Array;
  };
  readonly table: {
    readonly slots: Uint8Array;
    readonly idCount: number;
    readonly nextId: number;
    /** The pose of each shape in its body, in space. */
    readonly offsets?: Float64Array;
    /** The centre of mass of each body in the frame of its shape, in the plane. */
    readonly centers?: Float64Array;
  };
  readonly parts: readonly { readonly stateLength: number; save(out: Float64Array): void }[];
  readonly counters?: object;
  readonly timings?: object;
  add(settings: object): number;
  remove(body: number): void;
  has(body: number): boolean;
  step(dt: number): void;
  stepsFor(elapsed: number): number;
  snapshot(): ArrayBuffer;
  restore(snapshot: ArrayBuffer): void;
}

/** Answers queries by name. */
export interface WorldAnswers {
  /** The names of the queries. */
  readonly questions: readonly string[];
  /** The answer, as data that can be posted. */
  answer(question: string, args: readonly unknown[]): unknown;
}

/** The functions of a server that depend on the kind of world. */
export interface WorldKind<World extends ServedWorld> {
  readonly bodies: BodyCodec;
  decodeShape(description: object): object;
  /** Whether a body is a half-space or half-plane. */
  isPlane(world: World, body: number): boolean;
  createAnswers(world: World): WorldAnswers;
  /** Calls a method of the world's joints, for worlds whose joints can be changed from outside. */
  callJoints?(world: World, method: string, args: readonly unknown[]): unknown;
  /** Whether such a method adds or removes joints. */
  isStructural?(method: string): boolean;
  /** The data besides bodies that a new world needs before it can restore a snapshot of this one. */
  saveMore?(world: World): unknown;
  loadMore?(world: World, saved: unknown): void;
}
