/**
 * Asks for a device with what this package can use: subgroups, timestamps, and buffers as large as the
 * adapter allows. None of these is needed; a device made otherwise works as well, within its limits.
 */
import { GpuError } from './gpu-error.ts';

const wantedFeatures: GPUFeatureName[] = ['subgroups', 'timestamp-query'];

/**
 * In Node nothing may outlive the object that it came from, or the process ends. There are few of these: they
 * are kept.
 */
const sources = /* @__PURE__ */ new Set<GPU>();

/**
 * A device of the best adapter that `gpu` has: `navigator.gpu` in browsers, `create([])` of the package
 * `webgpu` in Node. Rejects with a {@link GpuError} (`no-adapter`) where there is none, or none that gives a
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
