/**
 * Contact points of many triangles, gathered in one manifold for each of a few normals. Points that two
 * triangles share count once, as deep as the deeper of both. In the end points far shallower than the deepest
 * are dropped, and each manifold is reduced to eight points at most: four that span the area, and the
 * deepest. Normals and points beyond the limits are dropped. No allocation after construction.
 */
import {
  type ContactManifold,
  contactManifoldReduce,
  createContactManifold,
} from '../../contacts/contact-manifold.ts';
import { copyPoint } from '../../internal/copy-point.ts';
import { namePoints } from '../../internal/name-points.ts';
import type { PenetrationResult } from '../../penetration/penetration.ts';
import { nearLimit } from './near-triangles.ts';

/** The largest number of manifolds, with different normals, per pair. */
const groupLimit = 8;
/** Cosine above which points share a manifold. */
const sameNormal = 0.99;
/**
 * Fractions of the margin by which points may be shallower than the deepest of their manifold: the first,
 * unless that leaves more points than a manifold holds in the end.
 */
const shallowShares = [0.25, 0.1, 0.04];
const manifoldSize = 8;
/**
 * How many of the deepest points join the four that a manifold is reduced to, and the fraction of the margin
 * by which they must be deeper than the shallowest of these. On a ridge the four may all be beside the points
 * that carry the body; on level ground each would be replaced by another in the next step.
 */
const deepestCount = 4;
const levelShare = 0.02;
/**
 * Points that a manifold takes in before it is reduced, even while points are still being added: as many as
 * there may be triangles. With an eighth of both, a plate over a thousand triangles had points below one side
 * and then the other, and trembled forever.
 */
const pointLimit = nearLimit;
/** Fraction of the margin within which points of a manifold are the same. */
const samePoint = 1e-3;
/** Fraction of the margin by which one of them has to be deeper to take the place of the other. */
const sameDepth = 1e-5;

const deepest = /* @__PURE__ */ createContactManifold(deepestCount);

/** Manifolds with different normals; the first {@link count} are valid. */
export class ContactGroups {
  readonly manifolds: ContactManifold[] = Array.from({ length: groupLimit }, () =>
    createContactManifold(pointLimit),
  );
  /** The first triangle of each manifold. */
  readonly parts = new Int32Array(groupLimit);
  count = 0;
  margin = 0;
  /**
   * Whether the body is not much larger than the margin: then only the first of {@link shallowShares}
   * applies.
   */
  isSmall = false;

  /** Adds the points of a manifold of triangle `id`. */
  add(manifold: ContactManifold, id: number): void {
    for (let p = 0; p < manifold.count; p++) this.addPoint(manifold, p, id);
  }

  /** The manifold with the normal at `normals[at…]`, or the number of manifolds if there is none. */
  groupOf(normals: Float64Array, at: number): number {
    for (let group = 0; group < this.count; group++) {
      const n = this.manifolds[group].normal;
      if (n[0] * normals[at] + n[1] * normals[at + 1] + n[2] * normals[at + 2] > sameNormal) return group;
    }
    return this.count;
  }

  /**
   * Replaces the triangles in {@link parts} by numbers of the normals, the same for two that differ by less
   * than one in `fineness`: which triangle is the first changes when a body tilts by a hair.
   */
  nameByNormal(fineness: number): void {
    const levels = 2 * fineness + 1;
    for (let g = 0; g < this.count; g++) {
      const { normal } = this.manifolds[g];
      this.parts[g] = 0;
      for (let k = 0; k < 3; k++)
        this.parts[g] = levels * this.parts[g] + Math.round(fineness * normal[k]) + fineness;
    }
  }

  /** Keeps only the points that matter in each manifold. */
  reduce(): void {
    for (let g = 0; g < this.count; g++) {
      const out = this.manifolds[g];
      this.dropShallow(out);
      if (this.isOnPlane(out)) reduceToFour(out, true);
      else if (out.count > manifoldSize) this.reducePoints(out);
    }
  }

  /** Whether all points of a manifold on the mesh lie in one plane perpendicular to its normal. */
  private isOnPlane({ normal, pointsB, count }: ContactManifold): boolean {
    let least = Infinity;
    let most = -Infinity;
    for (let at = 0; at < 3 * count; at += 3) {
      const height = normal[0] * pointsB[at] + normal[1] * pointsB[at + 1] + normal[2] * pointsB[at + 2];
      least = Math.min(least, height);
      most = Math.max(most, height);
    }
    return most - least < samePoint * this.margin;
  }

