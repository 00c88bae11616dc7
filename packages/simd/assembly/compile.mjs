/**
 * Compiles the AssemblyScript of this folder to a WebAssembly module and writes its bytes to
 * `src/internal/module-text.ts`, as text. The result is committed, so that building and testing need no
 * compiler; a test compiles again and compares.
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

/** The source file that holds such bytes. */
export function moduleSource(bytes) {
  const lines = textOf(bytes).match(/.{1,100}/g);
  return `/**
 * The bytes of the WebAssembly module as text, made of \`assembly/\` by \`pnpm simd\`. Not to be edited.
 */
export const moduleText =
${lines.map(line => `  '${line.replace(/[\\']/g, '\\$&')}'`).join(' +\n')};
`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await compileModule();
  writeFileSync(target, moduleSource(bytes));
  console.log(`${bytes.length} bytes`);
}
