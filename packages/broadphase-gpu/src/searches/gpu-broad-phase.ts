/**
 * A broad phase on the GPU, with the interface of all broad phases except that its answer is asynchronous. It
 * holds boxes or, with `volume`, spheres, oriented boxes or k-DOPs, in the records of `@colide/bounds`.
 *
 * Volumes live on the CPU and, rounded outward to 32-bit floats, on the GPU; changes are uploaded with the
 * next search. Pairs of rounded volumes are tested again in double precision when they come back, so the
 * pairs are exactly those of the volumes as given.
 *
 * Three searches: the sweep, the grid and the LBVH. The sweep goes along the direction of the volumes nearest
 * to the principal axis of their centres, or along a given one. `auto` measures how many intervals overlap
 * along the best axis: if few do, it takes the sweep; if many do, the grid for volumes of similar size,
 * otherwise the LBVH. It measures again every `measureEvery` searches, as bodies fall and settle. If the pair
 * buffer is too small, a larger one replaces it and the search is repeated, so no pair is lost.
 *
 * When the GPU fails (lost device, no memory, limits too small) and a `fallback` was given, it takes over
 * with the same volumes, ids and filters, for good; without one the search rejects with a `GpuError`.
 * `dispose` releases every buffer.
 */

import {
  type AsyncBroadPhase,
  type BroadPhase,
  PairList,
  type ReadonlyVec3,
  requireInteger,
  requireLength,
  requireMultiple,
  tellUnknown,
  type Vec3,
} from '@colide/core';
import { gpuMeasureScene, gpuSceneBytes, gpuSceneReport } from '../bodies/gpu-scene.ts';
import { GpuCompute, type GpuComputeOptions } from '../device/gpu-compute.ts';
import { GpuError } from '../device/gpu-error.ts';
import {
  axisAt,
  chunkCountAt,
  filterBytes,
  filterSize,
  pairBytes,
  pairCountAt,
  pairSize,
  saturatedAt,
  stateBytes,
  wordBytes,
} from '../internal/gpu-layouts.ts';
import { gpuSortPairs } from '../primitives/gpu-sort-pairs.ts';
import { gpuGridPairs } from './gpu-grid.ts';
import { gpuLbvhPairs } from './gpu-lbvh.ts';
import { gpuSweepPairs } from './gpu-sweep.ts';
import type { GpuVolumeKind, GpuVolumes } from './gpu-volume-kind.ts';
import { comparePairs } from './internal/compare-pairs.ts';
import { FallbackBridge } from './internal/fallback-bridge.ts';
import { volumeRecord } from './internal/volume-record.ts';
import { VolumeStore } from './internal/volume-store.ts';

/** A search for pairs. */
export type GpuSearch = 'sweep' | 'grid' | 'lbvh';

/** Settings of a {@link GpuBroadPhase}. */
export interface GpuBroadPhaseOptions extends GpuComputeOptions {
  /** The device to work on; see `requestGpuDevice`. Without it the fallback does all the work. */
  readonly device?: GPUDevice | undefined;
  /**
   * Whether the device is disposed when it is no longer needed, after `dispose` or a failure. Default false.
   */
  readonly ownsDevice?: boolean;
  /** The kind of volume. Default 6: axis-aligned boxes. */
  readonly volume?: GpuVolumeKind;
  /** Which search to use. Default `auto`. */
  readonly search?: GpuSearch | 'auto';
  /**
   * The direction of the sweep: the one nearest to the principal axis of the centres, measured every
   * `measureEvery` searches, or the index of one that stays: 0 for x, 1 for y, 2 for z. Default `pca`.
   */
  readonly axis?: 'pca' | number;
  /** Whether pairs are sorted, so that they are the same in every run. Default false. */
  readonly sorted?: boolean;
  /** Initial room for pairs. Default 4096. */
  readonly pairCapacity?: number;
  /** Number of searches after which axis and density are measured again. Default 30. */
  readonly measureEvery?: number;
  /** A broad phase of boxes on the CPU that takes over when the GPU fails. It must be empty. */
  readonly fallback?: BroadPhase;
}

