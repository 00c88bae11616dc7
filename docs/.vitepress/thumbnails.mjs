/**
 * `node docs/.vitepress/thumbnails.mjs <origin of the site>`: two small pictures of every scene of the
 * playground after a few seconds, one for each theme, and the list of their titles, into
 * `docs/public/scenes`. Run it when a scene looks different.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, siteOrigin } from './pictures.mjs';

const origin = siteOrigin();
const folder = fileURLToPath(new URL('../public/scenes', import.meta.url));
/** Size of a picture. */
const width = 320;
const height = 200;
/** Steps after which a scene is typical. */
const steps = 100;

/** The themes of the site and how the names of their pictures end. */
const themes = [
  ['light', ''],
  ['dark', '-dark'],
];

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
// The stage takes the width beside the panel.
const page = await browser.newPage({ viewport: { width: 2 * width + 300, height: 2 * height + 64 } });
await page.goto(`${origin}/playground/`);
const state = selector => page.waitForSelector(selector, { timeout: 600_000 });
await state('.pg[data-state=ready]');

/** Waits until the stage has been drawn again. */
function nextPicture() {
  return page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(resolve => requestAnimationFrame(resolve));
  });
}

/** The bytes of a small picture, made by the page of a large one; it is cropped to the right proportions. */
function shrink(png) {
  return page.evaluate(
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
    [`data:image/png;base64,${png.toString('base64')}`, width, height],
  );
}

const choice = page.locator('.pg-panel select').first();
const titles = await choice.locator('option').allTextContents();
const scenes = [];
for (const [i, title] of titles.entries()) {
  if (i > 0) await choice.selectOption(String(i));
  await state('.pg[data-state=ready]');
  const name = await page.locator('.pg').getAttribute('data-scene');
  scenes.push({ name, title });
  await page.waitForFunction(least => Number(document.querySelector('.pg').dataset.steps) >= least, steps, {
    timeout: 600_000,
  });
  for (const [theme, ending] of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await nextPicture();
    const webp = await shrink(await page.locator('.pg-canvas').screenshot());
    writeFileSync(join(folder, `${name}${ending}.webp`), Buffer.from(webp));
    console.log(`${name}${ending}: ${webp.length} bytes (${title})`);
  }
}
writeFileSync(join(folder, 'scenes.json'), `${JSON.stringify(scenes, null, 2)}\n`);
await browser.close();
