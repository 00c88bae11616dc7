/**
 * The program of a worker with a planar world, under the name of the facade: see `@colide/workers/worker-2d`.
 */
export * from '@colide/workers/worker-2d';