const optionNames = [
  'device',
  'ownsDevice',
  'volume',
  'search',
  'axis',
  'sorted',
  'pairCapacity',
  'measureEvery',
  'fallback',
  'subgroups',
  'timings',
  'maxGroups',
];

/** Chunks of candidates per box above which a sweep does not pay off. */
const densestSweep = 4;
/** How much longer than the mean the longest box may be for a grid. */
const widestGrid = 6;

/** Words of a scene that are read back with the state of a search: the axis and the extents. */
const sceneWords = 4;
const answerBytes = stateBytes + wordBytes * sceneWords;
/** The axis of a measurement that chooses by itself. */
const anyAxis = 0xffffffff;

/** Finds overlapping volumes on the GPU. */
export class GpuBroadPhase implements AsyncBroadPhase {
  /** The kind of volume. */
  readonly volume: GpuVolumeKind;
  /** The recorder, with its counters and timings; undefined without a device. */
  readonly compute: GpuCompute | undefined;
  /** The search that was used last. */
  search: GpuSearch = 'sweep';
  /** Index of the direction of the last sweep. */
  axis = 0;
  /** Chunks of up to 32 candidates that the last sweep or grid tested. */
  chunks = 0;
  /** Number of times the pair buffer was too small. */
  retries = 0;
  /** Milliseconds of each stage of the last search, if `timings` is set and the device has timestamps. */
  stageTimes = new Map<string, number>();
  /** The reason why the fallback has taken over, if it has. */
  failure: GpuError | undefined;
  private readonly wanted: GpuSearch | 'auto';
  private readonly sorted: boolean;
  private readonly ownsDevice: boolean;
  private readonly measureEvery: number;
  private readonly fallback: BroadPhase | undefined;
  private readonly fixedAxis: number;
  private readonly store: VolumeStore;
  private bridge: FallbackBridge | undefined;
  private searches = 0;
  private capacity: number;
  private disposed = false;
  private busy: Promise<unknown> = Promise.resolve();
  private known = new PairList();
  private spare = new PairList();
  private held: GPUBuffer | undefined;
  private filters: GPUBuffer | undefined;
  private scene: GPUBuffer | undefined;
  private state: GPUBuffer | undefined;
  private pairs: GPUBuffer | undefined;

  constructor(options: GpuBroadPhaseOptions) {
    tellUnknown('options', options, optionNames);
    const { device, search = 'auto', sorted = false, pairCapacity = 4096, measureEvery = 30 } = options;
    const { volume = 6, axis = 'pca' } = options;
    const record = volumeRecord(volume);
    requireInteger('pairCapacity', pairCapacity, 1, 2 ** 28);
    requireInteger('measureEvery', measureEvery, 1);
    if (axis !== 'pca') requireInteger('axis', axis, 0, record.directions.count - 1);
    this.volume = volume;
    this.store = new VolumeStore(record);
    this.fixedAxis = axis === 'pca' ? anyAxis : axis;
    this.wanted = search;
    this.sorted = sorted;
    this.ownsDevice = options.ownsDevice ?? false;
    this.capacity = pairCapacity;
    this.measureEvery = measureEvery;
    this.fallback = options.fallback;
    if (this.fallback && this.fallback.count > 0) throw new RangeError('fallback must be empty');
    if (device) {
      this.compute = new GpuCompute(device, options);
      device.lost.then(({ message }) => {
        if (!this.disposed) this.fail(new GpuError('device-lost', `the device was lost: ${message}`));
      });
    } else if (this.fallback) this.fail(new GpuError('no-adapter', 'no device was given'));
    else throw new GpuError('no-adapter', 'device must be given where there is no fallback');
  }

  get count(): number {
    return this.store.count;
  }

  /** Writes the direction of the last sweep; not of unit length. */
  direction(out: Vec3): Vec3 {
    const { vectors } = this.store.record.directions;
    for (let k = 0; k < 3; k++) out[k] = vectors[3 * this.axis + k];
    return out;
  }

  insert(volume: ArrayLike<number>): number {
    this.store.record.check('volume', volume);
    this.alive();
    const id = this.store.insert(volume);
    this.bridge?.insert(id);
    return id;
  }

