import { WorkerPool, WorkerWorld, WorkerWorld2d } from '@colide/workers';
import { describe, expect, it } from 'vitest';

const wrong: [unknown, string][] = [
  [undefined, 'undefined'],
  [null, 'null'],
  ['./worker.js', "'./worker.js'"],
  [{}, 'object'],
];

describe('what is not a worker', () => {
  it.each(wrong)('is named: %s', async (worker, got) => {
    const message = `worker must be a Worker or a MessagePort, got ${got}`;
    expect(() => new WorkerWorld(worker as Worker)).toThrow(message);
    expect(() => new WorkerWorld2d(worker as Worker)).toThrow(message);
    await expect(new WorkerPool([worker as Worker]).ready).rejects.toThrow(message);
  });
});
