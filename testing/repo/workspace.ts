/** The input of the guards: the published packages, their manifests, sources and exports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProgram, publicFiles } from '@colide/tooling/entries';
import ts from 'typescript';
import { createSharedHost } from './compiler-host.ts';
import { mentionedTypes } from './signatures.ts';

/** The repository's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The part of a package.json that the guards know. */
export interface Manifest {
  name: string;
  version: string;
  description?: string;
  license?: string;
  type?: string;
  sideEffects?: boolean | string[];
  keywords?: string[];
  engines?: Record<string, string>;
  exports?: unknown;
  main?: string;
  module?: string;
  types?: string;
  files?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  publishConfig?: Record<string, string>;
  repository?: { directory?: string };
}

/** A published package. */
export interface Package {
  /** Folder name under `packages/`. */
  readonly folder: string;
  readonly path: string;
  readonly manifest: Manifest;
  /**
   * Paths of all sources relative to `src/`, sorted: `index.ts`, `sorts/radix-sort.ts`, `morton/internal/…`.
   */
  readonly sources: readonly string[];
}

/** All published packages by folder name. */
export function readPackages(): Package[] {
  const folder = join(root, 'packages');
  return readdirSync(folder)
    .filter(name => existsSync(join(folder, name, 'package.json')))
    .sort()
    .map(name => {
      const path = join(folder, name);
      const sources = readdirSync(join(path, 'src'), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.ts'))
        .sort();
      return { folder: name, path, manifest: readJson<Manifest>(join(path, 'package.json')), sources };
    });
}

/** Reads a JSON file, whose shape the caller vouches for. */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

/**
 * The names of a package's algorithm files: all public ones but the index and the programs of workers, which
 * are no modules to import.
 */
export function algorithmFiles({ path }: Package): string[] {
  return Object.keys(publicFiles(join(path, 'src'))).filter(name => name !== 'index' && !isProgram(name));
}

/** Every module specifier that a source imports, re-exports or loads, types included. */
export function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(file => file.fileName);
}

/**
 * The compiler options of the whole repository, without the types of Node, which no package mentions: they
 * are a fifth of all text.
 */
function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['vitest.config.ts'] },
    ts.sys,
    root,
  );
  return { ...options, types: options.types!.filter(name => name !== 'node') };
}

/** An exported name of a package's index. */
export interface ExportedName {
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** Path of the file that declares it. */
  readonly file: string;
  /** Whether it exists at run time. */
  readonly isValue: boolean;
  readonly documentation: string;
  /** The named types of this repository that its public signature mentions. */
  readonly mentions: ReadonlySet<ts.Symbol>;
}

const exportsOfPackages = new Map<string, readonly ExportedName[]>();

/** The exports of a package's index. All packages are read together, once for all guards of a process. */
export function packageExports({ path }: Package): readonly ExportedName[] {
  if (exportsOfPackages.size === 0)
    for (const [entry, names] of readExports(
      readPackages().map(other => join(other.path, 'src', 'index.ts')),
    ))
      exportsOfPackages.set(entry, names);
  return exportsOfPackages.get(join(path, 'src', 'index.ts'))!;
}

/** Type-checks entry files together and lists what each exports. */
export function readExports(entries: readonly string[]): Map<string, ExportedName[]> {
  const options = compilerOptions();
  const program = ts.createProgram([...entries], options, createSharedHost(options));
  const checker = program.getTypeChecker();
  return new Map(
    entries.map(entry => {
      const source = program.getSourceFile(entry);
      const module = source && checker.getSymbolAtLocation(source);
      const exports = module ? checker.getExportsOfModule(module) : [];
      return [
        entry,
        exports.map(exported => {
          const symbol =
            exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
          return {
            name: exported.name,
            symbol,
            file: symbol.declarations?.[0]?.getSourceFile().fileName ?? '',
            isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
            documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
            get mentions() {
              return mentionedTypes(checker, symbol);
            },
          };
        }),
      ];
    }),
  );
}
