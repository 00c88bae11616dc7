/**
 * The broad phase of S0 on a `SolidHeap`: volumes fitted to the vertices, a sweep along the direction of the
 * volumes' set that is nearest to the principal axis, chosen again every 30 frames.
 */
import { kdopDirections, kdopFitRange, sphereFromPoints } from '@colide/bounds';
import { PairList, PairOrder } from '@colide/core';
import { SortAndSweep, type SortAndSweepOptions } from '@colide/spatial';
import type { SolidHeap } from './solid-heap.ts';

/** The volumes of S0. */
export const volumeNames = ['18-DOP', 'AABB', 'sphere'] as const;
export type VolumeName = (typeof volumeNames)[number];

const sweepVolumes = { '18-DOP': 'kdop', AABB: 'aabb', sphere: 'sphere' } as const;
const sizes = { '18-DOP': 18, AABB: 6, sphere: 4 } as const;
const poseSize = 7;

/** Candidate pairs of a heap by one kind of volume. */
export class VolumeSweep {
  readonly name: VolumeName;
  /** The pairs last found, in order, so that the response does not depend on the direction of the sweep. */
  readonly pairs = new PairList();
  readonly sweep: SortAndSweep;
  private readonly volumes: Float64Array;
  private readonly directions;
  private readonly order = new PairOrder();
  private readonly radius: number;

  /** @param axis see `SortAndSweep` */
  constructor(
    name: VolumeName,
    heap: SolidHeap,
    vertices: Float64Array,
    axis: SortAndSweepOptions['axis'] = 'pca',
  ) {
    this.name = name;
    this.directions = kdopDirections(name === '18-DOP' ? 18 : 6);
    this.sweep = new SortAndSweep({
      volume: sweepVolumes[name],
      directions: kdopDirections(18),
      axis,
      axisInterval: 30,
    });
    this.radius = sphereFromPoints(new Float64Array(4), vertices)[3];
    this.volumes = new Float64Array(sizes[name] * heap.count);
    this.fit(heap);
    this.sweep.insertAll(this.volumes);
  }

  /** Fits the volumes: all vertices along each direction, or the radius that is the same for all bodies. */
  fit({ count, particles, poses, perBody }: SolidHeap): void {
    const { volumes, name, directions } = this;
    const size = sizes[name];
    for (let i = 0; i < count; i++)
      if (name === 'sphere') {
        for (let k = 0; k < 3; k++) volumes[4 * i + k] = poses[poseSize * i + k];
        volumes[4 * i + 3] = this.radius;
      } else kdopFitRange(volumes, size * i, directions, particles, perBody * i, perBody * (i + 1));
  }

  /** Projects and sorts; returns the index of the direction swept along. */
  sort(): number {
    this.sweep.updateAll(this.volumes);
    return this.sweep.axis;
  }

  /** Finds the pairs of the sorted volumes. */
  prune(): number {
    const { pairs } = this;
    pairs.clear();
    this.sweep.findPairs(pairs);
    return pairs.count;
  }

  /** All of it; returns the number of pairs. */
  find(heap: SolidHeap): number {
    this.fit(heap);
    this.sort();
    this.prune();
    this.order.sort(this.pairs, heap.count);
    return this.pairs.count;
  }
}
