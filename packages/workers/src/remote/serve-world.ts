/**
 * The worker's side of a `WorkerWorld`: a file of your own that runs in the worker builds a world with
 * joints, cloth, a broad phase of its own, and serves it. The file `colide/worker` does this with a plain
 * `World`.
 *
 * Messages are processed in order. Errors are sent back to the caller, and the world continues to be served.
 */

import { tellUnknown } from '@colide/core';
import type { World } from '@colide/world';
import { portOfWorker, type WorkerPort } from '../internal/worker-port.ts';
import type { OpenMessage, PlainWorldOptions } from '../internal/world-protocol.ts';
import { serve } from './internal/serve.ts';
import { spatialWorlds } from './internal/spatial-worlds.ts';
import type { WorldHandlers, WorldRebuild } from './internal/world-server.ts';

export type { WorkerPort } from '../internal/worker-port.ts';
export type { PlainWorldOptions } from '../internal/world-protocol.ts';
export type { WorldHandlers, WorldRebuild } from './internal/world-server.ts';

/**
 * Creates the world from the options of the `WorkerWorld`; `helpers` are ports to the workers of a pool, if
 * there are any.
 */
export type WorldFactory = (
  options: PlainWorldOptions,
  helpers?: readonly WorkerPort[],
) => World | Promise<World>;

/** Settings of {@link serveWorld} and `serveWorld2d`; the parameter is the type of the world. */
export interface ServeWorldOptions<Served = World> {
  /** The port from which calls come. Default that of the thread that started this worker. */
  readonly port?: WorkerPort;
  /** Functions of your own that `WorkerWorld.call` can call by name, with arguments that can be posted. */
  readonly handlers?: WorldHandlers<Served>;
  /**
   * Recreates after a restart the objects other than bodies that handlers have created, such as joints and
   * cloth. Bodies that they add are restored without it. Default none.
   */
  readonly rebuild?: WorldRebuild<Served>;
}

/** Serves a world to the `WorkerWorld` at the other end of the port. */
export function serveWorld(world: World | WorldFactory, options: ServeWorldOptions = {}): void {
  tellUnknown('options', options, ['port', 'handlers', 'rebuild']);
  const { port = portOfWorker(), handlers = {}, rebuild } = options;
  const build = ({ options: plain, helpers }: OpenMessage) =>
    typeof world === 'function' ? world(plain, helpers) : world;
  serve(spatialWorlds, build, port, { handlers, rebuild });
}
