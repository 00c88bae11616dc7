/** The whole broad phase on WebGPU: primitives, bounding volumes, three searches for pairs, and a narrow phase. */

export * from './gpu-bodies.ts';
export * from './gpu-broad-phase.ts';
export * from './gpu-buffer-pool.ts';
export * from './gpu-compact.ts';
export * from './gpu-compute.ts';
export * from './gpu-device.ts';
export * from './gpu-error.ts';
export * from './gpu-grid.ts';
export * from './gpu-histogram.ts';
export * from './gpu-hulls.ts';
export * from './gpu-lbvh.ts';
export * from './gpu-narrow-phase.ts';
export * from './gpu-radix-sort.ts';
export * from './gpu-reduce.ts';
export * from './gpu-scan.ts';
export * from './gpu-scene.ts';
export * from './gpu-segmented-scan.ts';
export * from './gpu-shape-matching.ts';
export * from './gpu-sort-pairs.ts';
export * from './gpu-sweep.ts';
export * from './gpu-volume-kind.ts';
