/**
 * Contact points of many triangles, gathered in one manifold for each of a few normals. Points that two
 * triangles share count once. In the end points far shallower than the deepest are dropped, and each manifold
 * is reduced to as many points as it should hold. Normals and points beyond the limits are dropped. No
 * allocation after construction.
 */
import {
  type ContactManifold,
  contactManifoldReduce,
  createContactManifold,
} from '../../contacts/contact-manifold.ts';
import { namePoints } from '../../internal/name-points.ts';
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
 * Points that a manifold takes in before it is reduced, even while points are still being added: as many as
 * there may be triangles. With an eighth of both, a plate over a thousand triangles had points below one side
 * and then the other, and trembled forever.
 */
const pointLimit = nearLimit;
/** Fraction of the margin within which points of a manifold are the same. */
const samePoint = 1e-3;

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

  /** Keeps only the points that matter in each manifold. */
  reduce(): void {
    for (let g = 0; g < this.count; g++) {
      this.dropShallow(this.manifolds[g]);
      if (this.manifolds[g].count <= manifoldSize) continue;
      contactManifoldReduce(this.manifolds[g]);
      namePoints(this.manifolds[g]);
    }
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
    if (this.hasPoint(out, pointsA, at)) return;
    if (out.count === out.capacity) contactManifoldReduce(out);
    const to = 3 * out.count;
    for (let k = 0; k < 3; k++) {
      out.pointsA[to + k] = pointsA[at + k];
      out.pointsB[to + k] = pointsA[at + k] - depths[index] * out.normal[k];
    }
    out.depths[out.count] = depths[index];
    out.ids[out.count] = (4 * id + index) & 0x7fffffff;
    out.count++;
  }

  /** Whether a manifold has the point on A at `pointsA[at…]`, from another triangle. */
  private hasPoint(out: ContactManifold, pointsA: Float64Array, at: number): boolean {
    const close = samePoint * this.margin;
    for (let p = 0; p < 3 * out.count; p += 3) {
      const x = out.pointsA[p] - pointsA[at];
      const y = out.pointsA[p + 1] - pointsA[at + 1];
      const z = out.pointsA[p + 2] - pointsA[at + 2];
      if (x * x + y * y + z * z <= close * close) return true;
    }
    return false;
  }

  /**
   * Drops points that are apart and far shallower than the deepest: bumpy ground has many, and the few that
   * stay should be those that carry weight. If there are more than a manifold holds, the limit is stricter.
   */
  private dropShallow(manifold: ContactManifold): void {
    const { pointsA, pointsB, depths, ids, count } = manifold;
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
    for (let i = 0; i < count; i++) {
      if (depths[i] < least) continue;
      const to = manifold.count++;
      depths[to] = depths[i];
      ids[to] = ids[i];
      for (let k = 0; k < 3; k++) {
        pointsA[3 * to + k] = pointsA[3 * i + k];
        pointsB[3 * to + k] = pointsB[3 * i + k];
      }
    }
  }
}
