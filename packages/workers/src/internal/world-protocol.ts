/**
 * The messages between `WorkerWorld` and `serveWorld`, and their planar counterparts. They arrive in the
 * order in which they were sent.
 */
import type { ImpulseSolverOptions } from '@colide/solvers';
import type { WorldOptions } from '@colide/world';
import type { WorldOptions2d } from '@colide/world2d';

import type { PlainSettings } from './plain-bodies.ts';
import type { ErrorData, WorkerPort } from './worker-port.ts';
import type { FrameLayout } from './world-frame.ts';

/** The options of a world that are plain data and can be posted. */
export type PlainWorldOptions = Omit<
  WorldOptions,
  | 'broadPhase'
  | 'asyncBroadPhase'
  | 'colliderBroadPhase'
  | 'narrowPhase'
  | 'kernels'
  | 'joints'
  | 'parts'
  | 'pool'
  | 'solver'
> & {
  /** Settings of the solver. */
  readonly solver?: Omit<ImpulseSolverOptions, 'gravity'>;
  /** Milliseconds after which missing helpers are given up, as in `WorkerPool`. Default 5000. */
  readonly patience?: number;
};

/** The options of a planar world that are plain data and can be posted. */
export type PlainWorldOptions2d = Omit<WorldOptions2d, 'broadPhase' | 'narrowPhase' | 'parts' | 'solver'> & {
  /** Settings of the solver. */
  readonly solver?: Omit<ImpulseSolverOptions, 'gravity'>;
};

/** A snapshot of a world, with everything needed to continue from it. */
export interface SavedWorld {
  readonly buffer: ArrayBuffer;
  readonly steps: number;
  readonly time: number;
  /** The result of `rebuild.save` of `serveWorld`. */
  readonly extra: unknown;
  /** Other data that a new world needs, such as its joints. */
  readonly more: unknown;
}

/** A body that the worker's own code has added or, without settings, removed. */
export interface OwnChange {
  readonly body: number;
  readonly settings: PlainSettings | undefined;
}

/** Bodies added and removed by the worker's own code, and the number of commands before that. */
export interface BodiesMessage {
  readonly kind: 'bodies';
  readonly commands: number;
  readonly changes: readonly OwnChange[];
}

/** The first message to a worker. */
export interface OpenMessage {
  readonly method: 'open';
  readonly options: object;
  /** Whether frames go through shared memory. */
  readonly shared: boolean;
  /** Number of steps between snapshots; 0 for none. */
  readonly snapshotEvery: number;
  /** Ports to workers that help with the steps, if the world has a pool. */
  readonly helpers: readonly WorkerPort[] | undefined;
}

/** The first message to a worker that helps another one. */
export interface HelpMessage {
  readonly method: 'help';
  readonly port: WorkerPort;
}

/** A call of a method; `call` is 0 if no answer is wanted. */
export interface CallMessage {
  readonly call: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** What a served world understands besides questions and methods of bodies: methods and their arguments. */
export type WorldCommand =
  | { readonly method: 'recycle'; readonly args: readonly [frame: ArrayBuffer] }
  | { readonly method: 'step' | 'advance'; readonly args: readonly [seconds: number] }
  | { readonly method: 'start'; readonly args: readonly [speed: number] }
  | { readonly method: 'stop' | 'sync' | 'ping' | 'snapshot' | 'touching'; readonly args: readonly [] }
  | { readonly method: 'forget'; readonly args: readonly [shape: number] }
  | { readonly method: 'restore'; readonly args: readonly [snapshot: ArrayBuffer] }
  | { readonly method: 'resume'; readonly args: readonly [saved: SavedWorld] }
  | { readonly method: 'joint' | 'call'; readonly args: readonly [name: string, ...args: unknown[]] }
  | { readonly method: 'add'; readonly args: readonly [body: AddedBody] }
  | { readonly method: 'remove'; readonly args: readonly [body: number, shape?: number] }
  | { readonly method: 'setGravity'; readonly args: readonly [gravity: number[]] };

/** A body to be added: its settings, and its shape by number, described if the number is new. */
export interface AddedBody {
  readonly body: number;
  readonly settings: object;
  readonly shape: number;
  readonly description: object | undefined;
}

/** The result of a query that hit a body. */
export interface PlainHit {
  readonly t: number;
  readonly distance: number;
  readonly normal: Float64Array;
  readonly point: Float64Array;
}

/** The messages of a worker. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly kinds: readonly number[]; readonly nextId: number }
  | { readonly kind: 'memory'; readonly buffer: ArrayBufferLike; readonly layout: FrameLayout }
  | { readonly kind: 'frame'; readonly buffer: ArrayBuffer; readonly layout: FrameLayout }
  | { readonly kind: 'events'; readonly begun: Uint32Array; readonly ended: Uint32Array }
  | { readonly kind: 'snapshot'; readonly saved: SavedWorld; readonly commands: number }
  | BodiesMessage
  | { readonly kind: 'done'; readonly call: number; readonly result: unknown }
  /** The helpers are lost, and the world continues without them. */
  | { readonly kind: 'alone'; readonly error: ErrorData }
  | { readonly kind: 'failed'; readonly call: number; readonly error: ErrorData };
