/** Compiled pipelines by device: compiling is slow, and pipelines hold no memory that would have to be released. */
import type { GpuKernel } from '../gpu-compute.ts';

/** Shader modules and pipelines of one device, with subgroups or without. */
export interface PipelineCache {
  readonly modules: Map<GpuKernel['code'], GPUShaderModule>;
  readonly pipelines: Map<GpuKernel, GPUComputePipeline>;
}

const plain = /* @__PURE__ */ new WeakMap<GPUDevice, PipelineCache>();
const withSubgroups = /* @__PURE__ */ new WeakMap<GPUDevice, PipelineCache>();

/** The pipelines of a device. */
export function pipelinesOf(device: GPUDevice, subgroups: boolean): PipelineCache {
  const caches = subgroups ? withSubgroups : plain;
  let cache = caches.get(device);
  if (!cache) {
    cache = { modules: new Map(), pipelines: new Map() };
    caches.set(device, cache);
  }
  return cache;
}
