/**
 * Bounding volumes of colliders, each kind in the layout of @colide/bounds. Balls and oriented boxes are
 * fitted to a shape once and then move with it; boxes and k-DOPs are fitted anew at each pose, by support
 * points.
 */
import {
  createObb,
  createSphere,
  type KdopDirections,
  kdopDirections,
  kdopExpand,
  kdopFromConvex,
  obbFromConvex,
  obbPose,
  sphereFromConvex,
} from '@colide/bounds';
import type { Convex } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';
import type { SweepVolume } from '@colide/spatial';
import type { VolumeKind } from './volume-kinds.ts';

/** Start and end of the half extents of an oriented box. */
const halvesAt = 3;
const axesAt = 6;
const radiusAt = 3;
/** Offset of the position in a pose, after a column-major rotation matrix. */
const positionAt = 9;

/** A kind of volume: its name in a sweep, how many numbers it has, and how it is fitted. */
export interface ColliderVolume {
  readonly volume: SweepVolume;
  /** Directions of k-DOPs; for others, the directions to sweep along. */
  readonly directions: KdopDirections;
  readonly size: number;
  /** The volume of a shape in its own frame, for kinds that move with their shapes. */
  readonly local?: (shape: Convex) => Float64Array;
  /** Writes the volume of a collider at its pose, expanded by half the contact margin on all sides. */
  fit(out: Float64Array, colliders: ColliderSet, collider: number, local: Float64Array): void;
}

/** The kind with this name. */
export function colliderVolume(kind: VolumeKind): ColliderVolume {
  if (kind === 'aabb') return aabbVolume;
  if (kind === 'sphere') return sphereVolume;
  if (kind === 'obb') return obbVolume;
  return kdopVolume(Number.parseInt(kind, 10) as 14 | 18 | 26);
}

const aabbVolume: ColliderVolume = {
  volume: 'aabb',
  directions: /* @__PURE__ */ kdopDirections(6),
  size: 6,
  fit: (out, colliders, collider) => colliders.aabb(out, collider),
};

const sphereVolume: ColliderVolume = {
  volume: 'sphere',
  directions: /* @__PURE__ */ kdopDirections(18),
  size: 4,
  local: shape => sphereFromConvex(createSphere(), shape) as Float64Array,
  fit(out, { convexes, contactMargin }, collider, local) {
    const { pose } = convexes[collider]!;
    let size = local[radiusAt];
    for (let k = 0; k < 3; k++) {
      out[k] = pose[positionAt + k] + pose[k] * local[0] + pose[3 + k] * local[1] + pose[6 + k] * local[2];
      size += Math.abs(pose[positionAt + k]) + Math.abs(local[k]);
    }
    out[radiusAt] = local[radiusAt] + 0.5 * contactMargin + size * 2 ** -46;
  },
};

const obbVolume: ColliderVolume = {
  volume: 'obb',
  directions: /* @__PURE__ */ kdopDirections(18),
  size: 15,
  local: shape => obbFromConvex(createObb(), shape) as Float64Array,
  fit(out, { convexes, contactMargin }, collider, local) {
    obbPose(out, 0, local, 0, convexes[collider]!.pose);
    for (let k = halvesAt; k < axesAt; k++) out[k] += 0.5 * contactMargin;
  },
};

function kdopVolume(k: 14 | 18 | 26): ColliderVolume {
  const directions = kdopDirections(k);
  return {
    volume: 'kdop',
    directions,
    size: k,
    fit(out, { convexes, contactMargin }, collider) {
      kdopFromConvex(out, directions, convexes[collider]!);
      kdopExpand(out, directions, out, 0.5 * contactMargin);
    },
  };
}
