/**
 * Serves the built site with the headers that SharedArrayBuffer needs; VitePress' own preview sends none.
 * `--outDir <folder>`, `--base <path>`, `--port <number>` and `--strictPort` as in Vite.
 */
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
const server = await preview({
  root: fileURLToPath(new URL('..', import.meta.url)),
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
