/**
 * Opens every page of the site in Chromium: no error may appear, and every demo must show something and move, by itself
 * or when it is dragged. Pages are discovered, so that new ones are covered as they come.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const docsFolder = fileURLToPath(new URL('..', import.meta.url));

/** Addresses of all pages, from the Markdown files; the generated reference is left out. */
const addresses = readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md') && !/(^|\/)(node_modules|api|README\.md|\.vitepress)(\/|$)/.test(file))
  .map(file => `/${file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`)
  .sort();

let server: ChildProcess;
let browser: Browser;
let context: BrowserContext;
let origin = '';

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the development server in a process of its own and waits until it answers. */
async function startServer(): Promise<void> {
  const port = await freePort();
  const command = fileURLToPath(new URL('../node_modules/vitepress/bin/vitepress.js', import.meta.url));
  const args = [command, 'dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort'];
  server = spawn(process.execPath, args, { cwd: docsFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout!, server.stderr!])
    stream.on('data', text => {
      output += text;
    });
  origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) break;
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`the development server does not answer:\n${output}`);
}

beforeAll(async () => {
  await startServer();
  browser = await chromium.launch({
    executablePath: process.env['COLIDE_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  });
  context = await browser.newContext({ viewport: { width: 520, height: 420 } });
});

afterAll(async () => {
  await browser?.close();
  server?.kill();
});

/** How many different colours a picture has, up to 1000. */
async function countColors(page: Page, png: Buffer): Promise<number> {
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
      for (let i = 0; i < pixels.length && colors.size < 1000; i++) colors.add(pixels[i]!);
      return colors.size;
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}

/** How long a busy machine may take to draw. */
const patience = (message: string) => ({ message, timeout: 10_000, interval: 100 });

/** Drags across the middle of a canvas. */
async function drag(page: Page, canvas: Locator): Promise<void> {
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.62 * box.width, box.y + 0.38 * box.height, { steps: 3 });
  await page.mouse.up();
}

describe('the site', () => {
  it('has pages', () => {
    expect(addresses).toContain('/');
    expect(addresses).toContain('/guide/');
    expect(addresses.length).toBeGreaterThan(10);
  });

  it('sends the headers that SharedArrayBuffer needs', async () => {
    const { headers } = await fetch(origin);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  });

  it.each(addresses)('%s opens without errors and its demos live', async address => {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', error => errors.push(String(error)));
    page.on('response', response => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
    });
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text());
    });
    try {
      await page.goto(origin + address);
      await page.locator('#app :is(h1, .VPHero)').first().waitFor();
      expect(await page.locator('.NotFound').count()).toBe(0);
      for (const demo of await page.locator('.demo').all()) {
        await demo.scrollIntoViewIfNeeded();
        const canvas = demo.locator('canvas').first();
        await canvas.waitFor();
        expect(await canvas.getAttribute('aria-label')).toBeTruthy();
        await expect
          .poll(async () => countColors(page, await canvas.screenshot()), patience('colours on the canvas'))
          .toBeGreaterThan(5);
        const before = await canvas.screenshot();
        await drag(page, canvas);
        await expect
          .poll(async () => (await canvas.screenshot()).equals(before), patience('the demo stands still'))
          .toBe(false);
      }
      expect(errors).toEqual([]);
    } finally {
      await page.close();
    }
  });
});
