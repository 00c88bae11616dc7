/**
 * The whole broad phase on WebGPU: primitives, bounding volumes, three searches for pairs, and a narrow
 * phase.
 */

// Bodies on the GPU: hulls, narrow phase, shape matching.
export * from './bodies/gpu-bodies.ts';
export * from './bodies/gpu-hulls.ts';
export * from './bodies/gpu-narrow-phase.ts';
export * from './bodies/gpu-scene.ts';
export * from './bodies/gpu-shape-matching.ts';
export * from './bodies/gpu-support-planes.ts';

// Devices, buffers and passes.
export * from './device/gpu-buffer-pool.ts';
export * from './device/gpu-compute.ts';
export * from './device/gpu-device.ts';
export * from './device/gpu-error.ts';

// Parallel primitives: scan, sort, reduce, compact.
export * from './primitives/gpu-compact.ts';
export * from './primitives/gpu-histogram.ts';
export * from './primitives/gpu-radix-sort.ts';
export * from './primitives/gpu-reduce.ts';
export * from './primitives/gpu-scan.ts';
export * from './primitives/gpu-segmented-scan.ts';
export * from './primitives/gpu-sort-pairs.ts';

// Searches for pairs: sweep, grid, LBVH.
export * from './searches/gpu-broad-phase.ts';
export * from './searches/gpu-grid.ts';
export * from './searches/gpu-lbvh.ts';
export * from './searches/gpu-sweep.ts';
export * from './searches/gpu-volume-kind.ts';
