/**
 * Serves the built site with the headers that SharedArrayBuffer needs; VitePress' own preview sends none.
 * `--outDir <folder>`, `--base <path>`, `--port <number>` and `--strictPort` as in Vite.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { preview } from 'vite';

const { values } = parseArgs({
  options: {
    outDir: { type: 'string', default: '.vitepress/dist' },
    base: { type: 'string', default: '/' },
    port: { type: 'string', default: '4173' },
    strictPort: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(root, values.outDir);

/** As hosts of pages do: where there is no file, the answer is the page 404. */
const pageNotFound = {
  name: 'page-not-found',
  configurePreviewServer: server => () => {
    server.middlewares.use((request, response, next) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      if (existsSync(join(folder, path))) return next();
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end(readFileSync(join(folder, '404.html')));
    });
  },
};

const server = await preview({
  root,
  plugins: [pageNotFound],
  configFile: false,
  base: values.base,
  appType: 'mpa',
  build: { outDir: values.outDir },
  preview: {
    host: '127.0.0.1',
    port: Number(values.port),
    strictPort: values.strictPort,
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
});
server.printUrls();
