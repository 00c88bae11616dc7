/**
 * `node docs/.vitepress/thumbnails.mjs <origin of the site>`: a small picture of every scene of the
 * playground after a few seconds, and the list of their titles, into `docs/public/scenes`. Run it when a
 * scene looks different.
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
/** Steps until a scene shows what it is about. */
const steps = 100;

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
// The stage is what the panel beside it leaves.
const page = await browser.newPage({ viewport: { width: 2 * width + 300, height: 2 * height + 64 } });
await page.goto(`${origin}/playground/`);
const state = selector => page.waitForSelector(selector, { timeout: 600_000 });
await state('.pg[data-state=ready]');
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
  const png = await page.locator('.pg-canvas').screenshot();
  const webp = await page.evaluate(
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
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(webp));
  console.log(`${name}: ${webp.length} bytes (${title})`);
}
writeFileSync(join(folder, 'scenes.json'), `${JSON.stringify(scenes, null, 2)}\n`);
await browser.close();
