/**
 * The bounding volumes of the GPU broad phase and their layout in memory: 32-bit floats, one volume after the
 * other. A k-DOP is k/2 lower bounds, then k/2 upper bounds, along the directions of `kdopDirections`; a
 * 6-DOP is an AABB; a sphere is centre and radius; an oriented box is centre, half extents and three axes.
 * All are the records of `@colide/bounds`.
 */

/** A kind of bounding volume: spheres, oriented boxes, or k-DOPs with k = 6 (AABBs), 14, 18 or 26. */
export type GpuVolumeKind = 'sphere' | 'obb' | 6 | 14 | 18 | 26;

/** Floats per volume. */
export function gpuVolumeSize(kind: GpuVolumeKind): number {
  if (kind === 'sphere') return 4;
  return kind === 'obb' ? 15 : kind;
}

/** Volumes on the GPU, together with the filters that decide which pairs count. */
export interface GpuVolumes {
  readonly kind: GpuVolumeKind;
  /** Number of volumes. */
  readonly count: number;
  /** The volumes, {@link gpuVolumeSize} floats each. */
  readonly volumes: GPUBuffer;
  /**
   * Four words per volume: group, mask, flags (bit 0: static), id. Two volumes can be a pair if each one's
   * mask has a bit of the other's group and at most one is static; group 0 excludes a volume.
   */
  readonly filters: GPUBuffer;
}

/** The buffers that receive pairs. */
export interface GpuPairTarget {
  /** Pairs of ids, two words each, the smaller first. */
  readonly pairs: GPUBuffer;
  /** How many pairs fit. */
  readonly capacity: number;
  /**
   * Word 0: the number of pairs, including those that did not fit; word 1: not zero if that number is above
   * 2³¹; word 2: the number of chunks of up to 32 candidates tested. At least 16 bytes.
   */
  readonly state: GPUBuffer;
}
