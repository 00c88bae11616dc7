/**
 * Requests a device with the features this package can use: subgroups, timestamps, and buffers as large as
 * the adapter allows. None of these is required; any other device works too, within its limits.
 */
import { GpuError } from './gpu-error.ts';

const wantedFeatures: GPUFeatureName[] = ['subgroups', 'timestamp-query'];

/**
 * In Node the process crashes if a device outlives the object that it came from. There are few of these, so
 * they are kept.
 */
const sources = /* @__PURE__ */ new Set<GPU>();

/**
 * A device of the best adapter that `gpu` has: `navigator.gpu` in browsers, `create([])` of the package
 * `webgpu` in Node. Rejects with a {@link GpuError} (`no-adapter`) if there is none, or none that gives a
 * device.
 */
export async function requestGpuDevice(
  gpu: GPU | undefined = globalThis.navigator?.gpu,
  options: GPURequestAdapterOptions = { powerPreference: 'high-performance' },
): Promise<GPUDevice> {
  if (!gpu) throw new GpuError('no-adapter', 'WebGPU is not available here');
  sources.add(gpu);
  const adapter = await gpu.requestAdapter(options).catch(refused);
  if (!adapter) throw new GpuError('no-adapter', 'WebGPU has no adapter on this machine');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const request = adapter.requestDevice({
    requiredFeatures: wantedFeatures.filter(feature => adapter.features.has(feature)),
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  return request.catch(refused);
}

function refused(error: Error): never {
  throw new GpuError('no-adapter', `WebGPU gives no device: ${error.message}`);
}
