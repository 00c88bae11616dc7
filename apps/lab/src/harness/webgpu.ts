/**
 * A WebGPU device for the lab: in Node through the package `webgpu`, on the software driver that Chromium
 * brings along.
 */
import { existsSync } from 'node:fs';
import { requestGpuDevice } from '@colide/broadphase-gpu';
import { create } from 'webgpu';

const softwareDriver = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** The instances, which must outlive their devices. */
const instances: GPU[] = [];

/** A device and the name of its adapter, with which every figure is labelled. */
export interface LabDevice {
  readonly device: GPUDevice;
  readonly name: string;
}

/** Opens a device. */
export async function openLabDevice(): Promise<LabDevice> {
  if (!process.env['VK_ICD_FILENAMES'] && existsSync(softwareDriver))
    process.env['VK_ICD_FILENAMES'] = softwareDriver;
  const gpu = create([]);
  instances.push(gpu);
  const device = await requestGpuDevice(gpu);
  const { vendor, architecture, description }: Partial<GPUAdapterInfo> = device.adapterInfo ?? {};
  return { device, name: [vendor, architecture, description].filter(Boolean).join(' ') };
}
