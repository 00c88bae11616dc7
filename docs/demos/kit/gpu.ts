/**
 * The reader's GPU for demos, and one sentence about it. Where there is none, demos go on with the CPU and
 * say so.
 */
import { requestGpuDevice } from '@colide/broadphase-gpu';

/** The device on which a demo computes. */
export interface DemoGpu {
  /** The device; absent where the browser has no WebGPU. */
  readonly device?: GPUDevice;
  /** Its name, for the line below the demo. */
  readonly label: string;
}

/** Asks for the reader's GPU. */
export async function openDemoGpu(): Promise<DemoGpu> {
  try {
    const device = await requestGpuDevice();
    const { vendor, architecture, description }: Partial<GPUAdapterInfo> = device.adapterInfo ?? {};
    const name = description || [vendor, architecture].filter(Boolean).join(' ');
    return { device, label: `On your GPU${name ? ` (${name})` : ''}` };
  } catch {
    return { label: 'Your browser has no WebGPU here, so the CPU does the work' };
  }
}
