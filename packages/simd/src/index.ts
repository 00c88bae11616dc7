/** Kernels in WebAssembly SIMD behind the contracts of the JavaScript ones. */
export * from './load-cloth-simd.ts';
export * from './load-simd.ts';
export * from './simd-box-pairs.ts';
export * from './simd-boxes.ts';
export * from './simd-instance.ts';
export * from './simd-kernels.ts';
