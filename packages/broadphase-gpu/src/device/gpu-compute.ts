/**
 * The common base of all GPU algorithms: a device, a pool of buffers, pipelines that are compiled once, and a
 * recorder that puts many dispatches into one submission.
 *
 * An algorithm *records*: it takes scratch buffers from the pool, adds dispatches and returns the scratch,
 * all without waiting. `submit` sends everything off; `read` submits and waits for bytes. Parameters of all
 * dispatches share one uniform buffer that is uploaded with the submission. Dispatches of more workgroups
 * than a dimension allows become two-dimensional; shaders number their workgroups row by row.
 *
 * `stage` names what is recorded next. If the device has timestamps and `timings` is set, each stage is a
 * pass of its own and `readTimings` returns its time. `passes`, `dispatches`, `bytesUp` and `bytesDown` are
 * always counted.
 */
import { refuse } from '@colide/core';
import { GpuBufferPool } from './gpu-buffer-pool.ts';
import { GpuError } from './gpu-error.ts';
import { pipelinesOf } from './internal/pipeline-cache.ts';
import {
  usageCopyDestination,
  usageCopySource,
  usageMapRead,
  usageQueryResolve,
  usageUniform,
} from './internal/usage.ts';

/** A buffer or a part of one. Parts begin at multiples of 256 bytes. */
export type GpuSlice = GPUBuffer | GPUBufferBinding;

/** An entry point of a shader. */
export interface GpuKernel {
  /** The function to run. */
  readonly entry: string;
  /** The shader's text, with subgroup operations or without. */
  code(subgroups: boolean): string;
  /** Values of the shader's `override` constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Settings of a {@link GpuCompute}. */
export interface GpuComputeOptions {
  /** Whether shaders may use subgroup operations. Default: if the device has them. */
  readonly subgroups?: boolean;
  /** Whether stages are timed, if the device has timestamps. Default false. */
  readonly timings?: boolean;
  /** Largest number of workgroups along one dimension. Default: what the device allows. */
  readonly maxGroups?: number;
}

/** Bytes per set of parameters: offsets of uniforms must be multiples of it. */
const paramBytes = 256;
/** Bytes per uniform buffer. */
const chunkBytes = 1 << 16;
const maxStages = 64;

/** Records and runs compute work on one device. */
export class GpuCompute {
  readonly device: GPUDevice;
  readonly pool: GpuBufferPool;
  /** Whether shaders use subgroup operations. */
  readonly subgroups: boolean;
  /**
   * The largest number of workgroups along one dimension, for shaders that compute the size of a dispatch.
   */
  readonly maxGroups: number;
  /** Compute passes recorded so far. */
  passes = 0;
  /** Dispatches recorded so far. */
  dispatches = 0;
  /** Bytes uploaded so far. */
  bytesUp = 0;
  /** Bytes read back so far. */
  bytesDown = 0;
  private readonly queries: GPUQuerySet | undefined;
  private encoder: GPUCommandEncoder | undefined;
  private pass: GPUComputePassEncoder | undefined;
  private stages: string[] = [];
  private timed: { stages: string[]; ticks: GPUBuffer; readable: GPUBuffer } | undefined;
  private stageName = '';
  private readonly chunks: { buffer: GPUBuffer; words: Uint32Array<ArrayBuffer> }[] = [];
  private paramCount = 0;

  constructor(device: GPUDevice, options: GpuComputeOptions = {}) {
    if (typeof device?.createBuffer !== 'function') refuse('device', 'be a GPUDevice', device);
    this.device = device;
    this.pool = new GpuBufferPool(device);
    this.subgroups = (options.subgroups ?? true) && device.features.has('subgroups');
    this.maxGroups = options.maxGroups ?? device.limits.maxComputeWorkgroupsPerDimension;
    if (options.timings && device.features.has('timestamp-query'))
      this.queries = device.createQuerySet({ type: 'timestamp', count: 2 * maxStages });
  }

