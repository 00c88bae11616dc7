/**
 * Runs every scene with its steps divided among some workers, and tells the bits: the program of a worker thread, and of the helpers that
 * it starts.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { helpWorld, WorkerPool, type WorkerPort } from 'colide';
import { scenes } from '../../src/scenes/index.ts';
import { countAtMost } from './count-at-most.ts';
import { hashWorld } from './hash-world.ts';

/** How scenes are to be run. */
export interface CrewRun {
  readonly helpers: number;
  readonly steps: number;
  /** Steps of scenes with deformable bodies, which take longer. */
  readonly softSteps: number;
  /** Steps from hash to hash. */
  readonly every: number;
  /** Most bodies, where a scene offers fewer than its default. */
  readonly most: number;
}

/** What such a worker is told when it starts: to run scenes, or to help. */
export type CrewTask = CrewRun | 'help';

/** The bits of a scene every few steps, and how many workers took part. */
export interface CrewHashes {
  readonly name: string;
  readonly workers: number;
  readonly hashes: readonly number[];
}

const dt = 1 / 60;
const task = workerData as CrewTask;
if (task === 'help') parentPort!.on('message', (port: WorkerPort) => helpWorld(port));
else run(task);

async function run({ helpers, steps, softSteps, every, most }: CrewRun): Promise<void> {
  const threads = Array.from(
    { length: helpers },
    () => new Worker(new URL(import.meta.url), { workerData: 'help' satisfies CrewTask }),
  );
  for (const definition of scenes) {
    const ports = threads.map(thread => {
      const { port1, port2 } = new MessageChannel();
      thread.postMessage(port1, [port1 as never]);
      return port2 as WorkerPort;
    });
    // However few there are, they are divided.
    const pool = new WorkerPool(ports, { fewPairs: 0, patience: 60_000 });
    await pool.ready;
    const count = countAtMost(definition, most);
    const scene = definition.build({ count, solver: 'impulses', broadPhase: 'hash grid', pool });
    const hashes: number[] = [];
    let workers = 1;
    for (let n = 0; n < (scene.soft ? softSteps : steps); n++) {
      scene.beforeStep?.(n * dt);
      scene.world.step(dt);
      workers = Math.max(workers, pool.count);
      if ((n + 1) % every === 0) hashes.push(hashWorld(scene.world));
    }
    parentPort!.postMessage({ name: definition.name, workers, hashes } satisfies CrewHashes);
  }
  for (const thread of threads) await thread.terminate();
  parentPort!.close();
}
