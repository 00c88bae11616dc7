/** Worlds that run in a worker, and steps divided among several workers. */

// A world whose steps are divided among workers.
export * from './pool/help-world.ts';
export * from './pool/worker-pool.ts';

// A world that runs in a worker.
export * from './remote/serve-world.ts';
export * from './remote/serve-world-2d.ts';
export * from './remote/triple-buffer.ts';
export * from './remote/worker-world.ts';
export * from './remote/worker-world-2d.ts';
