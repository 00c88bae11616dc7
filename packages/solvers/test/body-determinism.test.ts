/**
 * Runs the same scene in Node and in Chromium and compares the bits. There is no stored fingerprint: the
 * scene leans on the rotations of the math package, whose last digits may change with every improvement
 * there.
 */
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@colide/testing/chromium';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { runBodyScene } from './support/body-scene.ts';

async function runInChromium(steps: number): Promise<number> {
  const bundle = await build({
    stdin: {
      contents: `import { runBodyScene } from './body-scene.ts'; globalThis.result = runBodyScene(${steps});`,
      resolveDir: fileURLToPath(new URL('support', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['colide-source'],
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.evaluate(bundle.outputFiles[0].text);
    return await page.evaluate('globalThis.result');
  } finally {
    await browser.close();
  }
}

it('computes the same bits in Node and in Chromium for 1 000 steps', async () => {
  expect(await runInChromium(1000)).toBe(runBodyScene(1000));
});

it('has a fingerprint that depends on the state', () => {
  expect(runBodyScene(101)).not.toBe(runBodyScene(100));
  expect(runBodyScene(100)).toBe(runBodyScene(100));
});
