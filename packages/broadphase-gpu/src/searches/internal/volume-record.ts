/**
 * The CPU side of each kind of volume of a GPU broad phase: records are checked, rounded outward to floats,
 * swept along a motion and compared in double precision.
 *
 * The rounded record contains the one given. k-DOPs are compared exactly on the GPU, so pairs of records that
 * were not rounded need no second test; spheres and oriented boxes are compared with slack there and always
 * need it. Coordinates too large for floats or their squares are clamped, and the volume grows until it
 * overlaps all others: the second test decides.
 */
import {
  aabbFromObb,
  aabbFromSphere,
  type KdopDirections,
  kdopDirections,
  kdopSweep,
  obbExpand,
  obbOverlap,
  obbSweep,
  roundDownF32,
  roundUpF32,
  sphereSweepSphere,
} from '@colide/bounds';
import { type ReadonlyVec3, requireAabb, requireLength } from '@colide/core';
import { type GpuVolumeKind, gpuVolumeSize } from '../gpu-volume-kind.ts';

/** A kind of volume. Records begin at the offsets `at`. */
export interface VolumeRecord {
  readonly kind: GpuVolumeKind;
  /** Numbers per record. */
  readonly size: number;
  /** The directions to sweep along; of k-DOPs, their own. */
  readonly directions: KdopDirections;
  /** Throws unless `volume` begins with a record. */
  check(name: string, volume: ArrayLike<number>): void;
  /** Rounds a record outward to floats; returns whether pairs with it must be tested again. */
  round(out: Float32Array, outAt: number, volumes: ArrayLike<number>, at: number): boolean;
  /** Whether the records at `a` and `b` have a point in common, in double precision. */
  overlap(volumes: Float64Array, a: number, b: number): boolean;
  /** Writes the box around `volume`. */
  box(out: Float64Array, volume: ArrayLike<number>): void;
  /** Writes a record that contains `volume` throughout a translation. */
  sweep(out: Float64Array, volume: ArrayLike<number>, motion: ReadonlyVec3): void;
}

const largestFloat = 3.4028234663852886e38;
/**
 * The largest coordinate of spheres and oriented boxes, and an extent that covers all coordinates up to it.
 */
const farthest = 1e18;
const everywhere = 4e18;
const obbSize = 15;
/** Offset of radius or half extents, and the end of those of an oriented box. */
const extentsAt = 3;
const axesAt = 6;
const moved = /* @__PURE__ */ new Float64Array(obbSize);
const rounded = /* @__PURE__ */ new Float32Array(obbSize);

const clampTo = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** The kind with this name. */
export function volumeRecord(kind: GpuVolumeKind): VolumeRecord {
  if (kind === 'sphere') return sphereRecord();
  if (kind === 'obb') return obbRecord();
  const size = gpuVolumeSize(kind);
  if (!(kind === 6 || kind === 14 || kind === 18 || kind === 26))
    throw new RangeError(`volume must be 'sphere', 'obb', 6, 14, 18 or 26, got ${String(kind)}`);
  return kdopRecord(kind, size / 2);
}

function kdopRecord(kind: 6 | 14 | 18 | 26, half: number): VolumeRecord {
  const directions = kdopDirections(kind);
  return {
    kind,
    size: kind,
    directions,
    check(name, volume) {
      if (kind === 6) return requireAabb(name, volume);
      requireLength(name, volume, kind);
      for (let k = 0; k < half; k++)
        if (!(volume[k] <= volume[k + half]))
          throw new RangeError(
            `${name} must have min <= max in direction ${k}, got ${volume[k]} and ${volume[k + half]}`,
          );
    },
    round(out, outAt, volumes, at) {
      let isRounded = false;
      for (let k = 0; k < kind; k++) {
        const value = volumes[at + k];
        const float = k < half ? roundDownF32(value) : roundUpF32(value);
        out[outAt + k] = clampTo(float, largestFloat);
        if (out[outAt + k] !== value) isRounded = true;
      }
      return isRounded;
    },
    overlap(volumes, a, b) {
      for (let k = 0; k < half; k++)
        if (volumes[a + k] > volumes[b + k + half] || volumes[b + k] > volumes[a + k + half]) return false;
      return true;
    },
    box(out, volume) {
      for (let k = 0; k < 3; k++) {
        out[k] = volume[k];
        out[k + 3] = volume[k + half];
      }
    },
    sweep: (out, volume, motion) => void kdopSweep(out, directions, volume, motion),
  };
}

/**
 * Throws unless the first `size` numbers are finite and the extents, which follow the centre, not negative.
 */
function requireSound(name: string, volume: ArrayLike<number>, size: number, extentsEnd: number): void {
  requireLength(name, volume, size);
  for (let k = 0; k < size; k++) {
    const value = volume[k];
    if (Number.isFinite(value) && (k < extentsAt || k >= extentsEnd || value >= 0)) continue;
    throw new RangeError(`${name} must be finite with extents that are not negative, got ${value} at ${k}`);
  }
}

function sphereRecord(): VolumeRecord {
  return {
    kind: 'sphere',
    size: 4,
    directions: kdopDirections(26),
    check: (name, volume) => requireSound(name, volume, 4, 4),
    round(out, outAt, volumes, at) {
      let shift = 0;
      for (let k = 0; k < 3; k++) {
        out[outAt + k] = clampTo(volumes[at + k], farthest);
        shift += Math.abs(out[outAt + k] - volumes[at + k]);
      }
      out[outAt + extentsAt] = Math.min(everywhere, roundUpF32(volumes[at + extentsAt] + shift));
      return true;
    },
    overlap(v, a, b) {
      const x = v[a] - v[b];
      const y = v[a + 1] - v[b + 1];
      const z = v[a + 2] - v[b + 2];
      const radii = v[a + extentsAt] + v[b + extentsAt];
      return x * x + y * y + z * z <= radii * radii;
    },
    box: (out, volume) => void aabbFromSphere(out, volume),
    sweep: (out, volume, motion) => void sphereSweepSphere(out, volume, motion),
  };
}

function obbRecord(): VolumeRecord {
  return {
    kind: 'obb',
    size: obbSize,
    directions: kdopDirections(26),
    check: (name, volume) => requireSound(name, volume, obbSize, axesAt),
    round(out, outAt, volumes, at) {
      let shift = 0;
      for (let k = 0; k < obbSize; k++) moved[k] = volumes[at + k];
      for (let k = 0; k < 3; k++) {
        const kept = clampTo(moved[k], farthest);
        shift += Math.abs(moved[k] - kept);
        moved[k] = kept;
      }
      obbExpand(rounded, moved, 0);
      for (let k = extentsAt; k < axesAt; k++)
        rounded[k] = Math.min(everywhere, shift > 0 ? roundUpF32(rounded[k] + shift) : rounded[k]);
      out.set(rounded, outAt);
      return true;
    },
    overlap: (volumes, a, b) => obbOverlap(volumes, volumes, a, b),
    box: (out, volume) => void aabbFromObb(out, volume),
    sweep: (out, volume, motion) => void obbSweep(out, volume, motion),
  };
}
