/**
 * The declarations of all published packages, for ES modules (`.d.ts`) and for CommonJS (`.d.cts`), written
 * by one run of TypeScript over all sources. Each declaration is next to the code that `rolldown.config.ts`
 * builds: `src/gjk/gjk-cache.ts` becomes `dist/gjk-cache.d.ts`, `src/gjk/internal/simplex.ts` becomes
 * `dist/internal/gjk/simplex.d.ts`. Private files are written only if a public one mentions them.
 *
 * Declarations that mention WebGPU import `#gpu-types`: the manifest of their package leads older compilers
 * to `@webgpu/types`, a dependency, and newer ones, whose library `dom` has these types, to an empty file,
 * since both together contradict each other. Declarations for CommonJS take the types of packages that are ES
 * modules only, as three is, in their own mode.
 *
 * Nothing is checked here (`pnpm typecheck` does), so that the compiler infers only what a declaration leaves
 * open.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { removeFiles } from '../entries.mjs';
import { cache, root, run } from './run.mjs';

const packages = join(root, 'packages');
/** A relative import in a declaration. */
const localImport = /(?<=\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+)\.ts\1/g;

/** Imports of packages that CommonJS cannot require, as statements and in types. */
const moduleImport = /^import (?:type )?(.* from ['"]three['"]);$/gm;
const moduleType = /\bimport\("three"\)/g;

/** Where the declaration of a source lies in `dist`, without extension; both paths are relative. */
function target(source) {
  const name = basename(source, '.ts');
  return source.includes('internal/') ? posix.join('internal', dirname(dirname(source)), name) : name;
}

/**
 * The text of a declaration with its imports redirected to where their files are, `extension` being `js` or
 * `cjs`.
 */
function relink(source, text, extension) {
  return text.replace(localImport, (_, quote, path) => {
    const imported = target(posix.join(dirname(source), `${path}.ts`));
    const way = posix.relative(dirname(target(source)), imported);
    return `${quote}${way.startsWith('.') ? way : `./${way}`}.${extension}${quote}`;
  });
}

/** The text of a declaration of one form, complete. */
function finish(source, text, extension) {
  const own =
    extension === 'js' ? text : text.replace(moduleImport, typeImport).replace(moduleType, moduleTypeImport);
  const gpuTypes = mentionsGpu(text) ? "import type {} from '#gpu-types';\n" : '';
  return gpuTypes + relink(source, own, extension);
}

const mentionsGpu = text => /\bGPU[A-Z]/.test(text);

/** What `#gpu-types` may lead to, below `dist`. Both forms of declarations can import a `.d.cts`. */
const gpuTypes = {
  'internal/gpu-types.d.cts': '/// <reference types="@webgpu/types" />\nexport {};\n',
  'internal/gpu-types-of-dom.d.cts': 'export {};\n',
};

/** The import of a module's types, with the names from `{ A, type B } from 'three'`. */
const typeImport = (_, names) =>
  `import type ${names.replaceAll('type ', '')} with { 'resolution-mode': 'import' };`;

const moduleTypeImport = `import("three", { with: { 'resolution-mode': 'import' } })`;

/**
 * Writes what TypeScript declares into a folder, as `packages/<package>/src/<source>.d.ts`; resolves to its
 * exit code.
 */
function declare(folder) {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { noCheck: true, rootDir: root, outDir: folder };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tooling', 'tsconfig.base.json'),
      compilerOptions,
      include: [join(packages, '*', 'src')],
    }),
  );
  const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  // With one thread it takes a quarter less CPU time, and the code of the packages is built beside it.
  return run(process.execPath, [compiler, '--project', config, '--singleThreaded']);
}

/** The declarations of a package, by the path of their source below `src`. */
function readDeclarations(folder) {
  const texts = new Map();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts'))
      texts.set(
        file.replaceAll('\\', '/').replace(/\.d\.ts$/, '.ts'),
        readFileSync(join(folder, file), 'utf8'),
      );
  return texts;
}

/** The sources that are public or that the declaration of one of those mentions. */
function reachable(texts) {
  const found = new Set([...texts.keys()].filter(source => !source.includes('internal/')));
  for (const source of found)
    for (const [, , path] of texts.get(source).matchAll(localImport))
      found.add(posix.join(dirname(source), `${path}.ts`));
  return found;
}

/** Writes the declarations of one package; those of an earlier build go. */
function write(folder, texts) {
  const dist = join(packages, folder, 'dist');
  removeFiles(dist, /\.d\.c?ts$/);
  for (const source of reachable(texts)) {
    const path = join(dist, target(source));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.d.ts`, finish(source, texts.get(source), 'js'));
    writeFileSync(`${path}.d.cts`, finish(source, texts.get(source), 'cjs'));
  }
  if (![...texts.values()].some(mentionsGpu)) return;
  mkdirSync(join(dist, 'internal'), { recursive: true });
  for (const [file, text] of Object.entries(gpuTypes)) writeFileSync(join(dist, file), text);
}

mkdirSync(cache, { recursive: true });
// Inside of the repository: the compiler looks for types from here upwards.
const folder = mkdtempSync(join(cache, 'types-'));
try {
  process.exitCode = await declare(folder);
  if (process.exitCode === 0)
    for (const name of readdirSync(join(folder, 'packages')))
      write(name, readDeclarations(join(folder, 'packages', name, 'src')));
} finally {
  rmSync(folder, { recursive: true });
}
