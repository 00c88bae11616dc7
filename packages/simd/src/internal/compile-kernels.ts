/**
 * Compiles the module with a given WebAssembly, so that tests can try what happens where it is missing, too
 * old or forbidden without taking it from the whole process.
 */
import { SimdKernels } from '../simd-kernels.ts';
import { moduleText } from './module-text.ts';

/** What compiling needs of WebAssembly. */
export type Compiler = Pick<typeof WebAssembly, 'validate' | 'compile'>;

/** The bytes that were deflated and written as base64: compressed twice, base64 would take a third more. */
export function inflate(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')),
  ).arrayBuffer();
}

/** The kernels; undefined without a compiler, without SIMD or without permission. */
export async function compileKernels(compiler: Compiler | undefined): Promise<SimdKernels | undefined> {
  if (compiler === undefined || typeof DecompressionStream === 'undefined') return undefined;
  const bytes = await inflate(moduleText);
  if (!compiler.validate(bytes)) return undefined;
  try {
    return new SimdKernels(await compiler.compile(bytes));
  } catch {
    // A content security policy without 'wasm-unsafe-eval' forbids it.
    return undefined;
  }
}
