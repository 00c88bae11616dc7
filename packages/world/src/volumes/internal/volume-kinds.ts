/** The names of the kinds of volumes. */
import type { GpuVolumeKind } from '@colide/broadphase-gpu';

/** The kinds of volumes. */
export const volumeKinds = ['aabb', 'sphere', 'obb', '14-dop', '18-dop', '26-dop'] as const;

/** A kind of bounding volume. */
export type VolumeKind = (typeof volumeKinds)[number];

/** The name of a kind of the GPU. */
export function volumeKindOf(kind: GpuVolumeKind): VolumeKind {
  if (kind === 6) return 'aabb';
  return typeof kind === 'number' ? `${kind}-dop` : kind;
}
