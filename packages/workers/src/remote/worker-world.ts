/**
 * A world that runs in a worker, with the methods of `World`: a Web Worker or one of Node's worker threads,
 * started from `colide/worker` or from a file of your own that calls `serveWorld`.
 *
 * The worker writes every finished step as a whole frame to a triple buffer in shared memory; `update` makes
 * the newest one current, without waiting or copying. If memory cannot be shared, because the page is not
 * cross-origin isolated, messages that transfer their memory carry the same frames. Changes take effect in
 * order, before the next step. Steps, queries and snapshots return promises. Ids are known at once.
 *
 * When the worker throws, pending calls are rejected and `onerror` is called; the last frame stays readable.
 * When the worker is lost, `restart` has another one rebuild the world and continue from the last snapshot.
 */
import { type Quat, requireDuration, requireOut, tellUnknown, type Vec3 } from '@colide/core';
import { poseCompose } from '@colide/math';
import type { ContactCounters } from '@colide/world';
import type { WorkerPort } from '../internal/worker-port.ts';
import { shapePoseAt, shapePoseSize, type WorldFrame } from '../internal/world-frame.ts';
import { RemoteQueries } from './internal/remote-queries.ts';
import { spatialBodies, spatialChecks } from './internal/spatial-bodies.ts';
import type { WorkerWorldOptions } from './internal/worker-world-options.ts';

export type { WorkerBodies, WorkerSettings, WorkerWorldOptions } from './internal/worker-world-options.ts';
export type { WorldContacts } from './internal/world-contacts.ts';

const offsetPosition = /* @__PURE__ */ new Float64Array(3);
const offsetRotation = /* @__PURE__ */ new Float64Array(4);

const optionNames = [
  ...['gravity', 'solver', 'sleeping', 'margin', 'fixedStep', 'maxSteps', 'frictionRule', 'restitutionRule'],
  ...['continuous', 'patience', 'helpers', 'shared', 'timeout', 'snapshotEvery'],
];

/** Rigid bodies that are simulated in a worker. */
export class WorkerWorld extends RemoteQueries {
  /** The work of the narrow phase in the step of the current frame. */
  readonly counters: ContactCounters = {
    candidates: 0,
    tested: 0,
    touching: 0,
    falsePositives: 0,
    points: 0,
    gjkSearches: 0,
    gjkSteps: 0,
  };
  /** Milliseconds of each stage of the step of the current frame. */
  readonly timings = { broad: 0, narrow: 0, islands: 0, solve: 0, volumes: 0, parts: 0, total: 0 };

  /** @param worker a new worker that runs `colide/worker` or calls `serveWorld` */
  constructor(worker: WorkerPort, options: WorkerWorldOptions = {}) {
    tellUnknown('options', options, optionNames);
    const { patience } = options;
    if (patience !== undefined && patience !== Infinity) requireDuration('patience', patience);
    super(worker, options, spatialBodies, spatialChecks);
  }

  /**
   * Writes the pose of a body's shape in the current frame. A body still being sent to the worker has none
   * yet.
   */
  getPose(outPosition: Vec3, outRotation: Quat, body: number): void {
    requireOut('outPosition', outPosition, 3);
    requireOut('outRotation', outRotation, 4);
    const { positions, rotations, offsets } = this.frameOf(body);
    for (let k = 0; k < 3; k++) {
      outPosition[k] = positions[3 * body + k];
      offsetPosition[k] = offsets[shapePoseSize * body + shapePoseAt.position + k];
    }
    for (let k = 0; k < 4; k++) {
      outRotation[k] = rotations[4 * body + k];
      offsetRotation[k] = offsets[shapePoseSize * body + shapePoseAt.rotation + k];
    }
    poseCompose(outPosition, outRotation, outPosition, outRotation, offsetPosition, offsetRotation);
  }

  /**
   * Continues with a new worker after the old one was lost, or instead of it: builds the world of the last
   * snapshot, restores it, then repeats the additions and removals since then. Without a snapshot all bodies
   * start at their initial poses. Resolves when the world is complete; a world that was running runs again.
   * Calls made meanwhile take effect after that.
   *
   * @param helpers new helpers, since the old ones end with their worker. Without them the new worker steps
   *   alone, with the same bits
   */
  restart(
    worker: WorkerPort,
    helpers: readonly WorkerPort[] | undefined = this.link.helpers && [],
  ): Promise<void> {
    return this.replace(worker, helpers);
  }

  protected override taken(frame: WorldFrame): void {
    frame.readNumbers(this.counters, this.timings);
  }
}
