/**
 * One kernel per kind of volume; its shader constant `axes` says which: the number of directions of a k-DOP,
 * 0 for spheres, 15 for oriented boxes.
 */
import type { GpuKernel } from '../device/gpu-compute.ts';
import type { GpuVolumeKind } from '../searches/gpu-volume-kind.ts';

/** Kernels of one entry point for all kinds of volumes. */
export type KernelsByKind = Readonly<Record<GpuVolumeKind, GpuKernel>>;

/** The kernels of an entry point. */
export function kernelsByKind(code: GpuKernel['code'], entry: string): KernelsByKind {
  const kernel = (axes: number): GpuKernel => ({ code, entry, constants: { axes } });
  return { sphere: kernel(0), obb: kernel(15), 6: kernel(3), 14: kernel(7), 18: kernel(9), 26: kernel(13) };
}
