/**
 * Convex hulls on the GPU: shapes that many bodies share, one pose per body, vertices in the world and
 * bounding volumes around them. Once the shapes are there, only poses are uploaded, 32 bytes per body and
 * frame.
 *
 * Stages: upload poses → transform vertices to the world (one thread per vertex) → volumes. k-DOPs are fitted
 * by one thread per body or, as Amaral proposed, per body and direction, which is k/2 times as many threads
 * with less work each; `pnpm bench gpu` compares the two. Spheres are the smallest balls of the shapes,
 * oriented boxes those along their principal or their coordinate axes, whichever are smaller; both move with
 * the bodies.
 *
 * B. G. S. Amaral, "Collision detection using sweep and prune with k-DOPs on GPU", COPPE/UFRJ, 2021.
 */

import {
  aabbFromPoints,
  createObb,
  createSphere,
  obbExpand,
  obbFromAabb,
  obbFromPointsPca,
  obbVolume,
  sphereFromPoints,
} from '@colide/bounds';
import { refuse, requireFiniteArray, requireInteger, requireLength, requireMultiple } from '@colide/core';
import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import {
  ballRadiusAt,
  bodyBytes,
  bodySize,
  filterBytes,
  filterSize,
  firstVertexAt,
  flagsAt,
  ownerBytes,
  ownerSize,
  poseBytes,
  poseSize,
  radiusAt,
  rotationAt,
  staticFlag,
  vertexBytes,
  vertexSize,
  wordBytes,
} from '../internal/gpu-layouts.ts';
import { kernelsByKind } from '../internal/kernels-by-kind.ts';
import { fewLanes, groupsFor, lanes } from '../internal/lanes-wgsl.ts';
import { type GpuVolumeKind, type GpuVolumes, gpuVolumeSize } from '../searches/gpu-volume-kind.ts';
import { hullBoxesWgsl } from './internal/hull-boxes-wgsl.ts';
import { hullVolumesWgsl, placeVerticesWgsl } from './internal/hull-volumes-wgsl.ts';

const placeVertices: GpuKernel = { code: placeVerticesWgsl, entry: 'placeVertices' };
const volumesByBody = /* @__PURE__ */ kernelsByKind(hullVolumesWgsl, 'volumesByBody');
const volumesByAxis = /* @__PURE__ */ kernelsByKind(hullVolumesWgsl, 'volumesByAxis');
const spheresByBody: GpuKernel = { code: hullVolumesWgsl, entry: 'spheresByBody', constants: { axes: 3 } };

const boxesByBody: GpuKernel = { code: hullBoxesWgsl, entry: 'boxesByBody' };

/** Numbers per pose as passed by callers, position and rotation, and the offset of the rotation. */
const givenPoseSize = 7;
const givenRotationAt = 3;

/** Hulls with poses, on the GPU. */
export class GpuHulls {
  readonly compute: GpuCompute;
  /** Number of bodies. */
  readonly count: number;
  /** Number of vertices of all bodies. */
  readonly vertexCount: number;
  /** Vertices of the shapes in their own frames: x, y, z, 0. */
  readonly points: GPUBuffer;
  /** Body and point of each vertex. */
  readonly owners: GPUBuffer;
  /**
   * Eight words per body: first vertex, vertex count, first point, radius about the origin, smallest ball.
   */
  readonly bodies: GPUBuffer;
  /** Position and quaternion of each body, four floats each. */
  readonly poses: GPUBuffer;
  /** Poses before the last {@link setPoses}. */
  readonly before: GPUBuffer;
  /** Vertices in the world: x, y, z, 0. */
  readonly world: GPUBuffer;
  /** Group, mask, flags and id of each body. */
  readonly filters: GPUBuffer;
  private readonly words: Uint32Array;
  private readonly packed: Float32Array;
  private worldBefore: GPUBuffer | undefined;
  private volumes = new Map<GpuVolumeKind, GPUBuffer>();
  private readonly shapes: readonly ArrayLike<number>[];
  private readonly shapeOf: ArrayLike<number>;
  /** Oriented boxes of the bodies in their own frames, made when they are first needed. */
  private boxes: GPUBuffer | undefined;

