/**
 * A host of TypeScript compilers that parses each file once for all programs of this process: the guards
 * check much of the same with different options.
 */
import ts from 'typescript';

/** Parsed files by compiler, and there by path and by the options that change how they are parsed. */
const parsed = new Map<typeof ts, Map<string, ts.SourceFile | undefined>>();

/** A host for programs with these options, which also sees files that are not on disk. */
export function createSharedHost(
  options: ts.CompilerOptions,
  compiler: typeof ts = ts,
  files: ReadonlyMap<string, string> = new Map(),
): ts.CompilerHost {
  const host = compiler.createCompilerHost(options, true);
  const known = parsed.get(compiler) ?? new Map<string, ts.SourceFile | undefined>();
  parsed.set(compiler, known);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = path => files.has(path) || fileExists(path);
  host.readFile = path => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = files.get(path);
    if (text !== undefined) return compiler.createSourceFile(path, text, language, true);
    const key = `${path}\0${JSON.stringify(language)}`;
    if (!known.has(key)) known.set(key, getSourceFile.call(host, path, language, ...rest));
    return known.get(key);
  };
  return host;
}
