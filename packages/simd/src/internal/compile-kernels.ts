/**
 * Compiles the module with a given WebAssembly, so that tests can check what happens if it is missing, too
 * old or forbidden without removing it from the whole process.
 */
import { SimdKernels } from '../simd-kernels.ts';
import { moduleText } from './module-text.ts';

/** The part of WebAssembly that compiling uses. */
export type Compiler = Pick<typeof WebAssembly, 'validate' | 'compile'>;

/** The kernels; undefined without a compiler, without SIMD or without permission. */
export async function compileKernels(compiler: Compiler | undefined): Promise<SimdKernels | undefined> {
  if (compiler === undefined) return undefined;
  const bytes = Uint8Array.from(atob(moduleText), character => character.charCodeAt(0));
  if (!compiler.validate(bytes)) return undefined;
  try {
    return new SimdKernels(await compiler.compile(bytes));
  } catch {
    // A content security policy without 'wasm-unsafe-eval' forbids it.
    return undefined;
  }
}
