/**
 * `node docs/.vitepress/demo-thumbnails.mjs <origin of the site> [demo …]`: two small pictures of the demos
 * that the lists of pages show, all or the named ones, one for each theme, into `docs/public/demos`. Run it
 * when a page is new or its demo looks different.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const docs = fileURLToPath(new URL('..', import.meta.url));
const folder = join(docs, 'public', 'demos');
/** Milliseconds after which a demo is typical. */
const warmUp = 2500;

/** Whether the index page of a folder lists the pages of the folder. */
function isListed(name) {
  const index = join(docs, name, 'index.md');
  return existsSync(index) && readFileSync(index, 'utf8').includes('<PageList');
}

/** The first demo of each listed page, and its address. */
const demos = new Map();
for (const name of readdirSync(docs).filter(isListed)) {
  for (const file of readdirSync(join(docs, name)).filter(file => /(?<!^index)\.md$/.test(file))) {
    const demo = /<Demo name="([\w-]+)"/.exec(readFileSync(join(docs, name, file), 'utf8'))?.[1];
    if (demo && (chosen.length === 0 || chosen.includes(demo)))
      demos.set(demo, `${origin}/${name}/${file.replace(/\.md$/, '.html')}`);
  }
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const page = await browser.newPage({
  viewport: { width: 2 * thumbnailWidth + 48, height: 3 * thumbnailHeight },
});
for (const [name, address] of demos) {
  await page.goto(address);
  const demo = page.locator(`.demo[data-demo=${name}]`);
  await page.waitForSelector(`.demo[data-demo=${name}][data-state=ready]`, { timeout: 120_000 });
  // The bars at the top would cover a demo that is taller than the rest of the window.
  await page.addStyleTag({ content: '.VPNav, .VPLocalNav { display: none !important }' });
  await demo.scrollIntoViewIfNeeded();
  await page.waitForTimeout(warmUp);
  for (const [theme, ending] of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await nextPicture(page);
    const webp = await shrink(page, await demo.locator('.demo-stage').screenshot());
    writeFileSync(join(folder, `${name}${ending}.webp`), webp);
    console.log(`${name}${ending}: ${webp.length} bytes`);
  }
}
await browser.close();
