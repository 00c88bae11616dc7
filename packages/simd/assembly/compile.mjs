/**
 * Compiles the AssemblyScript of this folder to a WebAssembly module and writes its bytes, as base64, to
 * `src/internal/module-text.ts`. The result is committed, so that building and testing need no compiler; a
 * test compiles again and compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('.', import.meta.url));
const target = fileURLToPath(new URL('../src/internal/module-text.ts', import.meta.url));

/** The bytes of the module. */
export async function compileModule() {
  let bytes;
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      ...['--outFile', 'module.wasm', '--runtime', 'stub', '--importMemory', '--enable', 'simd'],
      ...['-O3', '--converge', '--noAssert', '--use', 'abort='],
    ],
    {
      readFile: name => {
        try {
          return readFileSync(join(folder, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (_, contents) => {
        bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return bytes;
}

/** The source file that holds such bytes. */
export function moduleSource(bytes) {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,100}/g);
  return `/**
 * The bytes of the WebAssembly module as base64, made from \`assembly/\` by \`pnpm simd\`. Do not edit.
 */
export const moduleText =
${lines.map(line => `  '${line}'`).join(' +\n')};
`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await compileModule();
  writeFileSync(target, moduleSource(bytes));
  console.log(`${bytes.length} bytes`);
}
