/**
 * Shared code of the commands that take pictures of the site: its address from the command line, and a
 * browser.
 */
import { chromium } from 'playwright-core';

/** The origin of the site from the command line. */
export function siteOrigin() {
  const origin = process.argv[2];
  if (origin) return origin;
  console.error('say where the site is, such as http://127.0.0.1:5173');
  process.exit(2);
}

/** Starts a Chromium that draws WebGL with the CPU. */
export function launchBrowser() {
  return chromium.launch({
    executablePath: process.env['COLIDE_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
}
