/** Packages depend on strictly lower layers only, by manifest and by import, and files never in a circle. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageName } from '@colide/tooling/bundle';
import { isProgram } from '@colide/tooling/entries';
import { layers } from '@colide/tooling/layers';
import { describe, expect, it } from 'vitest';
import { importsOf, type Manifest, readPackages } from './workspace.ts';

const layerOf: Record<string, number> = layers;

function folderOf(specifier: string): string | undefined {
  const name = /^(?:@colide\/)([^/]+)|^(colide)(?:\/|$)/.exec(specifier);
  return name?.[1] ?? name?.[2];
}

/** Dependencies of a manifest on the same or a higher layer. */
function manifestFaults(folder: string, manifest: Manifest): string[] {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  return names.filter(name => {
    const other = folderOf(name);
    return other !== undefined && !(layerOf[other] < layerOf[folder]);
  });
}

/**
 * Imports of a source that leave the layers, reach into another package's files or are not in the manifest.
 */
function importFaults(folder: string, manifest: Manifest, text: string): string[] {
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  return importsOf(text).filter(specifier => {
    if (specifier.startsWith('.')) return /(?:^|\/)(?:packages|src)\//.test(specifier);
    const other = folderOf(specifier);
    if (other !== undefined && !(layerOf[other] < layerOf[folder])) return true;
    // Packages are imported whole: their rooms are no part of the manifest (`docs/decisions/0001`).
    if (other !== undefined && specifier !== packageName(other) && !isProgram(specifier.split('/').at(-1)!))
      return true;
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return !(name in declared);
  });
}

/** A circle of files among `file → imports`, as a list that ends where it began, or `undefined`. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}

describe.each(readPackages())('layers: $folder', ({ folder, path, manifest, sources }) => {
  const texts = new Map(sources.map(file => [file, readFileSync(join(path, 'src', file), 'utf8')]));

  it('has a layer', () => {
    expect(Object.keys(layers)).toContain(folder);
  });

  it('depends on lower layers only', () => {
    expect(manifestFaults(folder, manifest)).toEqual([]);
  });

  it('imports lower layers only, and only what its manifest names', () => {
    const faults = [...texts].flatMap(([file, text]) =>
      importFaults(folder, manifest, text).map(specifier => `${file}: ${specifier}`),
    );
    expect(faults).toEqual([]);
  });

  it('has no circle of imports', () => {
    const graph = new Map(
      [...texts].map(([file, text]) => [
        file,
        importsOf(text)
          .filter(specifier => specifier.startsWith('.'))
          .map(specifier => posix.join(posix.dirname(file), specifier)),
      ]),
    );
    for (const imports of graph.values()) for (const file of imports) expect(sources).toContain(file);
    expect(findCycle(graph)).toBeUndefined();
  });
});

describe('the layer guard', () => {
  const manifest: Manifest = {
    name: '@colide/math',
    version: '0.0.0',
    dependencies: { '@colide/core': '*' },
  };

  it('finds dependencies on neighbours, on higher layers and on the facade', () => {
    expect(manifestFaults('math', manifest)).toEqual([]);
    const dependencies = { '@colide/math': '*', '@colide/spatial': '*', colide: '*', 'gl-matrix': '*' };
    expect(manifestFaults('math', { ...manifest, dependencies })).toEqual([
      '@colide/math',
      '@colide/spatial',
      'colide',
    ]);
    expect(manifestFaults('solvers', { ...manifest, dependencies: { '@colide/narrowphase': '*' } })).toEqual([
      '@colide/narrowphase',
    ]);
  });

  it('finds imports of higher layers, of undeclared packages, of subpaths and around the exports', () => {
    const text = [
      "import { a } from '@colide/core';",
      "import { a } from '@colide/core/id-list';",
      "import type { b } from '@colide/bounds';",
      "export * from 'gl-matrix';",
      "const c = await import('colide');",
      "import { d } from '../../core/src/index.ts';",
      "import { e } from './internal/e.ts';",
    ].join('\n');
    expect(importFaults('math', manifest, text).sort()).toEqual([
      '../../core/src/index.ts',
      '@colide/bounds',
      '@colide/core/id-list',
      'colide',
      'gl-matrix',
    ]);
  });

  it('finds circles', () => {
    const line: [string, string[]][] = [
      ['a', ['b']],
      ['b', ['c']],
      ['c', []],
    ];
    expect(findCycle(new Map(line))).toBeUndefined();
    expect(findCycle(new Map([...line, ['c', ['b']]]))).toEqual(['b', 'c', 'b']);
    expect(findCycle(new Map([['a', ['a']]]))).toEqual(['a', 'a']);
  });
});
