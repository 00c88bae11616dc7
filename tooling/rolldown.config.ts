/**
 * The one build of every published package: each public file is an algorithm and becomes an entry, whatever
 * room it lies in (`@colide/math/radix-sort`). What lies in an `internal/` stays private. Declarations are
 * made by `commands/types.mjs`, for all packages at once.
 *
 * Rolldown leaves `const` as it is and writes constants where they are used. V8 knows both at compile time;
 * as variables of the module, as other bundlers write them, they are loaded and checked at every use
 * (`docs/decisions/0033`).
 *
 * CommonJS takes robust-predicates in, which is published as ES modules only and which Node before 20.19
 * cannot `require`.
 *
 * `src/worker.ts` is the program of a worker. It is built with all that it needs in one file, since workers
 * know no import maps: a page without a bundler can start it as it is.
 */
import { defineConfig, type InputOptions, type OutputOptions, type RolldownOptions } from 'rolldown';
import { publicFiles, removeFiles } from './entries.mjs';

const { worker: program, ...algorithms } = publicFiles('src');

const common: InputOptions = {
  input: Object.fromEntries(Object.entries(algorithms).map(([name, file]) => [name, `src/${file}`])),
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

removeFiles('dist', /\.(c?js|map)$/);

export default defineConfig([
  { ...common, external: isForeign, output: output('esm', 'js') },
  {
    ...common,
    external: id => isForeign(id) && !id.startsWith('robust-predicates'),
    output: output('cjs', 'cjs'),
  },
  ...(program ? [worker('esm', 'js'), worker('cjs', 'cjs')] : []),
]);
