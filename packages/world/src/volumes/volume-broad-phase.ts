/**
 * A broad phase over bounding volumes of the shapes: balls, boxes, oriented boxes or k-DOPs, sorted and swept
 * along a direction that is chosen anew from step to step. It is the pipeline of Amaral's "Collision
 * detection using sweep and prune with k-DOPs on GPU" (2021) on the CPU: volumes follow the bodies, the
 * principal axis of their centres is snapped to the nearest direction of the set, `SortAndSweep` finds the
 * pairs. With a `GpuBroadPhase` of the same volumes, asynchronous steps take their pairs from its sweep, grid
 * or LBVH instead.
 *
 * Volumes are half the contact margin wider than the shapes, so that no contact is lost: a world takes the
 * same steps with any of them, to the last bit where the narrow phase keeps nothing of pairs without contact.
 * One that begins where its last search ended, as `ConvexNarrowPhase` does, gives the same contacts up to
 * rounding. What differs is how many pairs go to the narrow phase: balls let through most, k-DOPs with many
 * directions fewest.
 *
 * Cost: a volume for each collider that has moved (k support points for a k-DOP, a few products for the
 * others), and the sweep. The boxes of `HashCells`, the default of a world, are found faster; this is for
 * comparing volumes, and for shapes whose exact test is expensive. The world's `broadPhase` still answers
 * queries.
 */
import type { GpuBroadPhase } from '@colide/broadphase-gpu';
import { BoxIds, type PairList, PairOrder, requireObject, requirePairList, tellUnknown } from '@colide/core';
import type { Posed } from '@colide/geometry';
import { type ColliderSet, colliderKind } from '@colide/narrowphase';
import { type QueryCounters, SortAndSweep, type SortAndSweepOptions } from '@colide/spatial';
import type { ColliderBroadPhase } from '../world/collider-broad-phase.ts';
import { type ColliderVolume, colliderVolume } from './internal/collider-volumes.ts';
import { type VolumeKind, volumeKindOf, volumeKinds } from './internal/volume-kinds.ts';

export type { VolumeKind };

/** Options of {@link VolumeBroadPhase}. */
export interface VolumeBroadPhaseOptions {
  /** The kind of volume. Default that of `gpu`, or else `18-dop`. */
  readonly volume?: VolumeKind;
  /**
   * The direction swept along: that of the largest variance, the principal axis snapped to the nearest
   * direction of the set, or the index of one that stays: 0 for x, 1 for y, 2 for z. Default `pca`.
   */
  readonly axis?: SortAndSweepOptions['axis'];
  /** Number of steps after which the direction is chosen again. Default 1. */
  readonly axisInterval?: number;
  /**
   * The broad phase that finds the pairs in `World.stepAsync`, made by `createGpuBroadPhase` with a `volume`;
   * it chooses its search and its direction by its own options. It must be empty; the caller disposes of it.
   * Default none.
   */
  readonly gpu?: GpuBroadPhase;
}

/** Largest number of searches on a GPU in a step. */
const searches = 2;

/** Numbers per pose: rotation matrix and position. */
const poseSize = 12;
const noVolume = /* @__PURE__ */ new Float64Array(0);

/** Pairs of colliders by their volumes, for `new World({ colliderBroadPhase })`. */
export class VolumeBroadPhase implements ColliderBroadPhase {
  /** The kind of volume. */
  readonly volume: VolumeKind;
  /** The broad phase that finds the pairs in asynchronous steps, if there is one. */
  readonly gpu: GpuBroadPhase | undefined;
  private readonly kind: ColliderVolume;
  private readonly sweep: SortAndSweep;
  private readonly ids: BoxIds<SortAndSweep>;
  private readonly later: BoxIds<GpuBroadPhase> | undefined;
  private readonly order = new PairOrder();
  /**
   * By collider: the shape whose volume is in the sweep, the pose it was fitted at, its volume in its frame.
   */
  private readonly known: (Posed | undefined)[] = [];
  private readonly poses: Float64Array[] = [];
  private readonly locals: Float64Array[] = [];
  /** Scratch: the current volume. */
  private readonly fitted: Float64Array;

