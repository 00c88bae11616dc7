/**
 * WebGPU in Node for tests, where a software driver runs the shaders. Two things take most of its time in
 * vain, and are left out; what shaders compute stays the same.
 */

/** What Dawn waits with is compiled code, unlike the callbacks of others. */
const isNative = (callback: unknown) => String(callback).endsWith('{ [native code] }');

/**
 * While results are awaited, Dawn asks for them in a loop of `setImmediate`, which keeps a core from the
 * driver. From now on it asks every millisecond.
 */
function askSeldom(): void {
  const { setImmediate } = globalThis;
  const seldom = (callback: () => void, ...rest: unknown[]) =>
    isNative(callback) ? setTimeout(callback, 1) : setImmediate(callback, ...(rest as []));
  globalThis.setImmediate = Object.assign(seldom, setImmediate) as unknown as typeof setImmediate;
}

/**
 * The feature of Dawn that leaves it to the driver to set the memory of workgroups to zero. SwiftShader
 * compiles a store for every word of it, which takes four times as long as all the rest. Without it, a loop
 * in the shader does the same.
 */
export const slowZeroing = 'use_vulkan_zero_initialize_workgroup_memory_extension';

/** Where devices come from in Node, given the `create` of the package `webgpu`. */
export function createNodeGpu(create: (options: string[]) => GPU): GPU {
  askSeldom();
  return create([`disable-dawn-features=${slowZeroing}`]);
}
