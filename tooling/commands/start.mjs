/**
 * `npm start`: installs what is missing, builds the site (docs with live demos and the playground) unless it
 * is built, and serves it at a local address until stopped.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createSteps, root } from './run.mjs';
import { environment, fail, installPackages, installPnpm } from './setup.mjs';
import { currentSite } from './site.mjs';

/**
 * Builds the site unless it is there, and shows the progress: on a terminal every second, elsewhere every
 * ten.
 */
async function buildSite() {
  const started = performance.now();
  const { isTTY } = process.stdout;
  let modules = 0;
  const show = () => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const line = `building (half a minute or so): ${modules} modules, ${seconds} s`;
    process.stdout.write(isTTY ? `\r${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTTY ? 1000 : 10_000);
  const folder = await currentSite(count => {
    modules = count;
  });
  clearInterval(timer);
  if (isTTY && modules > 0) process.stdout.write('\n');
  return folder ?? fail('The site could not be built.');
}

const step = createSteps(4);
await step('pnpm', installPnpm);
await step('packages', installPackages);
const site = await step('the site', buildSite);

const port = process.env.PORT ?? '5173';
console.log('\n[4/4] the server (Ctrl+C stops it)');
const docs = join(root, 'docs');
const preview = join(docs, '.vitepress', 'preview.mjs');
const server = spawn(process.execPath, [preview, '--outDir', site, '--port', port], {
  cwd: docs,
  env: environment(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', code => process.exit(code ?? 0));
