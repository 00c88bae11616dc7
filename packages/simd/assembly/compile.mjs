/**
 * Compiles the AssemblyScript of this folder to WebAssembly modules, one of rigid bodies and one of cloth,
 * and writes their bytes to `src/internal`, as text. The results are committed, so that building and testing
 * need no compiler; a test compiles again and compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The modules: their files of AssemblyScript, and the names of the text and of the files that hold it. */
export const modules = [
  { entry: 'index.ts', name: 'moduleText', file: 'module-text.ts' },
  { entry: 'cloth.ts', name: 'clothModuleText', file: 'cloth-module-text.ts' },
];

/** A source with the decorator of AssemblyScript, which TypeScript does not know, before some functions. */
function inlined(source) {
  return source.replaceAll('/* inline */ function', '@inline function');
}

/** The bytes of a module. */
export async function compileModule(entry) {
  let bytes;
  const { error, stderr } = await asc.main(
    [
      entry,
      ...['--outFile', 'module.wasm', '--runtime', 'stub', '--importMemory', '--enable', 'simd'],
      ...['-O3', '--converge', '--noAssert', '--use', 'abort='],
    ],
    {
      readFile: name => {
        try {
          return inlined(readFileSync(join(folder, name), 'utf8'));
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

/**
 * Bytes as text: after a rotation that makes the most frequent ones small, a character per byte below 84, two
 * for the others. Unlike base64, it repeats itself where the bytes do, and is compressed as well.
 */
function textOf(bytes) {
  const characters = Array.from(bytes, byte => {
    const turned = (byte + 16) & 255;
    const high = Math.floor(turned / 84);
    return String.fromCharCode(...(high > 0 ? [123 + high] : []), 40 + (turned % 84));
  });
  return characters.join('');
}

/** The source file that holds such bytes as the constant `name`. */
export function moduleSource(bytes, name) {
  const lines = textOf(bytes).match(/.{1,100}/g);
  return `/**
 * The bytes of a WebAssembly module as text, made of \`assembly/\` by \`pnpm simd\`. Not to be edited.
 */
export const ${name} =
${lines.map(line => `  '${line.replace(/[\\']/g, '\\$&')}'`).join(' +\n')};
`;
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const { entry, name, file } of modules) {
    const bytes = await compileModule(entry);
    writeFileSync(join(folder, '../src/internal', file), moduleSource(bytes, name));
    console.log(`${file}: ${bytes.length} bytes`);
  }