  constructor(options: VolumeBroadPhaseOptions = {}) {
    requireObject('options', options);
    tellUnknown('options', options, ['volume', 'axis', 'axisInterval', 'gpu']);
    const { gpu, axis = 'pca', axisInterval = 1 } = options;
    const { volume = gpu ? volumeKindOf(gpu.volume) : '18-dop' } = options;
    if (!volumeKinds.includes(volume))
      throw new RangeError(`volume must be one of ${volumeKinds.join(', ')}, got ${volume}`);
    if (gpu && volumeKindOf(gpu.volume) !== volume)
      throw new RangeError(`gpu must hold volumes of the kind ${volume}, got ${volumeKindOf(gpu.volume)}`);
    const kind = colliderVolume(volume);
    this.volume = volume;
    this.kind = kind;
    this.sweep = new SortAndSweep({
      volume: kind.volume,
      directions: kind.directions,
      axis,
      axisInterval,
    });
    this.ids = new BoxIds('sweep', this.sweep);
    this.gpu = gpu;
    if (gpu) this.later = new BoxIds('gpu', gpu);
    this.fitted = new Float64Array(kind.size);
  }

  /** Number of volumes. */
  get count(): number {
    return this.sweep.count;
  }

  /** Work done by the searches: volumes swept and pairs of volumes compared. */
  get counters(): QueryCounters {
    return this.sweep.counters;
  }

  /** Writes the direction last swept along; not of unit length. */
  direction(out: Float64Array): Float64Array {
    const { axis, directions } = this.sweep;
    for (let k = 0; k < 3; k++) out[k] = directions.vectors[3 * axis + k];
    return out;
  }

  findPairs(out: PairList, colliders: ColliderSet): number {
    requireEmpty(out);
    this.followAll(colliders);
    this.sweep.findPairs(out);
    this.ids.toOwners(out);
    this.order.sort(out, colliders.count);
    return out.count;
  }

  /**
   * As {@link findPairs}, by the GPU if there is one. If colliders have changed during the search, it is
   * repeated; if they keep changing, the sweep on the CPU finds the pairs.
   */
  async findPairsAsync(out: PairList, colliders: ColliderSet): Promise<number> {
    const { later } = this;
    requireEmpty(out);
    this.followAll(colliders);
    for (let search = 0; later && search < searches; search++) {
      await later.set.findPairs(out);
      later.toOwners(out);
      if (!this.followAll(colliders)) {
        this.order.sort(out, colliders.count);
        return out.count;
      }
      out.clear();
    }
    return this.findPairs(out, colliders);
  }

  /** Brings all volumes up to date; returns whether any has changed. */
  private followAll(colliders: ColliderSet): boolean {
    let hasChanged = false;
    for (let c = 0; c < Math.max(colliders.count, this.known.length); c++)
      if (this.follow(colliders, c)) hasChanged = true;
    return hasChanged;
  }

  /** Fits the volume of a collider that is new or has moved; removes that of one that is gone. */
  private follow(colliders: ColliderSet, collider: number): boolean {
    const { known, ids, later, fitted, kind } = this;
    const isSolid = colliders.bodies[collider] >= 0 && colliders.kinds[collider] !== colliderKind.plane;
    const posed = isSolid ? colliders.convexes[collider] : undefined;
    const last = known[collider];
    if (!posed) {
      known[collider] = undefined;
      if (!last) return false;
      ids.remove(collider);
      later?.remove(collider);
      return true;
    }
    if (posed !== last) this.learn(collider, posed);
    else if (!this.hasMoved(collider, posed)) return false;
    this.poses[collider].set(posed.pose);
    kind.fit(fitted, colliders, collider, this.locals[collider]);
    if (last) {
      ids.update(collider, fitted);
      later?.update(collider, fitted);
    } else {
      ids.insert(collider, fitted);
      later?.insert(collider, fitted);
    }
    known[collider] = posed;
    return true;
  }

  /** Finds the shape and the local volume of a collider. */
  private learn(collider: number, posed: Posed): void {
    const { kind, poses, locals } = this;
    for (let c = poses.length; c <= collider; c++) {
      poses[c] = new Float64Array(poseSize);
      locals[c] = noVolume;
    }
    locals[collider] = kind.local?.(posed.shape) ?? noVolume;
  }

  private hasMoved(collider: number, { pose }: Posed): boolean {
    const last = this.poses[collider];
    for (let k = 0; k < poseSize; k++) if (last[k] !== pose[k]) return true;
    return false;
  }
}

function requireEmpty(out: PairList): void {
  requirePairList('out', out);
  if (out.count > 0) throw new RangeError(`out must be empty, got ${out.count} pairs`);
}
