/**
 * Examples in Markdown: finds the blocks of TypeScript, type-checks them and runs those of a page in one process. A block
 * fenced as `ts no-run` (one that needs a page) is not meant to be run, one fenced as `ts gpu` where there is a GPU.
 */
import { execFileSync } from 'node:child_process';
import { isSoak } from '@colide/testing/soak';
import { build } from 'esbuild';
import ts from 'typescript';
import { createSharedHost } from './compiler-host.ts';
import { compilerOptions } from './workspace.ts';

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

/** Type errors of texts that are not on disk, by file, with every index checked, as strict users have it. */
export function typeFaults(files: ReadonlyMap<string, string>): string[] {
  const options = {
    ...compilerOptions(),
    noUnusedLocals: false,
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    jsx: ts.JsxEmit.ReactJSX,
  };
  const program = ts.createProgram([...files.keys()], options, createSharedHost(options, ts, files));
  return [...files.keys()].flatMap(path => {
    const source = program.getSourceFile(path)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start = 0, messageText }) =>
        `${path}:${source.getLineAndCharacterOfPosition(start).line + 1}: ` +
        ts.flattenDiagnosticMessageText(messageText, ' '),
    );
  });
}

/** Lines that divide what the examples of a process print, and those that begin with what one of them threw. */
const divider = '--- next example ---';
const failure = '--- failed ---';

/** The program that runs examples one after the other, each a module of its own. */
async function bundleExamples(texts: readonly string[], folder: string, before: string): Promise<Uint8Array> {
  const contents = texts
    .map(
      (_, i) => `try { await import('example:${i}'); } catch (error) { console.log('${failure}', error); }
console.log('${divider}');`,
    )
    .join('\n');
  const { outputFiles } = await build({
    stdin: { contents: `${before}\n${contents}`, resolveDir: folder, loader: 'ts' },
    plugins: [
      {
        name: 'examples',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^example:/ }, ({ path }) => ({ path, namespace: 'example' }));
          onLoad({ filter: /./, namespace: 'example' }, ({ path }) => ({
            contents: texts[Number(path.split(':')[1])],
            resolveDir: folder,
            loader: 'tsx',
          }));
        },
      },
    ],
    external: ['file:*', 'react', 'react-dom', '@react-three/fiber', 'three'],
    jsx: 'automatic',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    ...(process.env['COLIDE_BUILT'] === '1'
      ? { packages: 'external' }
      : { conditions: ['colide-source', 'module', 'import'] }),
  });
  return outputFiles[0].contents;
}

/**
 * Runs examples of `folder` one after the other in one process, which need not load the packages again for each. Returns
 * what each printed, or the error that it ended with. With `COLIDE_BUILT=1` they import the built packages, as those who read
 * them do; otherwise they are bundled from the sources, which takes twice as long.
 *
 * @param before code that runs before them
 */
export async function runExamples(
  texts: readonly string[],
  folder: string,
  before = '',
): Promise<(string | Error)[]> {
  const output = execFileSync(process.execPath, ['--input-type=module'], {
    cwd: folder,
    input: await bundleExamples(texts, folder, before),
    stdio: 'pipe',
    encoding: 'utf8',
    timeout: 240_000,
  });
  const parts = output.split(`${divider}\n`);
  if (parts.pop() !== '' || parts.length !== texts.length)
    throw new Error(`${texts.length} examples printed ${parts.length} parts:\n${output}`);
  return parts.map(part => (part.includes(failure) ? new Error(part) : part));
}

/** Runs one example in a process of its own; throws when it fails. Returns what it printed. */
export async function runExample(text: string, folder: string): Promise<string> {
  const [printed] = await runExamples([text], folder);
  if (printed instanceof Error) throw printed;
  return printed;
}

/**
 * A function that runs an example and throws when it fails. All examples that have its `page` run when the first of
 * them is asked for; in a soak, each has a process of its own.
 */
export function createRunner(
  examples: readonly { readonly page: string; readonly folder: string; readonly text: string }[],
): (example: { readonly page: string; readonly folder: string; readonly text: string }) => Promise<string> {
  const pages = new Map<string, Promise<Map<string, string | Error>>>();
  const runPage = async (page: string, folder: string) => {
    const texts = examples.filter(other => other.page === page).map(({ text }) => text);
    const outputs = await runExamples(texts, folder);
    return new Map(texts.map((text, i) => [text, outputs[i]]));
  };
  return async ({ page, folder, text }) => {
    if (isSoak) return runExample(text, folder);
    if (!pages.has(page)) pages.set(page, runPage(page, folder));
    const printed = (await pages.get(page)!).get(text)!;
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
 * A program that renders the component `App` of an example in Node, without a page: react-three-fiber needs a canvas and a
 * renderer only to pass them on. It prints the height of every mesh after a second.
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
