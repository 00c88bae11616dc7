/**
 * A pool of GPU buffers. Buffers come in sizes of powers of two and go back to the pool when they are no
 * longer needed, so that in steady state none is created. Everything that this package holds on a device
 * comes from a pool, which is how its tests count leaks.
 *
 * A released buffer may be reused at once: commands run in the order in which they were recorded, and
 * `GpuCompute.upload` preserves that order.
 */
import { requireInteger } from '@colide/core';
import { GpuError } from './gpu-error.ts';
import { usageWork } from './internal/usage.ts';

const smallestSize = 256;

/** Reusable buffers of one device, by size and usage. */
export class GpuBufferPool {
  readonly device: GPUDevice;
  /** Number of buffers in use. */
  inUse = 0;
  /** Number of buffers. */
  liveBuffers = 0;
  /** Their total size in bytes. */
  liveBytes = 0;
  /** Number of buffers ever created. */
  created = 0;
  private readonly free = new Map<string, GPUBuffer[]>();
  private readonly taken = new Set<GPUBuffer>();

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /**
   * A buffer of at least `bytes` bytes with unknown content. Throws a {@link GpuError} (`limits`) when the
   * device has no buffers that large.
   */
  acquire(bytes: number, usage = usageWork): GPUBuffer {
    requireInteger('bytes', bytes);
    const size = Math.max(smallestSize, 2 ** Math.ceil(Math.log2(bytes)));
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    const limit = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    if (bytes > limit)
      throw new GpuError('limits', `a buffer of ${bytes} bytes is needed, but the device allows ${limit}`);
    const fitting = Math.min(size, limit - (limit % 4));
    const free = this.free.get(`${fitting}/${usage}`);
    let buffer = free?.pop();
    if (!buffer) {
      buffer = this.device.createBuffer({ size: fitting, usage });
      this.created++;
      this.liveBuffers++;
      this.liveBytes += fitting;
    }
    this.taken.add(buffer);
    this.inUse++;
    return buffer;
  }

  /** Returns a buffer to the pool. */
  release(buffer: GPUBuffer): void {
    if (!this.taken.delete(buffer)) throw new RangeError('buffer must be one that this pool has handed out');
    this.inUse--;
    const key = `${buffer.size}/${buffer.usage}`;
    const free = this.free.get(key);
    if (free) free.push(buffer);
    else this.free.set(key, [buffer]);
  }

  /** Destroys the buffers that are not in use. */
  trim(): void {
    for (const buffers of this.free.values()) for (const buffer of buffers) this.forget(buffer);
    this.free.clear();
  }

  /** Destroys all buffers, including those in use. */
  dispose(): void {
    this.trim();
    for (const buffer of this.taken) this.forget(buffer);
    this.taken.clear();
    this.inUse = 0;
  }

  private forget(buffer: GPUBuffer): void {
    this.liveBuffers--;
    this.liveBytes -= buffer.size;
    buffer.destroy();
  }
}
