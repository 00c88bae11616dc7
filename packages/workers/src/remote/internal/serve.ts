/** Waits for the caller to open a world, and serves it from then on. */
import type { ServedWorld, WorldKind } from '../../internal/served-world.ts';
import { listenTo, type WorkerPort } from '../../internal/worker-port.ts';
import type { CallMessage, OpenMessage } from '../../internal/world-protocol.ts';
import { type WorldExtras, WorldServer } from './world-server.ts';

/**
 * Serves the world that `build` returns when it is opened. Calls that arrive before it exists wait for it.
 */
export function serve<Served extends ServedWorld>(
  kind: WorldKind<Served>,
  build: (message: OpenMessage) => Served | Promise<Served>,
  port: WorkerPort,
  extras: WorldExtras<Served>,
): void {
  let server: WorldServer<Served> | undefined;
  const early: CallMessage[] = [];
  const open = async (message: OpenMessage) => {
    server = new WorldServer(await build(message), kind, port, message, extras);
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
