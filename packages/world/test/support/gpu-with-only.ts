/** A source of devices for tests, so that they share one and its compiled shaders. */

/** A GPU that has a single device to give. */
export function gpuWithOnly(device: GPUDevice): GPU {
  const { limits, features } = device;
  const adapter = { limits, features, requestDevice: async () => device };
  return { requestAdapter: async () => adapter } as GPU;
}
