/**
 * Chromium for tests: which one, under which flags. A subpath of its own (`@colide/testing/chromium`), so
 * that the threads of tests without a browser do not load Playwright.
 */
import { type Browser, chromium, type Page } from 'playwright-core';

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
];

/** Starts a headless Chromium that draws with the CPU and has no WebGPU. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: [...softwareArguments] });
}

/**
 * Collects what goes wrong on a page from now on: exceptions, answers of 400 and above, and console messages
 * of the given kinds unless `isHarmless` knows them.
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
