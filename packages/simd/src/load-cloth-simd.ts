/**
 * Loads the kernels of cloth, a module of their own, so that only worlds with cloth pay for them. As with
 * `loadSimd`, nothing is fetched and nothing happens on import.
 */
import type { ClothKernels } from '@colide/solvers';
import { clothModuleText } from './internal/cloth-module-text.ts';
import { SimdClothKernels } from './internal/cloth-sweeps.ts';
import { compileText } from './internal/compile-text.ts';

let loaded: Promise<ClothKernels | undefined> | undefined;

/**
 * The kernels of cloth, compiled once, for `SoftBodies`; undefined if WebAssembly or its SIMD is missing or
 * forbidden. Cloths are then swept in JavaScript.
 */
export function loadClothSimd(): Promise<ClothKernels | undefined> {
  loaded ??= compileText(globalThis.WebAssembly, clothModuleText, module => new SimdClothKernels(module));
  return loaded;
}
