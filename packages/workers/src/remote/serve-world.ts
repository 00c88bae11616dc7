/**
 * The worker's side of a `WorkerWorld`: a file of your own that runs in the worker builds a world with
 * joints, cloth, a broad phase of its own, and serves it. The file `colide/worker` does this with a plain
 * `World`.
 *
 * Messages are processed in order. Errors are sent back to the caller, and the world continues to be served.
 */

import type { World } from '@colide/world';
import { listenTo, portOfWorker, type WorkerPort } from '../internal/worker-port.ts';
import type { CallMessage, OpenMessage, PlainWorldOptions } from '../internal/world-protocol.ts';
import { type WorldHandlers, type WorldRebuild, WorldServer } from './internal/world-server.ts';

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

/** Settings of {@link serveWorld}. */
export interface ServeWorldOptions {
  /** Where the calls come from. Default the thread that started this worker. */
  readonly port?: WorkerPort;
  /** Functions of your own that `WorkerWorld.call` can call by name, with arguments that can be posted. */
  readonly handlers?: WorldHandlers;
  /**
   * How a restart recreates what handlers have created besides bodies: joints, cloth. Bodies that they add
   * are restored without it. Default nothing.
   */
  readonly rebuild?: WorldRebuild;
}

/** Serves a world to the `WorkerWorld` at the other end of the port. */
export function serveWorld(world: World | WorldFactory, options: ServeWorldOptions = {}): void {
  const { port = portOfWorker(), handlers = {}, rebuild } = options;
  let server: WorldServer | undefined;
  const early: CallMessage[] = [];
  const open = async (message: OpenMessage) => {
    const built = typeof world === 'function' ? await world(message.options, message.helpers) : world;
    server = new WorldServer(built, port, message, { handlers, rebuild });
    for (const call of early.splice(0)) server.receive(call);
  };
  listenTo(port, {
    message(data) {
      const message = data as OpenMessage | CallMessage;
      if (message.method === 'open')
        open(message as OpenMessage).catch(reason => {
          // Thrown outside of the promise, so that the thread that started the worker is told.
          setTimeout(() => {
            throw reason;
          }, 0);
        });
      else if (server) server.receive(message as CallMessage);
      else early.push(message as CallMessage);
    },
  });
}
