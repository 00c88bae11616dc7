/**
 * A world of convex bodies that stays on the GPU: volumes, broad phase, narrow phase and response, frame
 * after frame, with nothing read back but poses (32 bytes per body) and the number of pairs.
 *
 * A frame: particles move → volumes → pairs, by sweep, grid or LBVH → rounds of contacts and shape matching.
 * Pairs are searched once per frame, on the volumes of the moved bodies. If there are more pairs than fit,
 * the frame is rolled back and repeated with more room.
 *
 * Two responses: `averaged`, which is ours, has friction and comes to rest; `support` is that of the source
 * as stated, pair by pair and without friction; it also reads pairs back.
 *
 * Amaral (2021, ch. 6) leaves the narrow phase and the response on the GPU as future work; both are here.
 */

import {
  PairList,
  requireFinite,
  requireFiniteArray,
  requireInteger,
  requireLength,
  requireNonNegative,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import { GpuCompute, type GpuComputeOptions } from '../device/gpu-compute.ts';
import { GpuError } from '../device/gpu-error.ts';
import {
  chunkCountAt,
  pairBytes,
  pairCountAt,
  pairSize,
  poseBytes,
  poseSize,
  saturatedAt,
  stateBytes,
  vertexBytes,
  wordBytes,
} from '../internal/gpu-layouts.ts';
import { gpuGridPairs } from '../searches/gpu-grid.ts';
import { gpuLbvhPairs } from '../searches/gpu-lbvh.ts';
import { gpuSweepPairs } from '../searches/gpu-sweep.ts';
import type { GpuPairTarget, GpuVolumeKind } from '../searches/gpu-volume-kind.ts';
import { GpuHulls } from './gpu-hulls.ts';
import { gpuContactBytes, gpuNarrowPhase, gpuPlanPairs } from './gpu-narrow-phase.ts';
import { gpuMeasureScene, gpuSceneBytes } from './gpu-scene.ts';
import { GpuShapeMatching } from './gpu-shape-matching.ts';
import { GpuSupportPlanes } from './gpu-support-planes.ts';

/** Settings of {@link GpuBodies}. */
export interface GpuBodiesOptions extends GpuComputeOptions {
  readonly device: GPUDevice;
  /** Vertices of each shape, x y z each. */
  readonly shapes: readonly ArrayLike<number>[];
  /** The shape of each body. */
  readonly shapeOf: ArrayLike<number>;
  /** Position and unit quaternion of each body, seven numbers each. */
  readonly poses: ArrayLike<number>;
  /** The bounding volumes. Default 18-DOPs. */
  readonly volume?: GpuVolumeKind;
  /** The search for pairs. Default `grid`. */
  readonly search?: 'sweep' | 'grid' | 'lbvh';
  /** Whether volumes contain the whole motion of a frame. Default false. */
  readonly swept?: boolean;
  /** Initial room for pairs. Default four per body. */
  readonly pairCapacity?: number;
  /** Acceleration. Default 9.81 m/s² downward. */
  readonly gravity?: ArrayLike<number>;
  /**
   * The fraction of the velocity that remains after a step. Default 0.99; with `support` 0.95, as in the
   * source.
   */
  readonly damping?: number;
  /** Height of the ground plane. Default: none. */
  readonly ground?: number;
  /** Rounds of contacts and shape matching in a step. Default 10. */
  readonly rounds?: number;
  /**
   * The response to contacts: all at once to planes in the middle, averaged ({@link GpuShapeMatching}), or
   * pair by pair to planes through support vertices ({@link GpuSupportPlanes}). Default `averaged`.
   */
  readonly response?: 'averaged' | 'support';
  /** Coulomb's μ of all bodies and the ground; `support` has none. Default 0.5, with `support` 0. */
  readonly friction?: number;
  /**
   * Bodies none of whose vertices moves faster than this, in m/s, stay in place: contacts solved in a few
   * rounds leave some motion, and piles would creep. A body whose speed grows by less than this per step does
   * not start to move. Default 0.01; with `support`, or without gravity, 0.
   */
  readonly restSpeed?: number;
}

/** Velocities are not divided by less damping than this: single precision would overflow. */
const leastDamping = 1e-6;

const optionNames = [
  'device',
  'shapes',
  'shapeOf',
  'poses',
  'volume',
  'search',
  'swept',
  'pairCapacity',
  'gravity',
  'damping',
  'ground',
  'rounds',
  'response',
  'friction',
  'restSpeed',
  'subgroups',
  'timings',
  'maxGroups',
];

/**
 * Offset of the poses in the buffer that is read back, in bytes; the state of the search comes before them.
 */
const answerPosesAt = 256;

/** Bodies that live on the GPU. */
export class GpuBodies {
  readonly compute: GpuCompute;
  readonly hulls: GpuHulls;
  /** Position and quaternion of each body after the last step, eight numbers each: x y z 0, x y z w. */
  poses: Float32Array;
  /** Number of pairs that the last search found. */
  pairCount = 0;
  /** Chunks of up to 32 candidates that the last search tested, by sweep or grid; an LBVH has none. */
  chunks = 0;
  /** Acceleration; may be changed between steps. */
  readonly gravity = new Float64Array(3);
  private readonly volume: GpuVolumeKind;
  private readonly search: typeof gpuGridPairs;
  private readonly swept: boolean;
  private readonly damping: number;
  private readonly ground: number | undefined;
  private readonly rounds: number;
  private readonly restSpeed: number;
  private readonly matching: GpuShapeMatching;
  private readonly planes: GpuSupportPlanes | undefined;
  private readonly found = new PairList();
  /** Initial velocities of bodies in the next step, four numbers each. */
  private velocities: Float32Array | undefined;
  private readonly scene: GPUBuffer;
  private readonly sizes: GPUBuffer;
  private target: GpuPairTarget;
  private contacts: GPUBuffer;

  constructor(options: GpuBodiesOptions) {
    tellUnknown('options', options, optionNames);
    const { device, shapes, shapeOf, poses, volume = 18, search = 'grid', rounds = 10 } = options;
    const { gravity = [0, -9.81, 0], response = 'averaged' } = options;
    const isSupport = response === 'support';
    const { friction = isSupport ? 0 : 0.5, damping = isSupport ? 0.95 : 0.99 } = options;
    if (response !== 'averaged' && !isSupport)
      throw new RangeError(`response must be 'averaged' or 'support', got ${String(response)}`);
    requireFiniteArray('gravity', gravity, 3);
    const isPulled = gravity[0] !== 0 || gravity[1] !== 0 || gravity[2] !== 0;
    const { restSpeed = isSupport || !isPulled ? 0 : 0.01 } = options;
    requireFriction(friction, isSupport);
    requireNonNegative('restSpeed', restSpeed);
    requireLength('shapeOf', shapeOf, 0);
    requireFiniteArray('poses', poses, 7 * shapeOf.length);
    requireFinite('damping', damping);
    requireInteger('rounds', rounds, 0, 1000);
    this.compute = new GpuCompute(device, options);
    this.hulls = new GpuHulls(this.compute, shapes, shapeOf);
    this.hulls.setPoses(poses);
    this.hulls.setPoses(poses);
    this.poses = new Float32Array(poseSize * shapeOf.length);
    this.volume = volume;
    this.search = { sweep: gpuSweepPairs, grid: gpuGridPairs, lbvh: gpuLbvhPairs }[search];
    this.swept = options.swept ?? false;
    this.gravity.set(gravity);
    this.damping = damping;
    this.ground = options.ground;
    this.rounds = rounds;
    this.restSpeed = restSpeed;
    this.matching = new GpuShapeMatching(this.hulls, friction, !isSupport);
    if (isSupport) this.planes = new GpuSupportPlanes(this.hulls);
    this.matching.start();
    const { pool } = this.compute;
    this.scene = pool.acquire(gpuSceneBytes);
    this.sizes = pool.acquire(stateBytes);
    const capacity = options.pairCapacity ?? Math.max(64, 4 * shapeOf.length);
    this.target = { pairs: pool.acquire(pairBytes * capacity), state: pool.acquire(stateBytes), capacity };
    this.contacts = pool.acquire(gpuContactBytes * capacity);
  }

  /** Coulomb's μ of all bodies and the ground; may be changed between steps, but `support` has none. */
  get friction(): number {
    return this.matching.friction;
  }

  set friction(friction: number) {
    requireFriction(friction, this.planes !== undefined);
    this.matching.friction = friction;
  }

  /** Sets the initial velocity of every body in the next step, three numbers each; spin is lost. */
  setVelocities(velocities: ArrayLike<number>): void {
    const { count } = this.hulls;
    requireFiniteArray('velocities', velocities, 3 * count);
    this.velocities = new Float32Array(4 * count);
    for (let i = 0; i < 3 * count; i++) this.velocities[i + Math.floor(i / 3)] = velocities[i];
  }

  /** Advances the bodies by `seconds`; returns their poses, eight numbers each. */
  async step(seconds: number): Promise<Float32Array> {
    requirePositive('seconds', seconds);
    const { compute, hulls } = this;
    const matching = this.matching;
    const { pool } = compute;
    const particleBytes = vertexBytes * hulls.vertexCount;
    const allPoseBytes = poseBytes * hulls.count;
    // A frame with too little room for its pairs restarts from here.
    const saved = [hulls.world, matching.last, hulls.poses].map(buffer => ({
      buffer,
      copy: pool.acquire(buffer.size),
      bytes: buffer === hulls.poses ? allPoseBytes : particleBytes,
    }));
    this.recordVelocities(seconds);
    // `support` moves by velocity Verlet, as its twin on the CPU does.
    const share = this.planes ? 0.5 * (1 + this.damping) : 1;
    const pull = this.gravity.map(g => share * g);
    for (const { buffer, copy, bytes } of saved) compute.copy(buffer, copy, bytes);
    const answer = pool.acquire(answerPosesAt + allPoseBytes);
    for (;;) {
      compute.copy(hulls.poses, hulls.before, allPoseBytes);
      matching.move(seconds, pull, this.damping, this.ground);
      this.recordSearch();
      const { target } = this;
      if (this.planes) await this.partPairs(this.planes);
      else this.recordResponse();
      if (this.restSpeed > 0) matching.holdStill(this.restSpeed * seconds);
      compute.copy(target.state, answer, stateBytes);
      compute.copy(hulls.poses, { buffer: answer, offset: answerPosesAt }, allPoseBytes);
      const bytes = await compute.read(answer, answerPosesAt + allPoseBytes);
      if (this.fits(new Uint32Array(bytes, 0, stateBytes / wordBytes))) {
        this.poses = new Float32Array(bytes, answerPosesAt);
        break;
      }
      for (const { buffer, copy, bytes: size } of saved) compute.copy(copy, buffer, size);
    }
    for (const { copy } of saved) pool.release(copy);
    pool.release(answer);
    return this.poses;
  }

  /** Appends the pairs of overlapping volumes at the current poses, in any order. */
  async findPairs(out: PairList): Promise<number> {
    const { compute } = this;
    for (;;) {
      this.hulls.place();
      this.recordSearch();
      const state = new Uint32Array(await compute.read(this.target.state, stateBytes));
      if (this.fits(state)) break;
    }
    const pairs = new Uint32Array(await compute.read(this.target.pairs, pairBytes * this.pairCount));
    out.reserve(out.count + this.pairCount);
    out.data.set(pairs, pairSize * out.count);
    out.count += this.pairCount;
    return this.pairCount;
  }

  /** Releases everything; the device stays. */
  dispose(): void {
    this.compute.dispose();
  }

  /** Records the velocities given by {@link setVelocities}, if there are any. */
  private recordVelocities(seconds: number): void {
    const { compute, velocities } = this;
    if (!velocities) return;
    const buffer = compute.pool.acquire(velocities.byteLength);
    compute.upload(buffer, velocities);
    // The step multiplies velocities by the damping, so this divides by it; if that is almost 0, bodies stay.
    const { damping } = this;
    this.matching.setVelocities(buffer, damping > leastDamping ? seconds / damping : seconds);
    compute.pool.release(buffer);
    this.velocities = undefined;
  }

  /** Records the rounds of the averaged response. */
  private recordResponse(): void {
    const { compute, hulls, target } = this;
    gpuPlanPairs(compute, target, this.sizes);
    for (let round = 0; round < this.rounds; round++) {
      gpuNarrowPhase(compute, hulls, target, this.contacts, this.sizes);
      this.matching.respond(target, this.contacts, this.sizes, this.ground);
    }
  }

  /** Reads the pairs and records the rounds of the response pair by pair; nothing if pairs did not fit. */
  private async partPairs(planes: GpuSupportPlanes): Promise<void> {
    const { compute, target, found } = this;
    const [count] = new Uint32Array(await compute.read(target.state, stateBytes));
    if (count > target.capacity) return;
    found.clear();
    found.reserve(count);
    found.data.set(new Uint32Array(await compute.read(target.pairs, pairBytes * count)));
    found.count = count;
    planes.setPairs(found);
    for (let round = 0; round < this.rounds; round++) {
      planes.respond();
      if (this.ground !== undefined) this.matching.match(this.ground);
    }
  }

  /** Records volumes, scene and search. */
  private recordSearch(): void {
    const { compute, hulls } = this;
    const volumes = hulls.fit(this.volume, 'axis', this.swept);
    compute.clear(this.target.state, stateBytes);
    compute.stage('measure');
    gpuMeasureScene(compute, volumes, this.scene);
    this.search(compute, volumes, this.scene, this.target);
  }

  /** Stores the number of pairs; makes room and returns false if they did not fit. */
  private fits(state: Uint32Array): boolean {
    if (state[saturatedAt]) throw new GpuError('limits', 'there are more than 2^31 pairs');
    this.pairCount = state[pairCountAt];
    this.chunks = state[chunkCountAt];
    if (this.pairCount <= this.target.capacity) return true;
    const { pool } = this.compute;
    const capacity = Math.ceil(1.5 * this.pairCount);
    pool.release(this.target.pairs);
    pool.release(this.contacts);
    this.target = { ...this.target, pairs: pool.acquire(pairBytes * capacity), capacity };
    this.contacts = pool.acquire(gpuContactBytes * capacity);
    return false;
  }
}

function requireFriction(friction: number, isSupport: boolean): void {
  requireNonNegative('friction', friction);
  if (isSupport && friction > 0) throw new RangeError(`friction must be 0, got ${friction}`);
}
