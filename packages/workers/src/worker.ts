/**
 * The file that a worker runs: `new WorkerWorld(new Worker(new URL('colide/worker', import.meta.url), { type:
 * 'module' }))`. It serves a `World` with the options of the `WorkerWorld`, or helps another worker that
 * does.
 */

import { World } from '@colide/world';
import { errorData, listenTo, portOfWorker } from './internal/worker-port.ts';
import type { HelpMessage, WorkerMessage } from './internal/world-protocol.ts';
import { helpWorld } from './pool/help-world.ts';
import { WorkerPool } from './pool/worker-pool.ts';
import { serveWorld } from './remote/serve-world.ts';

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
