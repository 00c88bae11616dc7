/** `npm start`: installs what is missing and serves the site (docs with live demos) at a local address until stopped. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createSteps, root } from './run.mjs';
import { environment, installPackages, installPnpm } from './setup.mjs';

const step = createSteps(3);
await step('pnpm', installPnpm);
await step('packages', installPackages);

const port = process.env.PORT ?? '5173';
console.log('\n[3/3] the site (Ctrl+C stops it)');
const docs = join(root, 'docs');
const vitepress = join(docs, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const server = spawn(process.execPath, [vitepress, 'dev', '.', '--host', '127.0.0.1', '--port', port], {
  cwd: docs,
  env: environment(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', code => process.exit(code ?? 0));
