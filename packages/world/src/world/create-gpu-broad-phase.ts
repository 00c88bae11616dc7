/**
 * A broad phase on the GPU if there is one, and on the CPU otherwise. It requests a device and keeps a
 * `HashGrid` as a fallback, which takes over, with the same ids and without losing a pair, when there is no
 * adapter, the device is lost, its memory is full or its limits are too small. The property `failure` of the
 * result gives the reason.
 *
 * It is part of this package because it joins two packages of the same layer, which must not depend on each
 * other: the GPU package accepts any fallback, and @colide/spatial knows nothing of GPUs. Tree shaking
 * removes both from programs that do not use it.
 */
import {
  GpuBroadPhase,
  type GpuBroadPhaseOptions,
  type GpuError,
  requestGpuDevice,
} from '@colide/broadphase-gpu';
import { HashGrid } from '@colide/spatial';

/** Settings of {@link createGpuBroadPhase}: those of a `GpuBroadPhase`, and where to request a device. */
export interface GpuBroadPhaseRequest extends Omit<GpuBroadPhaseOptions, 'device' | 'ownsDevice'> {
  /** Where to request a device. Default `navigator.gpu`; in Node, `create([])` of the package `webgpu`. */
  readonly gpu?: GPU | undefined;
}

/**
 * A broad phase for `new World({ asyncBroadPhase })`; with a `volume` other than 6, for `VolumeBroadPhase`.
 * Its `dispose` releases the device. Does not reject when there is no GPU.
 */
export async function createGpuBroadPhase(options: GpuBroadPhaseRequest = {}): Promise<GpuBroadPhase> {
  const { gpu, ...others } = options;
  let failure: GpuError | undefined;
  const device = await requestGpuDevice(gpu).catch((error: GpuError) => {
    if (error.name !== 'GpuError') throw error;
    failure = error;
    return undefined;
  });
  const broadPhase = new GpuBroadPhase({ fallback: new HashGrid(), ...others, device, ownsDevice: true });
  if (failure) broadPhase.failure = failure;
  return broadPhase;
}
