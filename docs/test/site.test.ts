/**
 * Opens pages of the built site in Chromium: no error may appear, and every demo must show something and
 * move, by itself or when it is dragged. Pages are discovered, so that new ones are covered as they come. One
 * of each kind is looked at: each component, each helper that demos are built with. Of the others, the HTML
 * is read, and their demos must start. A soak looks at all that have a demo and one per folder of those that
 * have not. The development server, which loads every source file by itself and is slow, compiles one page,
 * and shows the home page in a soak.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectPageErrors, launchChromium, openPage, pagePatience } from '@colide/testing/chromium';
import { isSoak } from '@colide/testing/soak';
import { buildSite } from '@colide/tooling/site';
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsFolder, markdownFiles } from './markdown-files.ts';

const previewScript = join(docsFolder, '.vitepress', 'preview.mjs');
const developmentScript = join(docsFolder, '.vitepress', 'dev.mjs');

/** Packages, of which each has a page of the API reference. */
const packages = readdirSync(join(docsFolder, '..', 'packages'));

/** The components of the page of a Markdown file. */
function describePage(file: string) {
  const text = readFileSync(join(docsFolder, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return {
    address: `/${file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`,
    folder: file.replace(/[^/]*$/, ''),
    components: [...new Set([...text.matchAll(/^<([A-Z]\w*)/gm)].map(([, name]) => name))],
    demos: [...text.matchAll(/<Demo name="([\w-]+)"/g)].map(([, name]) => name),
  };
}

/** All pages, from the Markdown files, and those of the API reference. */
const pages = markdownFiles()
  .filter(file => !/^examples\/|\[/.test(file))
  .map(describePage)
  .concat(packages.map(name => ({ address: `/api/${name}.html`, folder: 'api/', components: [], demos: [] })))
  .sort((a, b) => (a.address < b.address ? -1 : 1));
const addresses = pages.map(({ address }) => address);

/** The parts of a demo: helpers of `demos/kit`, such as `canvas` and `controls`, and workers. */
function kitOf(demo: string): string[] {
  const text = readFileSync(join(docsFolder, 'demos', `${demo}.ts`), 'utf8');
  const helpers = [...text.matchAll(/from '\.\/kit\/([\w-]+)/g)].map(([, name]) => name);
  return text.includes('new Worker(') ? [...helpers, 'workers'] : helpers;
}

/**
 * Those to open. Pages with demos come first, those with most kinds of helpers before others: few pages show
 * all kinds. A page is opened if a component or a helper of a demo is new; in a soak, if it has any of those
 * or its folder is new.
 */
function choosePages(): string[] {
  const known = new Set<string>();
  return [...pages]
    .sort((a, b) => b.demos.flatMap(kitOf).length - a.demos.flatMap(kitOf).length)
    .filter(({ folder, components, demos }) => {
      const traits = [
        ...(isSoak ? [`in ${folder}`] : []),
        ...components.map(name => `<${name}>`),
        ...demos.flatMap(kitOf),
      ];
      const isNew = traits.some(trait => !known.has(trait));
      for (const trait of traits) known.add(trait);
      return isNew || (isSoak && components.length > 0);
    })
    .map(({ address }) => address)
    .sort();
}

/** Pages of packages on which a demo would show nothing, and why. */
const withoutDemo: Readonly<Record<string, string>> = {
  '/three/react-three-fiber.html':
    'its worlds are those of the other pages of three.js; the site has no React',
};

const opened = choosePages();
const read = pages.filter(({ address }) => !opened.includes(address));
/** Those whose demos are started, and not looked at. */
const waiting = read.filter(({ demos }) => demos.length > 0);

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

/** Starts a server in a process of its own, waits until it answers below `base` and gives that address. */
async function serve(args: string[], base = ''): Promise<string> {
  const port = await freePort();
  const server = spawn(process.execPath, [...args, '--port', String(port), '--strictPort'], {
    cwd: docsFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  const output: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', text => output.push(String(text)));
  const origin = `http://127.0.0.1:${port}${base}`;
  const end = performance.now() + pagePatience;
  while (server.exitCode === null && performance.now() < end) {
    const answer = await fetch(`${origin}/`, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined);
    if (answer?.ok) return origin;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`the server does not answer:\n${output.join('')}`);
}

/** Starts the server of a built site, as `npm start` does, and waits until it prints its address. */
async function printedAddress(folder: string, base: string): Promise<string> {
  const args = ['--outDir', folder, '--base', `${base}/`, '--port', String(await freePort())];
  const server = spawn(process.execPath, [previewScript, ...args], {
    cwd: docsFolder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  let output = '';
  for await (const text of server.stdout) {
    output += String(text);
    const address = /http:\/\/127\.0\.0\.1:\d+\S*\//.exec(output);
    if (address) return address[0];
  }
  throw new Error(`the server ended without an address:\n${output}`);
}

/** All files of a folder and when they were written. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .sort();
}

/**
 * The result of some work, or an error if it takes longer than pages may: some calls of a page that hangs
 * never return.
 */
async function within<T>(work: Promise<T>, message: string, milliseconds = pagePatience): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${message}: not done after ${milliseconds} ms`)),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function openBrowser(): Promise<void> {
  browser = await launchChromium();
  page = await openPage(browser, { width: 520, height: 420 });
  errors = collectPageErrors(page);
}

async function closeBrowser(): Promise<void> {
  await within(browser.close(), 'the browser does not close', 10_000).catch(() => {});
}

beforeAll(openBrowser);

afterAll(async () => {
  await closeBrowser();
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
const patience = (message: string) => ({ message, timeout: pagePatience, interval: 100 });

/** What the pictures in space on the page cover: they fill their stages, so it has to be put below them. */
async function coveredTexts(): Promise<string[]> {
  return page
    .locator('.demo-scene > :not(canvas)')
    .evaluateAll(found =>
      found
        .filter(one => getComputedStyle(one).position === 'static' && one.textContent !== '')
        .map(one => one.textContent ?? ''),
    );
}

/** Drags across the middle of a canvas. */
async function drag(canvas: Locator): Promise<void> {
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.62 * box.width, box.y + 0.38 * box.height, { steps: 3 });
  await page.mouse.up();
}

/**
 * The demo of workers simulates as many boxes as keep a core busy, for as long as somebody looks. Outside of
 * soaks, its slider asks for fewer.
 */
async function lighten(demo: Locator, name: string | null): Promise<void> {
  if (!isSoak && name === 'workers') await demo.getByRole('slider', { name: 'boxes' }).fill('200');
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
    const name = await demo.getAttribute('data-demo');
    await lighten(demo, name);
    expect(await canvas.getAttribute('aria-label')).toBeTruthy();
    // The home page has its text beside the demo.
    if (name !== 'home') expect(await demo.locator('figcaption').isVisible()).toBe(true);
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
  expect(await coveredTexts()).toEqual([]);
  expect(errors.splice(0)).toEqual([]);
}

/** How many pages did not live in a second browser either. */
let lost = 0;

/**
 * Visits a page; where that fails, once more in a new browser. Drawing in software takes place in a process
 * of the browser's own, and once that has crashed, every page after it would be at fault. After a few that
 * fail twice, there is something wrong with all.
 */
async function visitTwice(url: string): Promise<void> {
  if (lost > 3) throw new Error('not visited: too many pages before this one have failed');
  try {
    await within(visit(url), url);
  } catch (error) {
    console.warn(`${url} failed and is visited in a new browser: ${error}`);
    await closeBrowser();
    await openBrowser();
    lost++;
    await within(visit(url), url);
    lost--;
  }
}

/** Queries of visitors, and the page that should be first. */
const queries: [query: string, page: RegExp][] = [
  ['raycast', /guide\/queries|spatial\/ray-casting/],
  ['joint', /guide\/joints|world\/joints/],
  ['friction', /guide\/units|solvers\/stack/],
  ['restitution', /guide\/units|solvers\/stack/],
  ['gjk', /narrowphase\/gjk/],
  ['epa', /narrowphase\/epa/],
  ['octree', /spatial\/octrees/],
  ['saved games', /guide\/determinism/],
  ['character', /world\/characters/],
  ['vehicle', /world\/vehicles/],
  ['cloth', /solvers\/cloth/],
  ['rope', /guide\/soft-bodies/],
  ['sensor', /guide\/events/],
  ['fixed step', /guide\/fixed-steps/],
  ['worker', /guide\/|workers\//],
  ['webgpu', /guide\/webgpu/],
  ['determinism', /guide\/determinism/],
  ['three.js', /three\/|guide\/install/],
  ['hinge', /world\/joints|guide\/joints/],
  ['bullet', /guide\/units|world\/world/],
  ['gltf', /three\/gltf-physics/],
  ['rollback', /guide\/determinism/],
];

/**
 * One page of each layout, for properties that pages of a kind have in common. A soak takes pages whose
 * content differs as well, and long ones, of which axe looks at every declaration.
 */
const kinds = [
  '/',
  '/api/simd.html',
  '/narrowphase/gjk.html',
  '/playground/',
  '/nowhere.html',
  ...(isSoak ? ['/api/workers.html', '/api/bounds.html', '/guide/', '/world/contacts.html', '/lab/'] : []),
];

/**
 * The violations that axe finds on the current page: the rule, and the first element that breaks it, for all
 * rules or for those about colours.
 */
async function violations(rules: 'all' | 'colours'): Promise<string[]> {
  const options = rules === 'all' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
  return page.evaluate(async chosen => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run(document, { resultTypes: ['violations'], ...chosen });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
  }, options);
}

/** The two headers that SharedArrayBuffer needs. */
async function isolationHeaders(origin: string): Promise<(string | null)[]> {
  const { headers } = await fetch(`${origin}/`);
  return ['opener', 'embedder'].map(name => headers.get(`cross-origin-${name}-policy`));
}

/** The site is served from a folder, as hosts of pages do; in a soak from the root, as `npm start` does. */
const base = isSoak ? '' : '/colide';

describe('the built site', () => {
  let folder = '';
  let origin = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colide-site-'));
    // Whether colours can be told apart is seen on a page of each kind.
    const coloured = kinds.map(address =>
      address
        .slice(1)
        .replace(/(^|\/)$/, '$1index.html')
        .replace(/html$/, 'md'),
    );
    expect(await buildSite(folder, isSoak ? {} : { base, coloured })).toBe(0);
    origin = await serve([previewScript, '--outDir', folder, '--base', `${base}/`], base);
  });

  afterAll(async () => {
    // An open page would go on drawing.
    await page.goto('about:blank');
    rmSync(folder, { recursive: true, force: true });
  });

  it('has pages', () => {
    expect(addresses).toContain('/');
    expect(addresses).toContain('/guide/');
    expect(addresses.length).toBeGreaterThan(10);
  });

  it('has a demo on every page of a package, except where it would show nothing', () => {
    const described = pages.filter(
      ({ address, folder }) =>
        packages.includes(folder.slice(0, -1)) && !address.endsWith('/') && folder !== 'api/',
    );
    const bare = described.filter(({ demos }) => demos.length === 0).map(({ address }) => address);
    expect(bare).toEqual(Object.keys(withoutDemo));
  });

  it('takes no more than 40 MB', () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(file => file.isFile());
    const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40e6);
  });

  it('lists all decisions on one page, not beside each of them', async () => {
    const linksOn = async (path: string) => {
      const text = await (await fetch(`${origin}/decisions/${path}`)).text();
      return new Set(text.match(/href="[^"]*\/decisions\/\d{4}-/g)).size;
    };
    const all = markdownFiles().filter(file => /^decisions\/\d/.test(file));
    expect(await linksOn('')).toBe(all.length);
    expect(await linksOn(all[1].replace(/^.*\/(.*)md$/, '$1html'))).toBeLessThan(10);
  });

  it('answers 404 where there is no page, with a page that says so', async () => {
    const answer = await fetch(`${origin}/nowhere.html`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toMatch(/<title>404\b/);
  });

  it('sends the headers that SharedArrayBuffer needs', async () => {
    expect(await isolationHeaders(origin)).toEqual(['same-origin', 'require-corp']);
  });

  it('has its text in the first answer, before any script runs', async () => {
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(`${origin}/`);
    expect(await still.locator('#app h1').isVisible()).toBe(true);
    await still.close();
  });

  /**
   * `npm start` promises the home page within 3 s of the address. On a busy machine no clock can show that;
   * the reason for it can be: nothing is left to do when the address is printed. A soak looks at the clock.
   */
  it('has its home page ready when the address is printed', async () => {
    const before = filesOf(folder);
    const address = await printedAddress(folder, base);
    const started = performance.now();
    // One request, not repeated: the first answer is the page.
    const answer = await fetch(address);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toMatch(/<h1[\s>]/);
    expect(text).not.toContain('/@vite/');
    // The files that it requests existed before, byte for byte.
    const links = [...text.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+\.(?:js|css))"/g)];
    expect(links.length).toBeGreaterThan(2);
    for (const [, link] of links) {
      const file = readFileSync(join(folder, link.slice(base.length)), 'utf8');
      expect(await (await fetch(new URL(link, address))).text()).toBe(file);
    }
    expect(filesOf(folder)).toEqual(before);
    const fresh = await browser.newPage();
    await fresh.goto(address, { waitUntil: 'commit' });
    await fresh.locator('#app h1').waitFor({ state: 'visible', timeout: pagePatience });
    if (isSoak) expect(performance.now() - started).toBeLessThan(3000);
    await fresh.close();
  });

  it('does not send what a page shows twice: its chunk has no static HTML', async () => {
    const text = await (await fetch(`${origin}/narrowphase/gjk.html`)).text();
    const lean = /[^"]*narrowphase_gjk\.md\.[^"]*\.lean\.js/.exec(text)![0];
    const sizeOf = async (path: string) => (await (await fetch(new URL(path, origin))).text()).length;
    expect(await sizeOf(lean)).toBeLessThan(0.1 * (await sizeOf(lean.replace('.lean', ''))));
  });

  it('says in a sentence of its own what each page is about', async () => {
    const found = new Map<string, string[]>();
    for (const address of addresses) {
      const text = await (await fetch(origin + address)).text();
      const description = /<meta name="description" content="([^"]*)"/.exec(text)?.[1] ?? '';
      expect([address, description]).toEqual([address, expect.stringMatching(/^.{30,300}[.?!]$/)]);
      found.set(description, [...(found.get(description) ?? []), address]);
    }
    expect([...found.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  it.each(opened)('%s opens without errors and its demos live', address => visitTwice(origin + address));

  it.each(waiting)('$address starts its demos', async ({ address, demos }) => {
    await page.goto(origin + address);
    const states = () =>
      page.locator('.demo').evaluateAll(demos => demos.map(({ dataset }) => dataset['state']));
    await expect.poll(states, patience('demos that load')).not.toContain('loading');
    expect(await states()).toEqual(demos.map(() => 'ready'));
    expect(await coveredTexts()).toEqual([]);
    expect(errors.splice(0)).toEqual([]);
  });

  it.each(kinds)('%s can be read by everybody, in both themes, and fits on a phone', async address => {
    await page.setViewportSize({ width: 390, height: 420 });
    await page.goto(origin + address);
    await page.locator('main').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.evaluate(axe.source);
    await page.addStyleTag({ content: '* { transition: none !important }' });
    expect(await violations('all')).toEqual([]);
    // The other theme differs in its colours only.
    await page.evaluate(() => document.documentElement.classList.toggle('dark'));
    expect(await violations(isSoak ? 'all' : 'colours')).toEqual([]);
    errors.length = 0;
  });

  it('has demos in space that are no wider than a phone', async () => {
    await page.setViewportSize({ width: 390, height: 420 });
    await page.goto(`${origin}/bounds/`);
    await page.locator('.demo-scene canvas').first().waitFor();
    const widths = await page
      .locator('.demo-scene')
      .evaluateAll(scenes => scenes.map(scene => [scene.clientWidth, scene.closest('.demo')!.clientWidth]));
    for (const [scene, demo] of widths) expect(scene).toBe(demo);
    errors.length = 0;
  });

  it('finds the right page first', async () => {
    await page.setViewportSize({ width: 520, height: 420 });
    await page.goto(`${origin}/guide/features.html`);
    await page.locator('.VPNavBarSearch button').first().click();
    const input = page.locator('#localsearch-input');
    const first = page.locator('.results .result').first();
    for (const [query, right] of queries) {
      // The result of the last query must disappear before it can be found again.
      if ((await first.count()) > 0 && right.test((await first.getAttribute('href')) ?? '')) {
        await input.fill('');
        await expect.poll(() => first.count(), patience('an empty list')).toBe(0);
      }
      await input.fill(query);
      await expect.poll(() => first.getAttribute('href'), patience(query)).toMatch(right);
    }
    errors.length = 0;
  });

  it.each(read)('$address is there, with captions below its demos', async ({ address, demos }) => {
    const answer = await fetch(origin + address);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toMatch(/<h1[ >]/);
    expect(text).not.toContain('class="NotFound"');
    const figures = [...text.matchAll(/<figure class="demo" data-demo="([\w-]+)"(.*?)<\/figure>/gs)];
    expect(figures.map(([, name]) => name)).toEqual(demos);
    for (const [, name, rest] of figures) {
      expect(existsSync(join(docsFolder, 'demos', `${name}.ts`))).toBe(true);
      expect(rest).toContain('<figcaption');
    }
  });
});

describe('the development server', () => {
  let origin = '';

  beforeAll(async () => {
    origin = await serve([developmentScript]);
  });

  it('sends the headers that SharedArrayBuffer needs', async () => {
    expect(await isolationHeaders(origin)).toEqual(['same-origin', 'require-corp']);
  });

  it('compiles a page and its demo', async () => {
    const { address, demos } = pages.find(page => page.address === '/math/morton.html')!;
    for (const path of [address.replace(/html$/, 'md?import'), `/demos/${demos[0]}.ts`]) {
      const answer = await fetch(origin + path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/javascript',
      ]);
      expect(await answer.text()).toMatch(/^export /m);
    }
  });

  it.runIf(isSoak)('shows the home page, whose demo lives', () => visit(`${origin}/`));
});
