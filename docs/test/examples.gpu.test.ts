/** The examples of the API reference that need a GPU run and print what their comments say. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { extractExamples, runExamples, wrongOutputs } from '../../testing/repo/examples.ts';

const packages = new URL('../../packages/', import.meta.url);
const webgpu = createRequire(new URL('broadphase-gpu/package.json', packages)).resolve('webgpu');

/** Gives Node the `navigator.gpu` of pages. */
const navigator = `import { create } from '${pathToFileURL(webgpu)}';
import { createNodeGpu } from '${fileURLToPath(import.meta.resolve('@colide/testing/node-gpu'))}';
globalThis.navigator = { gpu: createNodeGpu(create) };`;

const examples = extractExamples(
  readFileSync(new URL('../examples/broadphase-gpu.md', import.meta.url), 'utf8'),
).filter(({ needsGpu }) => needsGpu);

it('run and print what their comments say', async () => {
  expect(examples.length).toBeGreaterThan(0);
  const folder = fileURLToPath(new URL('react-three', packages));
  const outputs = await runExamples(
    examples.map(({ text }) => ({ text, folder })),
    navigator,
  );
  examples.forEach(({ text }, i) => {
    const output = outputs[i];
    if (output instanceof Error) throw output;
    expect(wrongOutputs(text, output)).toEqual([]);
  });
});
