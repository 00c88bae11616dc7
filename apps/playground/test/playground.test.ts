/**
 * Bundles the playground, opens it in Chromium, goes through scenes by the list on the page, one of each kind
 * of drawing or in a soak all of them, and looks whether each moves, draws something and reports no error.
 * One browser and one page for all, a small canvas: pictures are drawn by the CPU here. A bundle is quicker
 * than the development server, from which the page and every worker would load each source file by itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectPageErrors, launchChromium, openPage, pagePatience } from '@colide/testing/chromium';
import { isSoak } from '@colide/testing/soak';
import type { Browser, Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenes } from '../src/scenes/index.ts';

const html = `<!doctype html><html lang="en"><title>Playground</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/playground.css">
<body style="margin:0"><div id="root"></div><script type="module">
import { mountPlayground } from '/playground.js';
window.end = mountPlayground(document.getElementById('root'));
</script>`;

/**
 * One scene of each kind of drawing: all shapes, cloths and ropes, a mesh, water, the plane, and one with
 * keys.
 */
const kinds = ['mixed-shapes', 'chains-and-cloths', 'terrain', 'water', 'polygons-2d', 'vehicles'];

/** With `COLIDE_BUILT=1`, the packages as they are published, otherwise their sources. */
const conditions = [
  ...(process.env['COLIDE_BUILT'] === '1' ? [] : ['colide-source']),
  'module',
  'browser',
  'import',
  'default',
];

let server: PreviewServer;
let folder = '';
let browser: Browser;
let page: Page;
let origin = '';
let errors: string[] = [];

