/** Compiled pipelines by device: compiling is slow, and pipelines hold no memory that would have to be released. */

/** Shader modules and pipelines of one device, with subgroups or without. */
export interface PipelineCache {
  /** By the function that gives the text. */
  readonly modules: Map<(subgroups: boolean) => string, GPUShaderModule>;
  /** By kernel. */
  readonly pipelines: Map<object, GPUComputePipeline>;
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