  insertAll(volumes: Float32Array | Float64Array): number {
    const { record } = this.store;
    requireMultiple('volumes', volumes, record.size);
    this.alive();
    const first = this.store.next;
    for (let at = 0; at < volumes.length; at += record.size)
      record.check('volumes', volumes.subarray(at, at + record.size));
    this.store.insertAll(volumes);
    if (this.bridge) for (let id = first; id < this.store.next; id++) this.bridge.insert(id);
    return first;
  }

  update(id: number, volume: ArrayLike<number>): void {
    this.store.record.check('volume', volume);
    this.alive();
    this.store.requireLive(id);
    this.store.set(id, volume);
    this.bridge?.update(id);
  }

  /**
   * Replaces the volume of `id` by one that contains `volume` throughout `motion`, for continuous detection.
   */
  updateSwept(id: number, volume: ArrayLike<number>, motion: ReadonlyVec3): void {
    requireLength('motion', motion, 3);
    const { record } = this.store;
    record.check('volume', volume);
    const swept = new Float64Array(record.size);
    record.sweep(swept, volume, motion);
    this.update(id, swept);
  }

  /**
   * Sets the volumes that `id` collides with: two volumes are a pair only if each one's `mask` has a bit of
   * the other's `group`. Both are 32-bit words, initially all ones. Two static volumes are never a pair.
   */
  setFilter(id: number, group: number, mask: number, isStatic = false): void {
    requireInteger('group', group, 0, 0xffffffff);
    requireInteger('mask', mask, 0, 0xffffffff);
    this.store.requireLive(id);
    this.store.setFilter(id, group, mask, isStatic);
  }

  remove(id: number): void {
    this.alive();
    this.store.remove(id);
    this.bridge?.remove(id);
  }

  clear(): void {
    this.alive();
    this.store.clear();
    this.bridge?.clear();
  }

  /**
   * Appends every overlapping pair once, the smaller id first. Concurrent searches run one after another;
   * volumes must not change while one runs.
   */
  findPairs(out: PairList): Promise<number> {
    const result = this.busy.then(() => this.find(out));
    this.busy = result.catch(() => {});
    return result;
  }

  /**
   * Appends the pairs that have begun and those that have ended since the last call, both sorted. Returns the
   * current number of pairs.
   */
  async findChanges(begun: PairList, ended: PairList): Promise<number> {
    const now = this.spare;
    now.clear();
    await this.findPairs(now);
    if (!this.sorted) now.sort();
    comparePairs(this.known, now, begun, ended);
    this.spare = this.known;
    this.known = now;
    return now.count;
  }

  dispose(): void {
    this.disposed = true;
    this.release();
  }

  private alive(): void {
    if (this.disposed) throw new Error('this broad phase was disposed');
  }

  private async find(out: PairList): Promise<number> {
    this.alive();
    if (!this.failure) {
      const before = out.count;
      try {
        return await this.findOnGpu(this.compute!, out);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        out.count = before;
        if (!this.failure) this.fail(error);
        // The device may have been lost half-way, after which more buffers were requested.
        this.release();
      }
    }
    if (!this.bridge) throw this.failure!;
    return this.bridge.findPairs(out, this.sorted);
  }

  private async findOnGpu(compute: GpuCompute, out: PairList): Promise<number> {
    const store = this.store;
    if (store.count < 2) return 0;
    const { device } = compute;
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    let count = 0;
    let found = new ArrayBuffer(0);
    let failed: unknown;
    try {
      const volumes = this.upload(compute);
      const measure = this.searches++ % this.measureEvery === 0;
      this.scene ??= compute.pool.acquire(gpuSceneBytes);
      this.state ??= compute.pool.acquire(answerBytes);
      if (measure || this.search !== 'sweep') {
        compute.stage('measure');
        gpuMeasureScene(compute, volumes, this.scene, this.fixedAxis);
      }
      if (this.wanted !== 'auto') this.search = this.wanted;
      else if (measure) this.search = await this.choose(compute, volumes);
      for (;;) {
        this.reserve(compute);
        count = await this.runSearch(compute, volumes);
        if (count <= this.capacity) break;
        this.capacity = count;
        this.retries++;
      }
      if (this.sorted) gpuSortPairs(compute, this.pairs!, count, volumes.count);
      found = await compute.read(this.pairs!, pairBytes * count);
    } catch (error) {
      failed = error;
    }
    const invalid = await device.popErrorScope();
    const full = await device.popErrorScope();
    if (full) throw new GpuError('out-of-memory', full.message);
    if (invalid) throw new GpuError('validation', invalid.message);
    if (failed) throw failed;
    const from = out.count;
    out.reserve(from + count);
    out.data.set(new Uint32Array(found), pairSize * from);
    out.count = from + count;
    return store.dropRounded(out, from);
  }

