/**
 * The file that a worker with a planar world runs: `new WorkerWorld2d(new Worker(new URL('colide/worker-2d',
 * import.meta.url), { type: 'module' }))`. It serves a `World2d` with the options of the `WorkerWorld2d`,
 * which bounces and takes snapshots.
 */

import { World2d, worldExtras2d } from '@colide/world2d';
import { serveWorld2d } from './remote/serve-world-2d.ts';

serveWorld2d(options => new World2d({ ...worldExtras2d, ...options }));
