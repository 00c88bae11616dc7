/**
 * Compiled pipelines by device: compiling is slow, and pipelines hold no memory that would have to be
 * released.
 */

/** An entry point of a shader, as in `GpuKernel`. */
interface Kernel {
  readonly entry: string;
  code(subgroups: boolean): string;
  readonly constants?: Readonly<Record<string, number>>;
}

/** Shader modules and pipelines of one device. */
class PipelineCache {
  private readonly device: GPUDevice;
  /** By text. */
  private readonly modules = new Map<string, GPUShaderModule>();
  /** By text, entry and constants: kernels that do not use subgroups are the same with them and without. */
  private readonly compiled = new Map<string, GPUComputePipeline>();
  /** By kernel, without subgroups and with. */
  private readonly pipelines = [new Map<Kernel, GPUComputePipeline>(), new Map<Kernel, GPUComputePipeline>()];

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** The pipeline of a kernel, compiled on first use. */
  get(kernel: Kernel, subgroups: boolean): GPUComputePipeline {
    const known = this.pipelines[Number(subgroups)];
    let pipeline = known.get(kernel);
    if (!pipeline) {
      pipeline = this.compile(kernel, kernel.code(subgroups));
      known.set(kernel, pipeline);
    }
    return pipeline;
  }

  private compile({ entry, constants = {} }: Kernel, code: string): GPUComputePipeline {
    const name = `${entry} ${JSON.stringify(constants)} ${code}`;
    let pipeline = this.compiled.get(name);
    if (!pipeline) {
      let module = this.modules.get(code);
      if (!module) {
        module = this.device.createShaderModule({ code });
        this.modules.set(code, module);
      }
      pipeline = this.device.createComputePipeline({
        layout: 'auto',
        compute: { module, entryPoint: entry, constants },
      });
      this.compiled.set(name, pipeline);
    }
    return pipeline;
  }
}

const caches = /* @__PURE__ */ new WeakMap<GPUDevice, PipelineCache>();

/** The pipelines of a device. */
export function pipelinesOf(device: GPUDevice): PipelineCache {
  let cache = caches.get(device);
  if (!cache) {
    cache = new PipelineCache(device);
    caches.set(device, cache);
  }
  return cache;
}
