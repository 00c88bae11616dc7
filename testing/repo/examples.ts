/**
 * Examples in Markdown: finds the blocks of TypeScript, type-checks them and runs each in a process of its own. A block
 * fenced as `ts no-run` (one that needs a page or a GPU) is not meant to be run.
 */
import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import ts from 'typescript';
import { compilerOptions } from './workspace.ts';

/** A block of TypeScript in a Markdown text. */
export interface CodeBlock {
  /** Number of its first line in the text. */
  readonly line: number;
  readonly text: string;
  readonly language: 'ts' | 'tsx';
  readonly runs: boolean;
}

/** The `ts` blocks of a Markdown text, and the `tsx` blocks, which only React can run. */
export function extractExamples(markdown: string): CodeBlock[] {
  const examples: CodeBlock[] = [];
  for (const match of markdown.matchAll(/^```(tsx?)\b([^\n]*)\n([\s\S]*?)^```/gm)) {
    const line = markdown.slice(0, match.index).split('\n').length + 1;
    const language = match[1] as CodeBlock['language'];
    examples.push({
      line,
      text: match[3],
      language,
      runs: language === 'ts' && !match[2].includes('no-run'),
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
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = path => files.has(path) || fileExists(path);
  host.readFile = path => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) =>
    files.has(path)
      ? ts.createSourceFile(path, files.get(path)!, rest[0], true)
      : getSourceFile.call(host, path, ...rest);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap(path => {
    const source = program.getSourceFile(path)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start = 0, messageText }) =>
        `${path}:${source.getLineAndCharacterOfPosition(start).line + 1}: ` +
        ts.flattenDiagnosticMessageText(messageText, ' '),
    );
  });
}

/** Bundles an example from the sources and runs it in a process of its own; throws when it fails. Returns what it printed. */
export async function runExample(text: string, folder: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['colide-source', 'module', 'import'],
    logLevel: 'silent',
  });
  return execFileSync(process.execPath, ['--input-type=module'], {
    input: outputFiles[0].contents,
    stdio: 'pipe',
    encoding: 'utf8',
    timeout: 600_000,
  });
}

/** The comments after `console.log(…);` that do not begin with a line of the output. */
export function wrongOutputs(text: string, output: string): string[] {
  const lines = output.split('\n').filter(line => line !== '');
  return [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)]
    .map(([, comment]) => comment)
    .filter(comment => !lines.some(line => comment.startsWith(line)));
}
