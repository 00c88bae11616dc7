/**
 * The file that a worker runs: `new WorkerWorld(new Worker(new URL('colide/worker', import.meta.url), { type: 'module' }))`. It serves
 * a `World` with the options of the `WorkerWorld`, or helps another worker that does.
 */
import { portOfWorker } from './internal/worker-port.ts';
import { serveWorld } from './serve-world.ts';
import { World } from './world.ts';

serveWorld(options => new World(options), { port: portOfWorker() });
