/**
 * The file that a worker runs: `new WorkerWorld(new Worker(new URL('colide/worker', import.meta.url), { type: 'module' }))`. It serves
 * a `World` with the options of the `WorkerWorld`, or helps another worker that does.
 */
import { helpWorld } from './help-world.ts';
import { errorData, listenTo, portOfWorker } from './internal/worker-port.ts';
import type { HelpMessage, WorkerMessage } from './internal/world-protocol.ts';
import { serveWorld } from './serve-world.ts';
import { WorkerPool } from './worker-pool.ts';
import { World } from './world.ts';

const port = portOfWorker();
serveWorld(
  async (options, helpers) => {
    if (!helpers) return new World(options);
    const pool = new WorkerPool(helpers, options);
    pool.onfailure = error =>
      port.postMessage({ kind: 'alone', error: errorData(error) } satisfies WorkerMessage);
    await pool.ready;
    return new World({ ...options, pool });
  },
  { port },
);
listenTo(port, {
  message(data) {
    const message = data as HelpMessage;
    if (message.method === 'help') helpWorld(message.port);
  },
});
