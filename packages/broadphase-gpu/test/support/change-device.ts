/**
 * A device that behaves differently for a while. The object stays the same, so that its compiled shaders are
 * found again.
 */

/** Runs `work` while some properties of `device` are replaced. */
export async function withChangedDevice<T>(
  device: GPUDevice,
  changes: Partial<Record<keyof GPUDevice, unknown>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(changes).map(
    key => [key, Object.getOwnPropertyDescriptor(device, key)] as const,
  );
  for (const [key, value] of Object.entries(changes))
    Object.defineProperty(device, key, { value, configurable: true, writable: true });
  try {
    return await work();
  } finally {
    for (const [key, descriptor] of before)
      if (descriptor) Object.defineProperty(device, key, descriptor);
      else Reflect.deleteProperty(device, key);
  }
}
