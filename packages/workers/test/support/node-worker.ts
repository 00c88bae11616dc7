/**
 * Worker threads of Node that run sources of this repository: bundled first, since Node does not read
 * TypeScript.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

/** Bundles a file; resolves to a function that starts workers with it. */
export async function bundleWorker(file: URL): Promise<() => Worker> {
  const folder = mkdtempSync(join(tmpdir(), 'colide-worker-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'worker.mjs');
  await build({
    entryPoints: [fileURLToPath(file)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['colide-source'],
    logLevel: 'error',
  });
  return () => new Worker(pathToFileURL(outfile));
}
