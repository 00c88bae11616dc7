/**
 * The one build of every published package, in three forms. Each public file is an algorithm and an entry of
 * its own, whatever room it lies in (`@colide/math/radix-sort`). What lies in an `internal/` stays private.
 * Declarations are made by `commands/types.mjs`, for all packages at once.
 *
 * - For bundlers and pages, `dist/*.js`: a file per entry, and chunks for what they share.
 * - For Node, `dist/node/index.js` and `dist/index.cjs`: the whole package in one file, since Node takes a
 *   millisecond per file. The other entries pass on names of that file, so that a class is the same from
 *   every entry (`docs/decisions/0075`).
 *
 * Rolldown leaves `const` as it is and writes constants where they are used, those of the same module with
 * the help of `inline-constants.ts`. V8 knows both at compile time; as variables of the module, as other
 * bundlers write them, they are loaded and checked at every use (`docs/decisions/0033`).
 *
 * The forms for Node include robust-predicates: it is six files, and published as ES modules only, which Node
 * before 20.19 cannot `require`.
 *
 * `dist/node/index.js` is minified and in ASCII, which V8 reads in less time; names of functions and classes
 * are kept for stack traces, and so are line breaks: Node prints the line that throws
 * (`docs/decisions/0099`).
 *
 * `src/worker.ts` and `src/worker-2d.ts` are programs of workers. Each is built with all that it needs in one
 * file, since workers know no import maps: a page without a bundler can start it as it is.
 *
 * Maps name the files in `src`, which is published beside them, and do not repeat their text; comments are
 * there and in the declarations.
 */
import { readFileSync } from 'node:fs';
import {
  defineConfig,
  type InputOptions,
  type OutputOptions,
  type Plugin,
  type RolldownOptions,
} from 'rolldown';
import { isProgram, publicFiles, removeFiles } from './entries.mjs';
import { inlineConstants } from './inline-constants.ts';

/** Whether an import is of another package. */
const isForeign = (id: string) => !id.startsWith('.') && !id.startsWith('/');

/**
 * Leaves out fields that have a type but no value: the constructor sets them, and a bundler cannot tell. Each
 * leaves an empty line, so that source maps stay right.
 */
const bareFields: Plugin = {
  name: 'bare-fields',
  renderChunk: code => ({ code: code.replace(/^\t[a-zA-Z]\w*;$/gm, ''), map: null }),
};

const common: InputOptions = {
  external: isForeign,
  plugins: [inlineConstants, bareFields],
  platform: 'neutral',
  transform: { target: 'es2022' },
  optimization: { inlineConst: { mode: 'all', pass: 2 } },
  experimental: { nativeMagicString: true },
};

const output: OutputOptions = {
  dir: 'dist',
  exports: 'named',
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: { jsdoc: false, legal: false, annotation: true },
};

/** Writes the entries of the forms for Node: each passes on what the file of the same name exports. */
const entriesForNode: Plugin = {
  name: 'entries-for-node',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry || chunk.name === 'index') continue;
      const names = chunk.exports;
      const required = names.map(name => `exports.${name} = index.${name};\n`);
      const passed = `export { ${names.join(', ')} } from './index.js';\n`;
      const emit = (fileName: string, source: string) =>
        this.emitFile({ type: 'asset', fileName, source: names.length > 0 ? source : '' });
      emit(`node/${chunk.name}.js`, passed);
      emit(`${chunk.name}.cjs`, `'use strict';\nconst index = require('./index.cjs');\n${required.join('')}`);
    }
  },
};

/**
 * Includes robust-predicates without an entry in the source map: its sources are not in our tarballs.
 */
const predicatesInside: Plugin = {
  name: 'predicates-inside',
  transform: {
    filter: { id: /robust-predicates/ },
    handler: code => ({ code, map: { mappings: '' } }),
  },
};

/** robust-predicates as CommonJS, beside the code that requires it. */
const predicates: RolldownOptions = {
  input: 'robust-predicates',
  output: { file: 'dist/internal/robust-predicates.cjs', format: 'cjs', comments: { legal: true } },
};

/** The program of a worker, alone in its file. */
const worker = (name: string, format: 'esm' | 'cjs', extension: string): RolldownOptions => ({
  ...common,
  external: [],
  input: `src/${name}.ts`,
  output: { file: `dist/${name}.${extension}`, format, minify: true, codeSplitting: false },
});

/** The build of the package in the working directory; it removes the files of an earlier build. */
export default defineConfig(() => {
  const files = Object.entries(publicFiles('src'));
  const programs = files.map(([name]) => name).filter(isProgram);
  const algorithms = files.filter(([name]) => !isProgram(name));
  const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
  removeFiles('dist', /\.(c?js|map)$/);
  return [
    {
      ...common,
      input: Object.fromEntries(algorithms.map(([name, file]) => [name, `src/${file}`])),
      plugins: [inlineConstants, bareFields, entriesForNode],
      output: { ...output, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
    },
    {
      ...common,
      input: 'src/index.ts',
      external: id => isForeign(id) && id !== 'robust-predicates',
      plugins: [inlineConstants, bareFields, predicatesInside],
      output: {
        ...output,
        format: 'esm',
        entryFileNames: 'node/[name].js',
        minify: {
          mangle: { toplevel: false, keepNames: true },
          compress: { keepNames: { function: true, class: true } },
          codegen: { removeWhitespace: false },
        },
      },
    },
    {
      ...common,
      input: 'src/index.ts',
      output: {
        ...output,
        format: 'cjs',
        entryFileNames: '[name].cjs',
        paths: { 'robust-predicates': './internal/robust-predicates.cjs' },
      },
    },
    ...('robust-predicates' in dependencies ? [predicates] : []),
    ...programs.flatMap(name => [worker(name, 'esm', 'js'), worker(name, 'cjs', 'cjs')]),
  ];
});
