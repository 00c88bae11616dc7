/**
 * The one build of every published package: each file directly under `src/` is an algorithm and becomes an
 * entry (`@colide/math/radix-sort`), `src/internal/` is shared between them and stays private. Types are made by tsup (`tsup.config.ts`).
 *
 * Rolldown leaves `const` as it is and writes constants where they are used. V8 knows both at compile time; as variables of
 * the module, as other bundlers write them, they are loaded and checked at every use (`docs/decisions/0033`).
 *
 * CommonJS takes robust-predicates in, which is published as ES modules only and which Node before 20.19 cannot `require`.
 *
 * `src/worker.ts` is the program of a worker. It is built with all that it needs in one file, since workers know no import maps: a page
 * without a bundler can start it as it is.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { defineConfig, type InputOptions, type OutputOptions, type RolldownOptions } from 'rolldown';

const algorithms = readdirSync('src').filter(file => file.endsWith('.ts') && file !== 'worker.ts');

const common: InputOptions = {
  input: Object.fromEntries(algorithms.map(file => [file.slice(0, -3), `src/${file}`])),
  platform: 'neutral',
  transform: { target: 'es2022' },
  optimization: { inlineConst: { mode: 'all', pass: 2 } },
};

/** Whether an import is of another package. */
const isForeign = (id: string) => !id.startsWith('.') && !id.startsWith('/');

const output = (format: 'esm' | 'cjs', extension: string): OutputOptions => ({
  dir: 'dist',
  format,
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `chunk-[hash].${extension}`,
  exports: 'named',
  sourcemap: true,
});

/** The program of a worker, alone in its file. */
const worker = (format: 'esm' | 'cjs', extension: string): RolldownOptions => ({
  ...common,
  input: 'src/worker.ts',
  output: { file: `dist/worker.${extension}`, format, minify: true, codeSplitting: false },
});

rmSync('dist', { recursive: true, force: true });

export default defineConfig([
  { ...common, external: isForeign, output: output('esm', 'js') },
  {
    ...common,
    external: id => isForeign(id) && !id.startsWith('robust-predicates'),
    output: output('cjs', 'cjs'),
  },
  ...(existsSync('src/worker.ts') ? [worker('esm', 'js'), worker('cjs', 'cjs')] : []),
]);