  /**
   * Reduces a manifold to the four points that span its area, named by where they are, and those of the
   * {@link deepest} that are not level with the shallowest of the four.
   */
  reducePoints(out: ContactManifold): void {
    if (out.count <= 4) return;
    collectDeepest(out);
    reduceToFour(out, false);
    let least = Infinity;
    for (let i = 0; i < out.count; i++) least = Math.min(least, out.depths[i]);
    least += levelShare * this.margin;
    for (let i = 0; i < deepest.count; i++)
      if (deepest.depths[i] > least && this.findPoint(out, deepest.pointsA, 3 * i) === out.count)
        copyPoint(out, out.count++, deepest, i);
  }

  /** Adds a point to the manifold with its normal, or to a new one. */
  private addPoint({ normal, pointsA, depths }: ContactManifold, index: number, id: number): void {
    const group = this.groupOf(normal, 0);
    if (group === groupLimit) return;
    const at = 3 * index;
    const out = this.manifolds[group];
    if (group === this.count) {
      this.count++;
      out.count = 0;
      this.parts[group] = id;
      for (let k = 0; k < 3; k++) out.normal[k] = normal[k];
    }
    let slot = this.findPoint(out, pointsA, at);
    if (slot < out.count) {
      if (depths[index] <= out.depths[slot] + sameDepth * this.margin) return;
    } else {
      if (out.count === out.capacity) contactManifoldReduce(out);
      slot = out.count++;
      out.ids[slot] = (manifoldSize * id + index) & 0x7fffffff;
    }
    out.depths[slot] = depths[index];
    for (let k = 0; k < 3; k++) {
      out.pointsA[3 * slot + k] = pointsA[at + k];
      out.pointsB[3 * slot + k] = pointsA[at + k] - depths[index] * out.normal[k];
    }
  }

  /**
   * Whether the point on A of a contact is in a manifold and less deep there, by more than the margin:
   * another triangle lies below it, and the plane of that contact does not extend so far.
   */
  hasShallower({ pointA, distance }: PenetrationResult): boolean {
    for (let group = 0; group < this.count; group++) {
      const out = this.manifolds[group];
      const slot = this.findPoint(out, pointA, 0);
      if (slot < out.count && out.depths[slot] + this.margin < -distance) return true;
    }
    return false;
  }

  /** The point of a manifold that is the one on A at `pointsA[at…]`, or the number of points. */
  private findPoint(out: ContactManifold, pointsA: Float64Array, at: number): number {
    const close = samePoint * this.margin;
    for (let p = 0; p < out.count; p++) {
      const x = out.pointsA[3 * p] - pointsA[at];
      const y = out.pointsA[3 * p + 1] - pointsA[at + 1];
      const z = out.pointsA[3 * p + 2] - pointsA[at + 2];
      if (x * x + y * y + z * z <= close * close) return p;
    }
    return out.count;
  }

  /**
   * Drops points that are apart and far shallower than the deepest: bumpy ground has many, and the few that
   * stay should be those that carry weight. If there are more than a manifold holds, the limit is stricter.
   */
  private dropShallow(manifold: ContactManifold): void {
    const { depths, count } = manifold;
    let deepest = -Infinity;
    for (let i = 0; i < count; i++) deepest = Math.max(deepest, depths[i]);
    let least = 0;
    for (let s = 0; s < (this.isSmall ? 2 : shallowShares.length); s++) {
      least = Math.min(0, deepest - shallowShares[s] * this.margin);
      let left = 0;
      for (let i = 0; i < count; i++) if (depths[i] >= least) left++;
      if (left <= manifoldSize) break;
    }
    manifold.count = 0;
    for (let i = 0; i < count; i++)
      if (depths[i] >= least) copyPoint(manifold, manifold.count++, manifold, i);
  }
}

/** Reduces a manifold to the four points that span its area, named by where they are. */
function reduceToFour(out: ContactManifold, isOnPlane: boolean): void {
  if (out.count <= 4) return;
  contactManifoldReduce(out, isOnPlane);
  namePoints(out);
}

/** Copies the four deepest points of a manifold to {@link deepest}. */
function collectDeepest(manifold: ContactManifold): void {
  deepest.count = 0;
  for (let i = 0; i < manifold.count; i++) {
    let to = deepest.count;
    if (to < deepestCount) deepest.count++;
    else if (manifold.depths[i] <= deepest.depths[--to]) continue;
    for (; to > 0 && deepest.depths[to - 1] < manifold.depths[i]; to--)
      copyPoint(deepest, to, deepest, to - 1);
    copyPoint(deepest, to, manifold, i);
  }
}
