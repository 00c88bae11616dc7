/**
 * A planar world that runs in a worker, with the methods of `World2d`: the counterpart of `WorkerWorld`, with
 * the same frames, promises, errors and restarts. The worker is started from `colide/worker-2d` or from a
 * file of your own that calls `serveWorld2d`.
 */
import { requireBounded, requireOut, tellUnknown, type Vec2 } from '@colide/core';
import type { WorkerPort } from '../internal/worker-port.ts';
import { createWorkerJoints2d, type WorkerJoints2d } from './internal/joint-methods-2d.ts';
import { planarBodies, planarChecks } from './internal/planar-bodies.ts';
import { RemoteQueries2d } from './internal/remote-queries-2d.ts';
import type { WorkerWorldOptions2d } from './internal/worker-world-options.ts';

export type { JointMethod2d, WorkerJoints2d } from './internal/joint-methods-2d.ts';
export type { WorkerWorldOptions2d } from './internal/worker-world-options.ts';

const optionNames = [
  ...[
    'gravity',
    'solver',
    'sleeping',
    'margin',
    'fixedStep',
    'maxSteps',
    'shared',
    'timeout',
    'snapshotEvery',
  ],
];

/** Planar rigid bodies that are simulated in a worker. */
export class WorkerWorld2d extends RemoteQueries2d {
  /** Adds, changes and reads joints, as `new WorldJoints2d(world)` does; ids and values come as promises. */
  readonly joints: WorkerJoints2d;

  /** @param worker a new worker that runs `colide/worker-2d` or calls `serveWorld2d` */
  constructor(worker: WorkerPort, options: WorkerWorldOptions2d = {}) {
    tellUnknown('options', options, optionNames);
    super(worker, options, planarBodies, planarChecks);
    this.joints = createWorkerJoints2d(this.link);
  }

  /**
   * Writes the pose of a body's shape in the current frame: position, and cosine and sine of its angle. A
   * body still being sent to the worker has none yet.
   */
  getPose(outPosition: Vec2, outRotation: Vec2, body: number): void {
    requireOut('outPosition', outPosition, 2);
    requireOut('outRotation', outRotation, 2);
    const { positions, rotations, offsets } = this.frameOf(body);
    const c = rotations[2 * body];
    const s = rotations[2 * body + 1];
    outRotation[0] = c;
    outRotation[1] = s;
    outPosition[0] = positions[2 * body] - c * offsets[2 * body] + s * offsets[2 * body + 1];
    outPosition[1] = positions[2 * body + 1] - s * offsets[2 * body] - c * offsets[2 * body + 1];
  }

  /** The angle of a body in the current frame, in radians, from −π to π. */
  angleOf(body: number): number {
    const { rotations } = this.frameOf(body);
    return Math.atan2(rotations[2 * body + 1], rotations[2 * body]);
  }

  /** Applies a torque during the next step. */
  applyTorque(body: number, torque: number): void {
    requireBounded('torque', torque);
    this.change('applyTorque', body, torque);
  }

  /**
   * Continues with a new worker after the old one was lost, or instead of it: builds the world of the last
   * snapshot with its joints, restores it, then repeats the additions and removals of bodies since then.
   * Without a snapshot all bodies start at their initial poses, and there are no joints. Resolves when the
   * world is complete; a world that was running runs again. Calls made meanwhile take effect after that.
   */
  restart(worker: WorkerPort): Promise<void> {
    return this.replace(worker);
  }
}
