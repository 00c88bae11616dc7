/** Watches a device in tests: every error, warning of a shader and lost device counts. */
import { expect } from 'vitest';

/** A device under watch. */
export interface WatchedDevice {
  readonly device: GPUDevice;
  /** Runs `work` with error scopes open and fails on any error or shader message. */
  check<T>(work: () => Promise<T>): Promise<T>;
}

/** Puts a device under watch. */
export function watchDevice(device: GPUDevice): WatchedDevice {
  const modules: GPUShaderModule[] = [];
  const create = device.createShaderModule.bind(device);
  device.createShaderModule = descriptor => {
    const module = create(descriptor);
    modules.push(module);
    return module;
  };
  return {
    device,
    async check(work) {
      const scopes = ['validation', 'out-of-memory', 'internal'] as const;
      for (const scope of scopes) device.pushErrorScope(scope);
      const result = await work();
      const errors = await Promise.all(scopes.map(() => device.popErrorScope()));
      expect(errors.flatMap(error => error?.message ?? [])).toEqual([]);
      const reports = await Promise.all(modules.splice(0).map(module => module.getCompilationInfo()));
      expect(reports.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
      return result;
    },
  };
}
