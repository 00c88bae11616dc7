/** Compiles the kernels with a given WebAssembly. */
import { SimdKernels } from '../simd-kernels.ts';
import { type Compiler, compileText } from './compile-text.ts';
import { moduleText } from './module-text.ts';

/** The kernels; undefined where they cannot be compiled. */
export function compileKernels(compiler: Compiler | undefined): Promise<SimdKernels | undefined> {
  return compileText(compiler, moduleText, module => new SimdKernels(module));
}
