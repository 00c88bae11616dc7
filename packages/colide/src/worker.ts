/** The program of a worker, under the name of the facade: see `@colide/workers/worker`. */
export * from '@colide/workers/worker';
