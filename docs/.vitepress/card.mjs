/**
 * `node docs/.vitepress/card.mjs <origin of the site>`: the picture that other sites show beside a link to
 * this one, the top of the home page without the menu, into `docs/public/card.png`.
 */
import { fileURLToPath } from 'node:url';
import { launchBrowser, siteOrigin } from './pictures.mjs';

const origin = siteOrigin();
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'dark' });
await page.goto(origin);
await page.locator('.demo[data-state=ready]').first().waitFor();
await page.addStyleTag({
  content: '.VPNav { visibility: hidden } .demo-panel { display: none } body { margin-top: -24px }',
});
await page.waitForTimeout(2000);
await page.screenshot({ path: fileURLToPath(new URL('../public/card.png', import.meta.url)) });
await browser.close();