  /** Runs the search and returns the number of pairs, whether they fit or not. */
  private async runSearch(compute: GpuCompute, volumes: GpuVolumes): Promise<number> {
    compute.clear(this.state!, stateBytes);
    const target = { pairs: this.pairs!, capacity: this.capacity, state: this.state! };
    const search = { sweep: gpuSweepPairs, grid: gpuGridPairs, lbvh: gpuLbvhPairs }[this.search];
    search(compute, volumes, this.scene!, target);
    compute.copy(this.scene!, { buffer: this.state!, offset: stateBytes }, wordBytes * sceneWords);
    const state = new Uint32Array(await compute.read(this.state!, answerBytes));
    this.stageTimes = await compute.readTimings();
    if (state[saturatedAt]) throw new GpuError('limits', 'there are more than 2^31 pairs');
    this.chunks = state[chunkCountAt];
    this.axis = state[stateBytes / wordBytes + axisAt];
    return state[pairCountAt];
  }

  /** Counts the candidates of a sweep and decides. */
  private async choose(compute: GpuCompute, volumes: GpuVolumes): Promise<GpuSearch> {
    compute.clear(this.state!, stateBytes);
    gpuSweepPairs(compute, volumes, this.scene!, { state: this.state! });
    const state = new Uint32Array(await compute.read(this.state!, stateBytes));
    const { largestExtent, meanExtent } = gpuSceneReport(await compute.read(this.scene!, gpuSceneBytes));
    if (state[chunkCountAt] <= densestSweep * volumes.count) return 'sweep';
    return largestExtent <= widestGrid * meanExtent ? 'grid' : 'lbvh';
  }

  /** Uploads the changes. */
  private upload(compute: GpuCompute): GpuVolumes {
    const store = this.store;
    const { pool } = compute;
    const { capacity, record } = store;
    const { size } = record;
    const bytes = wordBytes * size;
    if (this.held && this.held.size < bytes * capacity) {
      pool.release(this.held);
      pool.release(this.filters!);
      this.held = undefined;
    }
    if (!this.held) {
      this.held = pool.acquire(bytes * capacity);
      this.filters = pool.acquire(filterBytes * capacity);
      store.touchAll();
    }
    const { volumes, filters } = store.takeChanged();
    compute.upload(
      this.held,
      store.floats.subarray(size * volumes.from, size * volumes.to),
      bytes * volumes.from,
    );
    compute.upload(
      this.filters!,
      store.filters.subarray(filterSize * filters.from, filterSize * filters.to),
      filterBytes * filters.from,
    );
    return { kind: record.kind, count: store.next, volumes: this.held, filters: this.filters! };
  }

  private reserve(compute: GpuCompute): void {
    if (this.pairs && this.pairs.size >= pairBytes * this.capacity) return;
    if (this.pairs) compute.pool.release(this.pairs);
    this.pairs = undefined;
    this.pairs = compute.pool.acquire(pairBytes * this.capacity);
    this.capacity = Math.floor(this.pairs.size / pairBytes);
  }

  /** Lets the fallback do the work from now on. */
  private fail(error: GpuError): void {
    if (this.failure) return;
    this.failure = error;
    if (this.fallback) this.bridge = new FallbackBridge(this.fallback, this.store);
    this.release();
  }

  private release(): void {
    this.compute?.dispose();
    if (this.ownsDevice) this.compute?.device.destroy();
  }
}
