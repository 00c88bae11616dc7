/**
 * The scenes, bundled and run in Chromium and run here: the same bits. Of large scenes there are fewer
 * bodies, and two thirds of a second; a soak takes two seconds of the default numbers.
 */
import { soak } from '@colide/testing';
import { launchChromium } from '@colide/testing/chromium';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { scenes } from '../src/scenes/index.ts';
import { runSceneHashes } from './support/scene-hashes.ts';

const most = soak(15, 1e9);
const steps = soak(40, 120);

/** The module with {@link runSceneHashes} as a script that leaves it in the global `scenes`. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./support/scene-hashes.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'scenes',
    conditions: ['colide-source'],
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

it('computes the same bits of every scene in Chromium and in Node', async () => {
  const script = await bundle();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const there = await page.evaluate(`${script}; scenes.runSceneHashes(${most}, ${steps})`);
    const here = runSceneHashes(most, steps);
    expect(Object.keys(here).length).toBe(scenes.length);
    expect(new Set(Object.values(here)).size).toBe(scenes.length);
    expect(there).toEqual(here);
  } finally {
    await browser.close();
  }
});
