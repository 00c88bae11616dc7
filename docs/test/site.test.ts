/**
 * Opens the pages of the built site in Chromium: no error may appear, and every demo must show something and
 * move, by itself or when it is dragged. Pages are discovered, so that new ones are covered as they come. Of
 * the pages of a folder that have only text, which are all made alike, one is opened; the others need only be
 * there. The development server, which loads every source file by itself and is slow, shows one page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectPageErrors, launchChromium } from '@colide/testing/chromium';
import { buildSite } from '@colide/tooling/site';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const docsFolder = fileURLToPath(new URL('..', import.meta.url));
const vitepress = join(docsFolder, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const previewScript = join(docsFolder, '.vitepress', 'preview.mjs');

/** All pages, from the Markdown files; the generated reference is left out. */
const pages = readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md') && !/(^|\/)(node_modules|api|README\.md|\.vitepress)(\/|$)/.test(file))
  .map(file => ({
    address: `/${file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`,
    folder: file.replace(/[^/]*$/, ''),
    isPlain: !/<[A-Z]/.test(readFileSync(join(docsFolder, file), 'utf8')),
  }))
  .sort((a, b) => (a.address < b.address ? -1 : 1));
const addresses = pages.map(({ address }) => address);
/** Those of text only, but for the first in each folder. */
const plain = pages
  .filter(({ isPlain }) => isPlain)
  .filter(({ folder }, i, all) => i > 0 && all[i - 1].folder === folder)
  .map(({ address }) => address);
const opened = addresses.filter(address => !plain.includes(address));

let browser: Browser;
let page: Page;
let errors: string[];
const servers: ChildProcess[] = [];

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** How long, in milliseconds, a busy machine may take to start a server. */
const serverPatience = 300_000;

/** Starts a server in a process of its own, waits until it answers and gives its address. */
async function serve(args: string[]): Promise<string> {
  const port = await freePort();
  const server = spawn(process.execPath, [...args, '--port', String(port), '--strictPort'], {
    cwd: docsFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  const output: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', text => output.push(String(text)));
  const origin = `http://127.0.0.1:${port}`;
  const end = performance.now() + serverPatience;
  while (server.exitCode === null && performance.now() < end) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return origin;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`the server does not answer:\n${output.join('')}`);
}

beforeAll(async () => {
  browser = await launchChromium();
  // Pixels are drawn in software: half as many each way take a quarter of the time.
  page = await browser.newPage({ viewport: { width: 520, height: 420 }, deviceScaleFactor: 0.5 });
  errors = collectPageErrors(page);
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.kill();
});

/** How many different colours a picture has, up to 1000. */
async function countColors(png: Buffer): Promise<number> {
  return page.evaluate(
    async source => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
      const colors = new Set<number>();
      for (let i = 0; i < pixels.length && colors.size < 1000; i++) colors.add(pixels[i]);
      return colors.size;
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}

/** How long a busy machine may take to draw. */
const patience = (message: string) => ({ message, timeout: 300_000, interval: 100 });

/** Drags across the middle of a canvas. */
async function drag(canvas: Locator): Promise<void> {
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.62 * box.width, box.y + 0.38 * box.height, { steps: 3 });
  await page.mouse.up();
}

/**
 * Opens an address and looks whether the page and its demos live. One tab for all: a new one takes longer
 * than a page.
 */
async function visit(url: string): Promise<void> {
  await page.goto(url);
  await page.locator('#app :is(h1, .VPHero)').first().waitFor();
  expect(await page.locator('.NotFound').count()).toBe(0);
  for (const demo of await page.locator('.demo').all()) {
    await demo.scrollIntoViewIfNeeded();
    const canvas = demo.locator('canvas').first();
    await canvas.waitFor();
    expect(await canvas.getAttribute('aria-label')).toBeTruthy();
    // The home page has its text beside the demo.
    if (new URL(url).pathname !== '/') expect(await demo.locator('figcaption').isVisible()).toBe(true);
    let before: Buffer;
    await expect
      .poll(async () => {
        before = await canvas.screenshot();
        return countColors(before);
      }, patience('colours on the canvas'))
      .toBeGreaterThan(5);
    await drag(canvas);
    await expect
      .poll(async () => (await canvas.screenshot()).equals(before), patience('the demo stands still'))
      .toBe(false);
  }
  expect(errors.splice(0)).toEqual([]);
}

/** The two headers that SharedArrayBuffer needs. */
async function isolationHeaders(origin: string): Promise<(string | null)[]> {
  const { headers } = await fetch(origin);
  return ['opener', 'embedder'].map(name => headers.get(`cross-origin-${name}-policy`));
}

describe('the built site', () => {
  let folder = '';
  let origin = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colide-site-'));
    expect(await buildSite(folder)).toBe(0);
    origin = await serve([previewScript, '--outDir', folder]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has pages', () => {
    expect(addresses).toContain('/');
    expect(addresses).toContain('/guide/');
    expect(addresses.length).toBeGreaterThan(10);
  });

  it('answers 404 where there is no page', async () => {
    expect((await fetch(`${origin}/nowhere.html`)).status).toBe(404);
  });

  it('sends the headers that SharedArrayBuffer needs', async () => {
    expect(await isolationHeaders(origin)).toEqual(['same-origin', 'require-corp']);
  });

  it('has its text in the first answer, before any script runs', async () => {
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(origin);
    expect(await still.locator('#app h1').isVisible()).toBe(true);
    await still.close();
  });

  it.each(opened)('%s opens without errors and its demos live', address => visit(origin + address));

  it.each(plain)('%s is there', async address => {
    const answer = await fetch(origin + address);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toMatch(/<h1[ >]/);
    expect(text).not.toContain('class="NotFound"');
  });
});

describe('the development server', () => {
  let origin = '';

  beforeAll(async () => {
    origin = await serve([vitepress, 'dev', '--host', '127.0.0.1']);
  });

  it('sends the headers that SharedArrayBuffer needs', async () => {
    expect(await isolationHeaders(origin)).toEqual(['same-origin', 'require-corp']);
  });

  it('shows the home page, whose demo lives', () => visit(`${origin}/`));
});
