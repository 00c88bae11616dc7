/**
 * Examples in Markdown: finds the blocks of TypeScript, type-checks them and runs them in one process. A
 * block fenced as `ts no-run` (one that needs a page) is not meant to be run, one fenced as `ts gpu` where
 * there is a GPU.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSoak } from '@colide/testing/soak';
import { build } from 'esbuild';
import { nativeMessages } from './native-compiler.ts';
import { root } from './workspace.ts';

/** A block of TypeScript in a Markdown text. */
export interface CodeBlock {
  /** Number of its first line in the text. */
  readonly line: number;
  readonly text: string;
  readonly language: 'ts' | 'tsx';
  readonly runs: boolean;
  readonly needsGpu: boolean;
}

/** The `ts` blocks of a Markdown text, and the `tsx` blocks, which only React can run. */
export function extractExamples(markdown: string): CodeBlock[] {
  const examples: CodeBlock[] = [];
  for (const match of markdown.matchAll(/^```(tsx?)\b([^\n]*)\n([\s\S]*?)^```/gm)) {
    const line = markdown.slice(0, match.index).split('\n').length + 1;
    const language = match[1] as CodeBlock['language'];
    const needsGpu = match[2].includes('gpu');
    examples.push({
      line,
      text: match[3],
      language,
      runs: language === 'ts' && !match[2].includes('no-run') && !needsGpu,
      needsGpu,
    });
  }
  return examples;
}

/** An example, and the folder of the package that it belongs to: its imports are resolved from there. */
export interface Example {
  readonly folder: string;
  readonly text: string;
}

/**
 * Examples of the built packages see these as users do, from `pnpm build`; otherwise, they see the sources.
 */
const isBuilt = process.env['COLIDE_BUILT'] === '1';

/**
 * Type errors of examples, by the names of their files, with every index checked, as strict users have it.
 * The files are in a folder of their package for as long as the compiler runs.
 */
export function typeFaults(examples: readonly (Example & { readonly file: string })[]): string[] {
  const made = new Map<string, string>();
  const project = temporaryFolder(root, made);
  const names = new Map<string, string>();
  try {
    for (const { folder, file, text } of examples) {
      const path = join(temporaryFolder(folder, made), file);
      writeFileSync(path, text);
      names.set(path, relative(root, join(folder, file)));
    }
    const options = {
      noEmit: true,
      noUnusedLocals: false,
      noUncheckedIndexedAccess: true,
      jsx: 'react-jsx',
      customConditions: isBuilt ? [] : ['colide-source'],
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tooling', 'tsconfig.base.json'),
        compilerOptions: options,
        files: [...names.keys()],
      }),
    );
    // Sources, which are written for unchecked indices, have faults of their own.
    return nativeMessages(['--project', 'tsconfig.json'], project).flatMap(({ file, line, message }) => {
      const name = file === '' ? project : names.get(join(project, file));
      return name === undefined ? [] : [`${name}:${line}: ${message}`];
    });
  } finally {
    for (const path of made.values()) rmSync(path, { recursive: true });
  }
}

/** A new folder in the `.cache` of another, the same one when asked again. */
function temporaryFolder(folder: string, made: Map<string, string>): string {
  const known = made.get(folder);
  if (known !== undefined) return known;
  const cache = join(folder, '.cache');
  mkdirSync(cache, { recursive: true });
  const path = mkdtempSync(join(cache, 'examples-'));
  made.set(folder, path);
  return path;
}

/**
 * Lines that separate the outputs of the examples of a process, and lines that begin the error of one of
 * them.
 */
const divider = '--- next example ---';
const failure = '--- failed ---';

/** Packages that are not bundled with examples of the sources. */
const peers = ['react', 'react-dom', '@react-three/fiber', 'three'];