  /** Names what is recorded from here on. */
  stage(name: string): void {
    if (this.queries && name !== this.stageName) this.endPass();
    this.stageName = name;
  }

  /**
   * Uploads data. Everything recorded before is submitted first, so it is best to upload at the start of a
   * frame.
   */
  upload(buffer: GPUBuffer, data: Uint32Array | Float32Array | Int32Array, offset = 0): void {
    if (data.length === 0) return;
    this.submit();
    this.device.queue.writeBuffer(buffer, offset, data.buffer, data.byteOffset, data.byteLength);
    this.bytesUp += data.byteLength;
  }

  /**
   * Records a dispatch of `groups` workgroups. `params` are the 32-bit words of the uniform at binding 0,
   * `slices` the storage at bindings 1, 2, … ; leave out those that the entry point does not use.
   */
  dispatch(
    kernel: GpuKernel,
    params: ArrayLike<number>,
    slices: readonly (GpuSlice | undefined)[],
    groups: number,
  ): void {
    if (groups === 0) return;
    const x = Math.min(groups, this.maxGroups);
    const y = Math.ceil(groups / x);
    if (y > this.device.limits.maxComputeWorkgroupsPerDimension)
      throw new GpuError('limits', `${groups} workgroups are more than a dispatch allows`);
    this.bind(kernel, params, slices).dispatchWorkgroups(x, y);
  }

  /** Records a dispatch whose numbers of workgroups, x y z, are in `sizes` when it runs. */
  dispatchIndirect(
    kernel: GpuKernel,
    params: ArrayLike<number>,
    slices: readonly (GpuSlice | undefined)[],
    sizes: GPUBuffer,
    offset = 0,
  ): void {
    this.bind(kernel, params, slices).dispatchWorkgroupsIndirect(sizes, offset);
  }

  /** Records a copy. */
  copy(from: GpuSlice, to: GpuSlice, bytes: number): void {
    if (bytes === 0) return;
    const source = asBinding(from);
    const target = asBinding(to);
    this.endPass();
    this.open().copyBufferToBuffer(
      source.buffer,
      source.offset ?? 0,
      target.buffer,
      target.offset ?? 0,
      bytes,
    );
  }

  /** Records that the first `bytes` bytes of a buffer are set to zero. */
  clear(buffer: GPUBuffer, bytes = buffer.size): void {
    this.endPass();
    this.open().clearBuffer(buffer, 0, bytes);
  }

  /** Submits everything that was recorded. */
  submit(): void {
    this.endPass();
    const encoder = this.encoder;
    if (!encoder) return;
    if (this.queries && this.stages.length > 0) this.resolveTimings(encoder, this.queries);
    const perChunk = chunkBytes / paramBytes;
    this.chunks.forEach(({ buffer, words }, i) => {
      const used = Math.min(this.paramCount - i * perChunk, perChunk);
      if (used > 0) this.device.queue.writeBuffer(buffer, 0, words, 0, (used * paramBytes) / 4);
    });
    this.paramCount = 0;
    this.encoder = undefined;
    this.device.queue.submit([encoder.finish()]);
  }

  /** Submits, waits, and returns the first `bytes` bytes of a buffer. */
  async read(from: GpuSlice, bytes: number): Promise<ArrayBuffer> {
    const size = Math.ceil(bytes / 4) * 4;
    if (size === 0) {
      this.submit();
      return new ArrayBuffer(0);
    }
    const staging = this.pool.acquire(size, usageMapRead | usageCopyDestination);
    this.copy(from, staging, size);
    this.submit();
    const result = await this.map(staging, size);
    this.pool.release(staging);
    this.bytesDown += size;
    return result.slice(0, bytes);
  }

