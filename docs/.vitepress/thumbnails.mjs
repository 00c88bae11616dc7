/**
 * `node docs/.vitepress/thumbnails.mjs <origin of the site> [scene …]`: two small pictures of the scenes of
 * the playground after a few seconds, one for each theme, into `docs/public/scenes`: of the named ones, or of
 * all, with the list of their titles. Run it when a scene looks different.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  launchBrowser,
  nextPicture,
  shrink,
  siteOrigin,
  themes,
  thumbnailHeight,
  thumbnailWidth,
} from './pictures.mjs';

const origin = siteOrigin();
const chosen = process.argv.slice(3);
const folder = fileURLToPath(new URL('../public/scenes', import.meta.url));
/** Steps after which a scene is typical. */
const steps = 100;

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
// The stage takes the width beside the panel.
const page = await browser.newPage({
  viewport: { width: 2 * thumbnailWidth + 300, height: 2 * thumbnailHeight + 64 },
});
const state = selector => page.waitForSelector(selector, { timeout: 600_000 });

/** Takes the pictures of the current scene; returns its name. */
async function takePictures() {
  await state('.pg[data-state=ready]');
  const name = await page.locator('.pg').getAttribute('data-scene');
  await page.waitForFunction(least => Number(document.querySelector('.pg').dataset.steps) >= least, steps, {
    timeout: 600_000,
  });
  for (const [theme, ending] of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await nextPicture(page);
    const webp = await shrink(page, await page.locator('.pg-canvas').screenshot());
    writeFileSync(join(folder, `${name}${ending}.webp`), webp);
    console.log(`${name}${ending}: ${webp.length} bytes`);
  }
  return name;
}

for (const name of chosen) {
  await page.goto(`${origin}/playground/?scene=${name}`);
  await takePictures();
}
if (chosen.length === 0) {
  await page.goto(`${origin}/playground/`);
  await state('.pg[data-state=ready]');
  const choice = page.locator('.pg-panel select').first();
  const titles = await choice.locator('option').allTextContents();
  const scenes = [];
  for (const [i, title] of titles.entries()) {
    if (i > 0) await choice.selectOption(String(i));
    scenes.push({ name: await takePictures(), title });
  }
  writeFileSync(join(folder, 'scenes.json'), `${JSON.stringify(scenes, null, 2)}\n`);
}
await browser.close();