/** Bundles the playground into `outDir` and serves it with the headers that SharedArrayBuffer needs. */
async function serve(outDir: string): Promise<PreviewServer> {
  const root = new URL('..', import.meta.url).pathname;
  const common = { root, configFile: false, logLevel: 'error' } as const;
  await build({
    ...common,
    resolve: { conditions },
    worker: { format: 'es' },
    build: {
      outDir,
      minify: false,
      chunkSizeWarningLimit: Infinity,
      rollupOptions: {
        input: { playground: join(root, 'src', 'page', 'playground.ts') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  });
  writeFileSync(join(outDir, 'index.html'), html);
  return preview({
    ...common,
    build: { outDir },
    preview: {
      host: '127.0.0.1',
      port: 0,
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colide-playground-'));
  server = await serve(folder);
  origin = `http://127.0.0.1:${(server.httpServer.address() as { port: number }).port}`;
  browser = await launchChromium();
  page = await openPage(browser, { width: 320, height: 400 }, 250);
  errors = collectPageErrors(page, ['error', 'warning'], isDriverNote);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Messages of the browser about its renderer and the missing GPU, which are not errors of the page. */
function isDriverNote(text: string): boolean {
  return /GPU stall due to ReadPixels|Automatic fallback to software WebGL|No available adapters/.test(text);
}

/** Waits until the scene of that name runs and has taken some steps. */
async function reach(scene: string, steps: number): Promise<void> {
  await page.waitForFunction(
    ([name, least]) => {
      const { state, scene: shown, steps: taken } = document.querySelector<HTMLElement>('.pg')!.dataset;
      return state === 'failed' || (state === 'ready' && shown === name && Number(taken) >= Number(least));
    },
    [scene, steps] as const,
    { timeout: pagePatience, polling: 50 },
  );
  expect(await page.locator('.pg').getAttribute('data-state')).toBe('ready');
}

const canvas = () => page.locator('.pg-canvas');
const numbers = () => page.locator('.pg-numbers').textContent();

/** The picture on the canvas, taken right after it was drawn. */
const picture = () =>
  canvas().evaluate(
    element =>
      new Promise<string>(resolve =>
        requestAnimationFrame(() => resolve((element as HTMLCanvasElement).toDataURL())),
      ),
  );

describe('the playground', () => {
  it('opens with the choices of its address', async () => {
    await page.goto(
      `${origin}/?scene=boxes-in-a-container&count=50&broad-phase=dynamic-bvh&volume=obb&volumes&contacts&tree`,
    );
    await reach('boxes-in-a-container', 2);
    expect(await page.getByLabel('Count').inputValue()).toBe('1');
    expect(await page.getByLabel('Contacts').isChecked()).toBe(true);
    expect(await page.getByLabel('Bounding volume').inputValue()).toBe('3');
    expect(await page.getByLabel('Bounding volume').isDisabled()).toBe(true);
    expect(await page.getByLabel('Volumes').isChecked()).toBe(true);
    expect(await page.getByLabel('Pairs').isChecked()).toBe(false);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(errors).toEqual([]);
  });

  it('keeps choices in its address', async () => {
    await page.getByLabel('Tree').uncheck();
    await page.getByLabel('Broad phase').selectOption({ label: 'sort and sweep' });
    await page.getByLabel('Bounding volume').selectOption({ label: '14-DOP' });
    await page.getByLabel('Sweep axis').selectOption({ label: 'y' });
    await page.getByLabel('Pairs').check();
    expect(new URL(page.url()).search).toBe(
      '?scene=boxes-in-a-container&count=50&broad-phase=sort-and-sweep&volume=14-dop&axis=y&volumes&pairs&contacts',
    );
    await page.getByLabel('Bounding volume').selectOption({ label: '18-DOP' });
    await page.getByLabel('Sweep axis').selectOption({ label: 'principal' });
    await page.getByLabel('Broad phase').selectOption({ label: 'hash grid' });
    for (const name of ['Volumes', 'Pairs', 'Contacts']) await page.getByLabel(name).uncheck();
    await reach('boxes-in-a-container', 1);
    expect(errors).toEqual([]);
  });

  it('pauses, steps and resets', async () => {
    const steps = () => page.locator('.pg').getAttribute('data-steps').then(Number);
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await steps();
    await page.getByRole('button', { name: 'Step' }).click();
    await expect.poll(steps).toBe(paused + 1);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(steps).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(steps).toBeGreaterThan(0);
  });

  it('opens a scene from its gallery, and the source of a scene', async () => {
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.locator('.pg-gallery').getByRole('button', { name: 'Stacks' }).click();
    await reach('stacks', 1);
    await expect.poll(() => page.locator('.pg-gallery').count()).toBe(0);
    // The pictures are part of the site, not of this bundle.
    expect(
      errors.splice(0).filter(error => !/scenes\/[\w-]+\.webp|Failed to load resource/.test(error)),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Source' }).click();
    expect(await page.locator('.pg-source code').textContent()).toContain("name: 'stacks'");
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('.pg-source').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('follows its sliders and its keys', async () => {
    const steps = () => page.locator('.pg').getAttribute('data-steps').then(Number);
    await page.getByLabel('Gravity').fill('1.5');
    expect(await page.locator('.pg-slider output').first().textContent()).toBe('1.5');
    await canvas().focus();
    await page.keyboard.press('n');
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1);
    // A frame that was under way when the key was pressed still counts.
    let paused = -1;
    const hasStopped = async () => paused === (paused = await steps());
    await expect.poll(hasStopped, { interval: 500 }).toBe(true);
    await page.keyboard.press('n');
    await expect.poll(steps).toBe(paused + 1);
    await page.keyboard.press(' ');
    await expect.poll(steps).toBeGreaterThan(paused + 1);
    expect(errors).toEqual([]);
  });

  it('lets bodies be pulled by the pointer', async () => {
    await page.getByLabel('Scene').selectOption({ label: 'Stacks' });
    await reach('stacks', 1);
    await canvas().evaluate(element => element.scrollIntoView());
    const box = (await canvas().boundingBox())!;
    const holds = () => canvas().evaluate(element => element.classList.contains('pg-holding'));
    const y = box.y + 0.5 * box.height;
    let found = false;
    // Towers stand side by side across the middle.
    for (let part = 0.25; part < 0.8 && !found; part += 0.05) {
      await page.mouse.move(box.x + part * box.width, y);
      await page.mouse.down();
      found = await holds();
      if (found) await page.mouse.move(box.x + part * box.width, y - 20);
      await page.mouse.up();
    }
    expect(found).toBe(true);
    expect(await holds()).toBe(false);
    expect(errors).toEqual([]);
  });

  it('lets cloth be pulled by the pointer, here and in a worker', async () => {
    await page.getByLabel('Scene').selectOption({ label: 'Cloth on a cube' });
    for (const place of ['CPU', 'worker']) {
      await page.getByLabel('Run on').selectOption({ label: place });
      await reach('cloth-on-cube', 5);
      const box = (await canvas().boundingBox())!;
      const holds = () => canvas().evaluate(element => element.classList.contains('pg-holding'));
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.45 * box.height);
      await page.mouse.down();
      await expect.poll(holds).toBe(true);
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.3 * box.height);
      await page.mouse.up();
      await expect.poll(holds).toBe(false);
    }
    await page.getByLabel('Run on').selectOption({ label: 'CPU' });
    await reach('cloth-on-cube', 1);
    expect(await page.locator('.pg-notice').textContent()).toBe('');
    expect(errors).toEqual([]);
  });

  it('sweeps the chosen volume and finds contacts as chosen', async () => {
    await page.getByLabel('Scene').selectOption({ label: 'Icosahedra in a box' });
    await page.getByLabel('Broad phase').selectOption({ label: 'sort and sweep' });
    await page.getByLabel('Bounding volume').selectOption({ label: '26-DOP' });
    await page.getByLabel('Narrow phase').selectOption({ label: 'MPR' });
    await reach('icosahedra-in-a-box', 20);
    expect(await numbers()).toMatch(/[1-9]\d* × 26-dop compared along \(.*\) · .*[1-9]\d* MPR/);
    await page.getByLabel('Narrow phase').selectOption({ label: 'kernels' });
    await page.getByLabel('Sweep axis').selectOption({ label: 'z' });
    await page.getByLabel('Step length').selectOption({ label: 'variable' });
    await page.getByLabel('Solver').selectOption({ label: 'support planes' });
    await reach('icosahedra-in-a-box', 10);
    await expect
      .poll(numbers)
      .toMatch(/step of \d+\.\d ms · .* compared along \(0, 0, 1\) · .*[1-9]\d* particles moved to planes/);
    await page.getByLabel('Solver').selectOption({ label: 'impulses' });
    await page.getByLabel('Step length').selectOption({ label: 'fixed' });
    await page.getByLabel('Sweep axis').selectOption({ label: 'principal' });
    await page.getByLabel('Bounding volume').selectOption({ label: '18-DOP' });
    await page.getByLabel('Broad phase').selectOption({ label: 'hash grid' });
    expect(errors).toEqual([]);
  });

  it('runs in a worker and divides steps among threads', async () => {
    await page.getByLabel('Scene').selectOption({ label: 'Boxes in a container' });
    await page.getByLabel('Run on').selectOption({ label: 'worker' });
    for (const name of ['Pairs', 'Contacts']) await page.getByLabel(name).check();
    await reach('boxes-in-a-container', 10);
    for (const name of ['Pairs', 'Contacts']) await page.getByLabel(name).uncheck();
    expect(await page.locator('.pg-notice').textContent()).toBe('');
    await page.getByLabel('Threads').selectOption({ label: '2' });
    await reach('boxes-in-a-container', 20);
    await expect.poll(numbers).toMatch(/2 threads/);
    expect(await page.locator('.pg-notice').textContent()).toBe('');
    await page.getByLabel('Threads').selectOption({ label: '1' });
    await page.getByLabel('Run on').selectOption({ label: 'CPU' });
    await reach('boxes-in-a-container', 1);
    expect(errors).toEqual([]);
  });

  it('tells where there is no GPU, and goes on', async () => {
    for (const place of ['GPU', 'GPU alone']) {
      await page.getByLabel('Run on').selectOption({ label: place });
      await reach('boxes-in-a-container', 2);
      expect(await page.locator('.pg-notice').textContent()).toMatch(/No GPU here/);
      expect(await page.getByLabel('Bounding volume').isDisabled()).toBe(place === 'GPU');
    }
    await page.getByLabel('Run on').selectOption({ label: 'CPU' });
    await reach('boxes-in-a-container', 1);
  });

  it('knows the scenes that stand for others', () => {
    expect(scenes.map(({ name }) => name)).toEqual(expect.arrayContaining([...kinds]));
  });

  it.each(
    scenes.filter(({ name }) => isSoak || kinds.includes(name)).map(({ name, title }) => [name, title]),
  )('%s moves and reports no error', async (name, title) => {
    await page.getByLabel('Scene').selectOption({ label: title });
    await reach(name, 1);
    const before = await picture();
    expect(before.length).toBeGreaterThan(4000);
    // Bodies that have come to rest meanwhile, such as stacks, move again.
    await page.getByRole('button', { name: 'Shake' }).click();
    await reach(name, 6);
    expect(await picture()).not.toBe(before);
    expect(await page.locator('.pg-notice').textContent()).toBe('');
    expect(errors).toEqual([]);
  });

  it('ends without a trace', async () => {
    await page.evaluate(() => (window as unknown as { end(): void }).end());
    expect(await page.locator('canvas').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
