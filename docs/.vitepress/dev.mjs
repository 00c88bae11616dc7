/**
 * Serves the site from its sources and reloads edited pages. `vitepress dev` would do the same, but complains
 * about Vite 8 (see `lean-chunks.ts`). `--port <number>` and `--strictPort` as in Vite.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vitepress';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    strictPort: { type: 'boolean', default: false },
  },
});

let restarting;

/** Starts the server; VitePress asks for another one when its configuration has changed. */
async function start() {
  const server = await createServer(
    fileURLToPath(new URL('..', import.meta.url)),
    { host: '127.0.0.1', port: Number(values.port), strictPort: values.strictPort },
    () => {
      restarting ??= server
        .close()
        .then(start)
        .finally(() => {
          restarting = undefined;
        });
      return restarting;
    },
  );
  await server.listen();
  server.printUrls();
}

await start();
