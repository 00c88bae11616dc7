/**
 * Chromium for tests: which one, under which flags. A subpath of its own (`@colide/testing/chromium`), so
 * that the threads of tests without a browser do not load Playwright.
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { slowZeroing } from './node-gpu.ts';

/** The program: `COLIDE_CHROMIUM`, or where Debian puts it. */
export const chromiumPath: string = process.env['COLIDE_CHROMIUM'] ?? '/usr/bin/chromium';

/** Flags of every Chromium here: it runs as root in containers, and stays off the network. */
const quietArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * Flags for WebGL drawn by the CPU, and no WebGPU. Text and 2D canvases are drawn by the browser's own
 * rasteriser, which takes half as long as the GPU's code run by the CPU.
 */
const softwareArguments: readonly string[] = [
  ...quietArguments,
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-accelerated-2d-canvas',
  '--disable-gpu-rasterization',
];

/** Flags under which headless Chromium gives WebGPU on a machine without a GPU. */
export const webgpuArguments: readonly string[] = [
  ...quietArguments,
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
  `--disable-dawn-features=${slowZeroing}`,
];

/** Starts a headless Chromium that draws with the CPU and has no WebGPU. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [...softwareArguments],
    timeout: pagePatience,
  });
}

/**
 * How long a page may take to do what a test waits for, in milliseconds: much longer than on a busy machine,
 * and less than a test may take, so that a test that hangs is named.
 */
export const pagePatience = 120_000;

/**
 * Opens a page on which nothing waits forever and that leaves time to others: WebGL is drawn in software
 * here. At half the resolution and without antialiasing a picture takes an eighth of the time, and ten a
 * second are enough.
 *
 * @param interval milliseconds from picture to picture, at least
 */
export async function openPage(
  browser: Browser,
  viewport: NonNullable<BrowserContextOptions['viewport']>,
  interval = 100,
): Promise<Page> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 0.5 });
  page.setDefaultTimeout(pagePatience);
  await page.addInitScript(leaveOutAntialiasing);
  await page.addInitScript(leaveOutAnisotropy);
  await page.addInitScript(drawSeldom, interval);
  return page;
}

/** Runs in the page: no canvas is antialiased. */
function leaveOutAntialiasing(): void {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype as { getContext(kind: string, options?: object): unknown };
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return getContext.call(this, kind, kind === 'webgl2' ? { ...options, antialias: false } : options);
  } as typeof prototype.getContext;
}

/**
 * Runs in the page: textures are not filtered along the view, which takes a fifth of the time of a picture.
 */
function leaveOutAnisotropy(): void {
  const { prototype } = WebGL2RenderingContext;
  const { getExtension } = prototype as { getExtension(name: string): unknown };
  prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
    return name === 'EXT_texture_filter_anisotropic' ? null : getExtension.call(this, name);
  } as typeof prototype.getExtension;
}

/** Runs in the page: animation frames are so many milliseconds apart, at least. */
function drawSeldom(interval: number): void {
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const pending = new Map<number, number>();
  let last = -Infinity;
  let count = 0;
  window.requestAnimationFrame = callback => {
    const id = ++count;
    const wait = (time: number) => {
      if (time !== last && time - last < interval) {
        pending.set(id, request(wait));
        return;
      }
      last = time;
      pending.delete(id);
      callback(time);
    };
    pending.set(id, request(wait));
    return id;
  };
  window.cancelAnimationFrame = id => {
    cancel(pending.get(id) ?? 0);
    pending.delete(id);
  };
}

/**
 * Collects the errors of a page from now on: exceptions, answers of 400 and above, and console messages of
 * the given kinds unless `isHarmless` knows them.
 */
export function collectPageErrors(
  page: Page,
  kinds: readonly string[] = ['error'],
  isHarmless: (text: string) => boolean = () => false,
): string[] {
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));
  page.on('response', response => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', message => {
    if (kinds.includes(message.type()) && !isHarmless(message.text())) errors.push(message.text());
  });
  return errors;
}
