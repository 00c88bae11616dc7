/**
 * The broad phase on the GPU where there is one, and on the CPU where not: asks for a device and puts a `HashGrid` behind it,
 * which takes over, with the same ids and without losing a pair, when there is no adapter, the device is lost, its memory is full
 * or its limits are too small. `failure` of the result tells why, if it has.
 */
import {
  GpuBroadPhase,
  type GpuBroadPhaseOptions,
  type GpuError,
  requestGpuDevice,
} from '@colide/broadphase-gpu';
import { HashGrid } from '@colide/spatial';

/** Settings of {@link createGpuBroadPhase}: those of a `GpuBroadPhase`, and where to ask for a device. */
export interface GpuBroadPhaseRequest extends Omit<GpuBroadPhaseOptions, 'device' | 'ownsDevice'> {
  /** Where to ask for a device. Default `navigator.gpu`; in Node, `create([])` of the package `webgpu`. */
  readonly gpu?: GPU | undefined;
}

/** A broad phase for `new World({ asyncBroadPhase })`. Its `destroy` releases the device, too. Never rejects for want of a GPU. */
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