  /** Milliseconds that each stage of the last submission took; empty if the device has no timestamps. */
  async readTimings(): Promise<Map<string, number>> {
    const result = new Map<string, number>();
    const timed = this.timed;
    if (!timed) return result;
    this.timed = undefined;
    const ticks = new BigUint64Array(await this.map(timed.readable, 16 * timed.stages.length));
    timed.stages.forEach((name, i) => {
      const milliseconds = Math.max(0, Number(ticks[2 * i + 1] - ticks[2 * i])) / 1e6;
      result.set(name, (result.get(name) ?? 0) + milliseconds);
    });
    this.pool.release(timed.ticks);
    this.pool.release(timed.readable);
    return result;
  }

  /** Releases everything: queries and all buffers, even those still held. The device stays. */
  dispose(): void {
    this.pass = undefined;
    this.encoder = undefined;
    this.queries?.destroy();
    this.pool.dispose();
    this.chunks.length = 0;
  }

  private async map(buffer: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    try {
      await buffer.mapAsync(1, 0, bytes);
    } catch (error) {
      throw new GpuError('device-lost', `the result could not be read: ${(error as Error).message}`);
    }
    const copy = buffer.getMappedRange(0, bytes).slice(0);
    buffer.unmap();
    return copy;
  }

  private open(): GPUCommandEncoder {
    this.encoder ??= this.device.createCommandEncoder();
    return this.encoder;
  }

  private endPass(): void {
    this.pass?.end();
    this.pass = undefined;
  }

  private openPass(): GPUComputePassEncoder {
    if (this.pass) return this.pass;
    this.passes++;
    const index = this.stages.length;
    const descriptor: GPUComputePassDescriptor = {};
    if (this.queries && index < maxStages) {
      descriptor.timestampWrites = {
        querySet: this.queries,
        beginningOfPassWriteIndex: 2 * index,
        endOfPassWriteIndex: 2 * index + 1,
      };
      this.stages.push(this.stageName);
    }
    this.pass = this.open().beginComputePass(descriptor);
    return this.pass;
  }

  private bind(
    kernel: GpuKernel,
    params: ArrayLike<number>,
    slices: readonly (GpuSlice | undefined)[],
  ): GPUComputePassEncoder {
    const pipeline = pipelinesOf(this.device).get(kernel, this.subgroups);
    const entries: GPUBindGroupEntry[] = [{ binding: 0, resource: this.params(params) }];
    for (let i = 0; i < slices.length; i++) {
      const slice = slices[i];
      if (slice) entries.push({ binding: i + 1, resource: asBinding(slice) });
    }
    const pass = this.openPass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    this.dispatches++;
    return pass;
  }

  /** Puts parameters into the uniform buffer of this submission. */
  private params(params: ArrayLike<number>): GPUBufferBinding {
    const at = this.paramCount++ * paramBytes;
    const index = Math.floor(at / chunkBytes);
    if (index === this.chunks.length)
      this.chunks.push({
        buffer: this.pool.acquire(chunkBytes, usageUniform | usageCopyDestination),
        words: new Uint32Array(chunkBytes / 4),
      });
    const { buffer, words } = this.chunks[index];
    const offset = at % chunkBytes;
    words.set(params, offset / 4);
    return { buffer, offset, size: paramBytes };
  }

  private resolveTimings(encoder: GPUCommandEncoder, queries: GPUQuerySet): void {
    if (this.timed) {
      this.pool.release(this.timed.ticks);
      this.pool.release(this.timed.readable);
    }
    const stages = this.stages;
    this.stages = [];
    const bytes = 16 * stages.length;
    const ticks = this.pool.acquire(bytes, usageQueryResolve | usageCopySource);
    const readable = this.pool.acquire(bytes, usageMapRead | usageCopyDestination);
    encoder.resolveQuerySet(queries, 0, 2 * stages.length, ticks, 0);
    encoder.copyBufferToBuffer(ticks, 0, readable, 0, bytes);
    this.timed = { stages, ticks, readable };
  }
}

/** A slice in the form that bind groups take. */
function asBinding(slice: GpuSlice): GPUBufferBinding {
  return 'buffer' in slice ? slice : { buffer: slice };
}
