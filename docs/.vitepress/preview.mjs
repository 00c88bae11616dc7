/** Serves the built site with the headers that SharedArrayBuffer needs; VitePress' own preview sends none. */
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';

const server = await preview({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  build: { outDir: '.vitepress/dist' },
  preview: {
    host: '127.0.0.1',
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
});
server.printUrls();
