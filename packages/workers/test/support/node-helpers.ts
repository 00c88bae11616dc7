/** Pools with helpers in real workers. */
import type { Worker } from 'node:worker_threads';
import { WorkerPool, type WorkerPoolOptions, type WorkerPort } from '@colide/workers';

/** A pool whose helpers are ready, and how to end them. */
export interface RealPool {
  readonly pool: WorkerPool;
  end(): Promise<void>;
}

/** Starts a pool of so many threads, the caller included. However little there is to do, it is divided. */
export async function realPool(
  startWorker: () => Worker,
  threads: number,
  options: WorkerPoolOptions = { fewPairs: 0, patience: 60_000 },
): Promise<RealPool> {
  const helpers = Array.from({ length: threads - 1 }, startWorker);
  const ports = helpers.map(helper => {
    const { port1, port2 } = new MessageChannel();
    helper.postMessage({ method: 'help', port: port1 }, [port1 as never]);
    return port2;
  });
  const pool = new WorkerPool(ports as WorkerPort[], options);
  await pool.ready;
  return {
    pool,
    async end() {
      for (const port of ports) port.close();
      for (const helper of helpers) await helper.terminate();
    },
  };
}
