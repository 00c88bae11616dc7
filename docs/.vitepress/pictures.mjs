/**
 * Shared code of the commands that take pictures of the site: its address from the command line, a browser,
 * and small pictures made of large ones.
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

/** Size of a small picture. */
export const thumbnailWidth = 320;
export const thumbnailHeight = 200;

/** The themes of the site, and how the names of their pictures end. */
export const themes = [
  ['light', ''],
  ['dark', '-dark'],
];

/** Waits until a page has been drawn again. */
export function nextPicture(page) {
  return page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(resolve => requestAnimationFrame(resolve));
  });
}

/** The bytes of a small picture, made by the page of a large one; it is cropped to the right proportions. */
export async function shrink(page, png) {
  const bytes = await page.evaluate(
    async ([source, across, down]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(across, down);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      const scale = Math.max(across / image.width, down / image.height);
      const [w, h] = [scale * image.width, scale * image.height];
      context.drawImage(image, (across - w) / 2, (down - h) / 2, w, h);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [`data:image/png;base64,${png.toString('base64')}`, thumbnailWidth, thumbnailHeight],
  );
  return Buffer.from(bytes);
}
