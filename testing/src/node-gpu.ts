/**
 * WebGPU in Node for tests, where a software driver runs the shaders. Two things that take most of its time
 * are avoided; the results of shaders stay the same.
 */

/** The callbacks with which Dawn waits are compiled code, unlike others. */
const isNative = (callback: unknown) => String(callback).endsWith('{ [native code] }');

/**
 * While results are awaited, Dawn polls for them in a loop of `setImmediate`, which occupies a core that the
 * driver needs. From now on it polls every millisecond.
 */
function askSeldom(): void {
  const { setImmediate } = globalThis;
  const seldom = (callback: () => void, ...rest: unknown[]) =>
    isNative(callback) ? setTimeout(callback, 1) : setImmediate(callback, ...(rest as []));
  globalThis.setImmediate = Object.assign(seldom, setImmediate) as typeof setImmediate;
}

/**
 * The feature of Dawn that leaves it to the driver to set the memory of workgroups to zero. SwiftShader
 * compiles a store for every word of it, which takes four times as long as all the rest. Without it, a loop
 * in the shader does the same.
 */
export const slowZeroing = 'use_vulkan_zero_initialize_workgroup_memory_extension';

/** The source of devices in Node, given the `create` of the package `webgpu`. */
export function createNodeGpu(create: (options: string[]) => GPU): GPU {
  askSeldom();
  return create([`disable-dawn-features=${slowZeroing}`]);
}