/** The program that runs examples one after the other, each a module of its own. */
async function bundleExamples(examples: readonly Example[], before: string): Promise<Uint8Array> {
  const contents = examples
    .map(
      (_, i) => `try { await import('example:${i}'); } catch (error) { console.log('${failure}', error); }
console.log('${divider}');`,
    )
    .join('\n');
  const { outputFiles } = await build({
    stdin: { contents: `${before}\n${contents}`, resolveDir: root, loader: 'ts' },
    plugins: [
      {
        name: 'examples',
        setup({ onResolve, onLoad, resolve }) {
          onResolve({ filter: /^example:/ }, ({ path }) => ({ path, namespace: 'example' }));
          onLoad({ filter: /./, namespace: 'example' }, ({ path }) => {
            const { text, folder } = examples[Number(path.split(':')[1])];
            return { contents: text, resolveDir: folder, loader: 'tsx' };
          });
          // Node loads packages itself, from where the example would find them.
          onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
            if (pluginData === 'found' || /^(node|file):/.test(path)) return undefined;
            if (!isBuilt && !peers.some(peer => path === peer || path.startsWith(`${peer}/`)))
              return undefined;
            const found = await resolve(path, { kind, resolveDir, pluginData: 'found' });
            if (found.errors.length > 0) return found;
            return { path: pathToFileURL(found.path).href, external: true };
          });
        },
      },
    ],
    external: ['file:*'],
    jsx: 'automatic',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    conditions: isBuilt ? [] : ['colide-source', 'module', 'import'],
  });
  return outputFiles[0].contents;
}

/**
 * Runs examples one after the other in one process, which need not load the packages again for each. Returns
 * the output of each, or the error with which it ended. With `COLIDE_BUILT=1` they import the built packages,
 * as readers of them do; otherwise they are bundled from the sources, which takes twice as long.
 *
 * @param before code that runs before them
 */
export async function runExamples(examples: readonly Example[], before = ''): Promise<(string | Error)[]> {
  const output = execFileSync(process.execPath, ['--input-type=module'], {
    cwd: root,
    input: await bundleExamples(examples, before),
    stdio: 'pipe',
    encoding: 'utf8',
    timeout: 240_000,
  });
  const parts = output.split(`${divider}\n`);
  if (parts.pop() !== '' || parts.length !== examples.length)
    throw new Error(`${examples.length} examples printed ${parts.length} parts:\n${output}`);
  return parts.map(part => (part.includes(failure) ? new Error(part) : part));
}

/** Runs one example in a process of its own; throws when it fails. Returns what it printed. */
export async function runExample(example: Example): Promise<string> {
  const [printed] = await runExamples([example]);
  if (printed instanceof Error) throw printed;
  return printed;
}

/**
 * A function that runs one of these examples and throws when it fails. All of them run when the first is
 * asked for; in a soak, each has a process of its own.
 */
export function createRunner<T extends Example>(examples: readonly T[]): (example: T) => Promise<string> {
  let outputs: Promise<(string | Error)[]> | undefined;
  return async example => {
    if (isSoak) return runExample(example);
    outputs ??= runExamples(examples);
    const printed = (await outputs)[examples.indexOf(example)];
    if (printed instanceof Error) throw printed;
    return printed;
  };
}

/** The comments after `console.log(…);` that do not begin with a line of the output. */
export function wrongOutputs(text: string, output: string): string[] {
  const lines = output.split('\n').filter(line => line !== '');
  return [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)]
    .map(([, comment]) => comment)
    .filter(comment => !lines.some(line => comment.startsWith(line)));
}

/**
 * A program that renders the component `App` of an example in Node, without a page: react-three-fiber needs a
 * canvas and a renderer only to pass them on. It prints the height of every mesh after a second.
 */
export function mounted(text: string): string {
  return `${text}
import { act, createRoot, extend } from '@react-three/fiber';
import { createElement } from 'react';
import * as three from 'three';
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
extend(three);
const nothing = () => {};
const canvas = { addEventListener: nothing, removeEventListener: nothing, style: {} };
const gl = { ...canvas, render: nothing, setSize: nothing, setPixelRatio: nothing, shadowMap: {}, xr: canvas };
const root = createRoot(canvas);
const size = { width: 32, height: 32, top: 0, left: 0 };
await root.configure({ frameloop: 'never', gl, size });
let store;
await act(async () => { store = root.render(createElement(App)); });
const { advance, scene } = store.getState();
for (let i = 1; i <= 60; i++) advance(i / 60);
scene.updateMatrixWorld();
scene.traverse(({ isMesh, matrixWorld }) => isMesh && console.log(matrixWorld.elements[13].toFixed(2)));
await act(async () => root.unmount());
`;
}
