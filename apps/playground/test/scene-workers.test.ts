/**
 * Every scene with its steps divided among 1 and 2 workers: the same bits. Of large scenes there are fewer bodies here, and 30 steps, in
 * which things fall and meet, 15 of deformable ones; a soak takes 3 000 steps of all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { soak } from '@colide/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scenes } from '../src/scenes/index.ts';
import type { CrewHashes, CrewTask } from './support/scene-crew.ts';

const steps = soak(30, 3000);
const softSteps = soak(15, steps);
const most = soak(32, Infinity);
const every = soak(15, 50);
const folder = mkdtempSync(join(tmpdir(), 'colide-scenes-'));
const program = join(folder, 'scene-crew.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('./support/scene-crew.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['colide-source'],
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** All scenes with one worker and so many helpers. */
function run(helpers: number): Promise<CrewHashes[]> {
  return new Promise((resolve, reject) => {
    const results: CrewHashes[] = [];
    const worker = new Worker(pathToFileURL(program), {
      workerData: { helpers, steps, softSteps, every, most } satisfies CrewTask,
    });
    worker.on('message', (result: CrewHashes) => results.push(result));
    worker.on('error', reject);
    worker.on('exit', () => resolve(results));
  });
}

it(`computes the same bits of every scene with 1 and 2 workers over ${steps} steps`, async () => {
  const alone = await run(0);
  const together = await run(1);
  expect(alone.map(({ name }) => name)).toEqual(scenes.map(({ name }) => name));
  expect(new Set(alone.map(({ hashes }) => hashes[0])).size).toBe(scenes.length);
  for (const [i, { name, hashes, workers }] of together.entries()) {
    expect(hashes.length).toBeGreaterThan(0);
    // Rules of contacts come with a solver of their own, which is not divided.
    expect(workers, name).toBe(name === 'belts' ? 1 : 2);
    expect(alone[i].workers).toBe(1);
    expect(hashes, name).toEqual(alone[i].hashes);
  }
});
