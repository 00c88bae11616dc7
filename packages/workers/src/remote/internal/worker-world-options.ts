/** Settings of a world in a worker, and the state that is read from it. */
import type { WorkerPort } from '../../internal/worker-port.ts';
import type { PlainWorldOptions, PlainWorldOptions2d } from '../../internal/world-protocol.ts';

/** Settings of the connection between a world and its worker. */
export interface WorkerSettings {
  /** Whether frames go through shared memory. Default true if the platform allows it. */
  readonly shared?: boolean;
  /** Number of steps between automatic snapshots, for `restart`; 0 for none. Default 60. */
  readonly snapshotEvery?: number;
  /**
   * Milliseconds after which a worker that is ready and owes an answer is considered dead. A worker that runs
   * in real time is pinged at this interval, so that its silence is noticed too. Default `Infinity`.
   */
  readonly timeout?: number;
}

/** Settings of a world in a worker: those of a world that are plain data, and these. */
export interface WorkerWorldOptions extends PlainWorldOptions, WorkerSettings {
  /**
   * Additional workers, started from the same file, among which the stages of a step are divided; needs
   * shared memory. The result does not depend on their number, which may be 0, but differs from that without
   * this setting. Default none.
   */
  readonly helpers?: readonly WorkerPort[];
}

/** Settings of a planar world in a worker: those of a world that are plain data, and how it is connected. */
export interface WorkerWorldOptions2d extends PlainWorldOptions2d, WorkerSettings {}

/** State of all bodies by id as of the current frame; see `World.bodies` and `World2d.bodies`. */
export interface WorkerBodies {
  /** Number of ids that fit. */
  readonly count: number;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly angularVelocities: Float64Array;
  readonly asleep: Uint8Array;
  /** 0 for ids not in use, else 1 dynamic, 2 static, 3 kinematic. */
  readonly slots: Uint8Array;
}