  /**
   * @param shapes vertices of each shape, x y z each, in its own frame; at most 65 535 per shape
   * @param shapeOf the number of each body's shape
   */
  constructor(compute: GpuCompute, shapes: readonly ArrayLike<number>[], shapeOf: ArrayLike<number>) {
    if (!(compute?.pool instanceof Object)) refuse('compute', 'be a GpuCompute', compute);
    requireLength('shapes', shapes, 0);
    requireLength('shapeOf', shapeOf, 0);
    this.compute = compute;
    this.shapes = shapes;
    this.shapeOf = shapeOf;
    this.count = shapeOf.length;
    const starts: number[] = [];
    let pointCount = 0;
    shapes.forEach((shape, i) => {
      requireMultiple(`shapes[${i}]`, shape, 3);
      requireFiniteArray(`shapes[${i}]`, shape);
      requireLength(`shapes[${i}]`, shape, 3);
      starts.push(pointCount);
      pointCount += shape.length / 3;
    });
    const points = new Float32Array(vertexSize * pointCount);
    const balls = shapes.map((shape, s) => {
      for (let i = 0; i < shape.length / 3; i++)
        for (let k = 0; k < 3; k++) points[vertexSize * (starts[s] + i) + k] = shape[3 * i + k];
      let radius = 0;
      for (let i = 0; i < shape.length; i += 3)
        radius = Math.max(radius, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
      const ball = sphereFromPoints(createSphere(), Float64Array.from(shape));
      return { radius, ball: Array.from(ball) };
    });
    const bodyData = new ArrayBuffer(bodyBytes * Math.max(1, this.count));
    const words = new Uint32Array(bodyData);
    const floats = new Float32Array(bodyData);
    const owners: number[] = [];
    this.words = new Uint32Array(filterSize * this.count);
    for (let body = 0; body < this.count; body++) {
      const s = shapeOf[body];
      requireInteger(`shapeOf[${body}]`, s, 0, shapes.length - 1);
      const vertices = shapes[s].length / 3;
      words.set([owners.length / ownerSize, vertices, starts[s]], bodySize * body + firstVertexAt);
      floats.set([1.000001 * balls[s].radius, ...balls[s].ball], bodySize * body + radiusAt);
      floats[bodySize * body + ballRadiusAt] *= 1.000001;
      for (let i = 0; i < vertices; i++) owners.push(body, starts[s] + i);
      this.words.set([0xffffffff, 0xffffffff, 0, body], filterSize * body);
    }
    this.vertexCount = owners.length / ownerSize;
    this.packed = new Float32Array(poseSize * this.count);
    const { pool } = compute;
    this.points = pool.acquire(vertexBytes * Math.max(1, pointCount));
    this.owners = pool.acquire(ownerBytes * Math.max(1, this.vertexCount));
    this.bodies = pool.acquire(bodyBytes * Math.max(1, this.count));
    this.poses = pool.acquire(poseBytes * Math.max(1, this.count));
    this.before = pool.acquire(poseBytes * Math.max(1, this.count));
    this.world = pool.acquire(vertexBytes * Math.max(1, this.vertexCount));
    this.filters = pool.acquire(filterBytes * Math.max(1, this.count));
    compute.upload(this.points, points);
    compute.upload(this.owners, Uint32Array.from(owners));
    compute.upload(this.bodies, words);
    compute.upload(this.filters, this.words);
  }

  /**
   * Uploads poses: position x, y, z and unit quaternion x, y, z, w of each body. The previous ones are kept
   * for sweeps.
   */
  setPoses(poses: ArrayLike<number>): void {
    requireLength('poses', poses, givenPoseSize * this.count);
    this.compute.copy(this.poses, this.before, poseBytes * this.count);
    const packed = this.packed;
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < 3; k++) packed[poseSize * i + k] = poses[givenPoseSize * i + k];
      for (let k = 0; k < 4; k++)
        packed[poseSize * i + rotationAt + k] = poses[givenPoseSize * i + givenRotationAt + k];
    }
    this.compute.upload(this.poses, packed);
  }

  /** Sets group, mask and whether a body is static; see `GpuVolumes.filters`. */
  setFilter(body: number, group: number, mask: number, isStatic = false): void {
    requireInteger('body', body, 0, this.count - 1);
    requireInteger('group', group, 0, 0xffffffff);
    requireInteger('mask', mask, 0, 0xffffffff);
    const filter = Uint32Array.of(group, mask, isStatic ? staticFlag : 0, body);
    this.words.set(filter, filterSize * body);
    this.compute.upload(this.filters, filter, filterBytes * body);
  }

  /** Whether a body is static. */
  isStatic(body: number): boolean {
    return (this.words[filterSize * body + flagsAt] & staticFlag) !== 0;
  }

  /** Records the transformation of all vertices to the world. */
  place(): void {
    this.compute.stage('vertices');
    this.transformVertices(this.poses, this.world);
  }

  /**
   * Records the bounding volumes of all bodies; {@link place} comes before it.
   *
   * @param threads how work is divided
   * @param swept whether volumes contain the whole motion from the previous poses
   */
  fit(kind: GpuVolumeKind, threads: 'body' | 'axis' = 'axis', swept = false): GpuVolumes {
    const { compute, count, filters } = this;
    let volumes = this.volumes.get(kind);
    if (!volumes) {
      volumes = compute.pool.acquire(wordBytes * gpuVolumeSize(kind) * Math.max(1, count));
      this.volumes.set(kind, volumes);
    }
    compute.stage('volumes');
    const params = [count, swept ? 1 : 0];
    if (kind === 'sphere') {
      const slices = [this.bodies, this.poses, this.before, undefined, undefined, volumes];
      compute.dispatch(spheresByBody, params, slices, groupsFor(count, fewLanes));
    } else if (kind === 'obb') {
      const slices = [this.bodies, this.poses, this.before, this.localBoxes(), volumes];
      compute.dispatch(boxesByBody, params, slices, groupsFor(count, fewLanes));
    } else {
      if (swept) {
        this.worldBefore ??= compute.pool.acquire(vertexBytes * Math.max(1, this.vertexCount));
        this.transformVertices(this.before, this.worldBefore);
      }
      const worldBefore = this.worldBefore ?? this.points;
      const slices = [this.bodies, this.poses, this.before, this.world, worldBefore, volumes];
      if (threads === 'body')
        compute.dispatch(volumesByBody[kind], params, slices, groupsFor(count, fewLanes));
      else compute.dispatch(volumesByAxis[kind], params, slices, groupsFor((count * kind) / 2, fewLanes));
    }
    return { kind, count, volumes, filters };
  }

  /** Releases all buffers. */
  dispose(): void {
    const { pool } = this.compute;
    const { points, owners, bodies, poses, before, world, filters } = this;
    for (const buffer of [points, owners, bodies, poses, before, world, filters]) pool.release(buffer);
    for (const buffer of this.volumes.values()) pool.release(buffer);
    this.volumes.clear();
    if (this.worldBefore) pool.release(this.worldBefore);
    if (this.boxes) pool.release(this.boxes);
    this.worldBefore = undefined;
    this.boxes = undefined;
  }

  /** The oriented box of each body in its own frame. */
  private localBoxes(): GPUBuffer {
    if (this.boxes) return this.boxes;
    const { compute, shapes, shapeOf, count } = this;
    const size = gpuVolumeSize('obb');
    const ofShapes = shapes.map(orientedBox);
    const data = new Float32Array(size * Math.max(1, count));
    const box = new Float32Array(size);
    for (let body = 0; body < count; body++)
      data.set(obbExpand(box, ofShapes[shapeOf[body]], 0), size * body);
    this.boxes = compute.pool.acquire(data.byteLength);
    compute.upload(this.boxes, data);
    return this.boxes;
  }

  /** Records that `world` receives all vertices at the given poses. */
  private transformVertices(poses: GPUBuffer, world: GPUBuffer): void {
    const { compute, points, owners, vertexCount } = this;
    const groups = groupsFor(vertexCount, lanes);
    compute.dispatch(placeVertices, [vertexCount], [points, owners, poses, world], groups);
  }
}

/** The smaller of the boxes along the principal and the coordinate axes. */
function orientedBox(points: ArrayLike<number>): Float64Array {
  const box = createObb();
  const straight = createObb();
  obbFromPointsPca(box, points);
  obbFromAabb(straight, aabbFromPoints(new Float64Array(6), points));
  return obbVolume(straight) < obbVolume(box) ? straight : box;
}
