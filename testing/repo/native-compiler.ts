/** Runs the newest TypeScript, a program without an API, and parses its output. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.ts';

/** A message of the compiler about a line. */
export interface CompilerMessage {
  /**
   * As the compiler names it, relative to its working directory; empty where something is wrong with the
   * project.
   */
  readonly file: string;
  readonly line: number;
  /** From the number of the error on: `TS2322: Type …`. */
  readonly message: string;
}

/**
 * Runs the compiler in a folder and returns its errors. It has one thread: others would only help if cores
 * were idle.
 */
export function nativeMessages(args: readonly string[], folder: string): CompilerMessage[] {
  return readMessages(runNativeCompiler(args, folder));
}

/** The output of the compiler. */
export function runNativeCompiler(args: readonly string[], folder: string): string {
  const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [compiler, '--pretty', 'false', '--singleThreaded', ...args],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e8, timeout: 240_000 },
  );
  if (error || stderr !== '') throw error ?? new Error(stderr);
  return stdout;
}

/** The errors in the output of the compiler. */
export function readMessages(output: string): CompilerMessage[] {
  return [...output.matchAll(/^(?:(.*)\((\d+),\d+\): )?error (TS\d+: .*)$/gm)].map(
    ([, file = '', line = '0', message]) => ({ file, line: Number(line), message }),
  );
}
