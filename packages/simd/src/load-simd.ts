/**
 * Loads the kernels. The module is part of the JavaScript: nothing is fetched, bundlers need no plug-in, and
 * nothing happens when this file is only imported, on a server for instance.
 */
import { compileKernels } from './internal/compile-kernels.ts';
import type { SimdKernels } from './simd-kernels.ts';

let loaded: Promise<SimdKernels | undefined> | undefined;

/**
 * The kernels, compiled once; undefined if WebAssembly or its SIMD is missing or forbidden. All users of
 * kernels then do the same in JavaScript.
 */
export function loadSimd(): Promise<SimdKernels | undefined> {
  loaded ??= compileKernels(globalThis.WebAssembly);
  return loaded;
}
