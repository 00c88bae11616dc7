/**
 * The one build of every published package: each file directly under `src/` is an algorithm and becomes an
 * entry (`@colide/math/radix-sort`), `src/internal/` is shared between them and stays private.
 *
 * Three parts run side by side: ES modules, CommonJS, and the types of both. CommonJS takes robust-predicates in, which
 * is published as ES modules only and which Node before 20.19 cannot `require`.
 *
 * `src/worker.ts` is the program of a worker. It is built with all that it needs in one file, since workers know no import maps: a page
 * without a bundler can start it as it is.
 */
import { existsSync, rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

const common: Options = {
  entry: ['src/*.ts', '!src/worker.ts'],
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
};

const worker: Options = {
  ...common,
  entry: ['src/worker.ts'],
  format: ['esm', 'cjs'],
  splitting: false,
  noExternal: [/.*/],
  minify: true,
};

// Cleared here, once: the parts would clear each other's files.
rmSync('dist', { recursive: true, force: true });

export default defineConfig([
  { ...common, format: 'esm', sourcemap: true },
  { ...common, format: 'cjs', sourcemap: true, noExternal: ['robust-predicates'] },
  { ...common, entry: ['src/*.ts'], format: ['esm', 'cjs'], dts: { only: true } },
  ...(existsSync('src/worker.ts') ? [worker] : []),
]);
