/** Compiles the kernels with a given WebAssembly. */
import { SimdKernels } from '../simd-kernels.ts';
import { type Compiler, compileText } from './compile-text.ts';
import { moduleText } from './module-text.ts';

/** The kernels; undefined where they cannot be compiled. */
export async function compileKernels(compiler: Compiler | undefined): Promise<SimdKernels | undefined> {
  const module = await compileText(compiler, moduleText);
  return module && new SimdKernels(module);
}
