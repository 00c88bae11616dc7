/**
 * `node docs/.vitepress/thumbnails.mjs <origin of the site>`: two small pictures of every scene of the
 * playground after a few seconds, one for each theme, and the list of their titles, into
 * `docs/public/scenes`. Run it when a scene looks different.
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
const folder = fileURLToPath(new URL('../public/scenes', import.meta.url));
/** Steps after which a scene is typical. */
const steps = 100;

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
// The stage takes the width beside the panel.
const page = await browser.newPage({
  viewport: { width: 2 * thumbnailWidth + 300, height: 2 * thumbnailHeight + 64 },
});
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
  for (const [theme, ending] of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await nextPicture(page);
    const webp = await shrink(page, await page.locator('.pg-canvas').screenshot());
    writeFileSync(join(folder, `${name}${ending}.webp`), webp);
    console.log(`${name}${ending}: ${webp.length} bytes (${title})`);
  }
}
writeFileSync(join(folder, 'scenes.json'), `${JSON.stringify(scenes, null, 2)}\n`);
await browser.close();
