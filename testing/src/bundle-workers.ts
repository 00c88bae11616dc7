/**
 * A plugin of Vite for tests in a browser: files of workers arrive bundled. A development server gives every
 * worker hundreds of modules one by one, which takes it several seconds, and some tests start a dozen
 * workers.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

/** The suffix that Vite appends to the address in `new Worker(new URL(…))`. */
const mark = 'worker_file';

/** Bundles the files of workers from the sources of the packages, each once. */
export function bundleWorkers(headers: Readonly<Record<string, string>>): Plugin {
  const bundles = new Map<string, Promise<Uint8Array>>();
  async function bundle(file: string): Promise<Uint8Array> {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      conditions: ['colide-source'],
      logLevel: 'error',
    });
    return outputFiles[0].contents;
  }
  return {
    name: 'bundle-workers',
    configureServer({ config, middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
        if (!searchParams.has(mark) || !pathname.endsWith('.ts')) return next();
        const file = join(config.root, decodeURIComponent(pathname));
        let bundled = bundles.get(file);
        if (!bundled) {
          bundled = bundle(file);
          bundles.set(file, bundled);
        }
        bundled.then(
          code => response.writeHead(200, { ...headers, 'Content-Type': 'text/javascript' }).end(code),
          (error: unknown) => next(error),
        );
      });
    },
  };
}
