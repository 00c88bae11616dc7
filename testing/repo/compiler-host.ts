/**
 * A host of TypeScript compilers that parses each file once for all programs of this process: the guards
 * check much of the same with different options.
 */
import ts from 'typescript';

/** Parsed files by compiler, and there by path and by the options that change how they are parsed. */
const parsed = new Map<typeof ts, Map<string, ts.SourceFile | undefined>>();

/** A host for programs with these options. */
export function createSharedHost(options: ts.CompilerOptions, compiler: typeof ts = ts): ts.CompilerHost {
  const host = compiler.createCompilerHost(options, true);
  const known = parsed.get(compiler) ?? new Map<string, ts.SourceFile | undefined>();
  parsed.set(compiler, known);
  const { getSourceFile } = host;
  host.getSourceFile = (path, language, ...rest) => {
    const key = `${path}\0${JSON.stringify(language)}`;
    if (!known.has(key)) known.set(key, getSourceFile.call(host, path, language, ...rest));
    return known.get(key);
  };
  return host;
}
