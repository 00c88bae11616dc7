/**
 * Collects the points at which features of two surfaces touch or overlap, and selects those that matter. A
 * corner that has sunk into a solid near one of its edges is behind two faces; the nearer face pushes it out,
 * and the other must not push it sideways. In a valley both faces must push. So a point is dropped in favour
 * of a shallower one nearby if the surfaces at the shallower one do not rise beyond the plane of the first.
 *
 * At most 256 points; beyond that, deep ones replace shallow ones. O(n²) in the number of points, no
 * allocation after construction.
 */
import { triangleSize } from '../../internal/layouts.ts';

/** The largest number of points. */
export const pointLimit = 256;
/** Numbers per point: position on A, unit normal from A to B, depth. */
export const pointSize = 7;
export const normalAt = 3;
export const depthAt = 6;
/** Integers per point: triangle of A, triangle of B, id. */
export const tagSize = 3;
/** Cosine above which two normals are about the same. */
const sameNormal = 0.9;
/** Share of the depth of a point by which surfaces may rise beyond its plane. */
const riseShare = 0.25;

/** Points in the frame of A; the first {@link count} are valid. */
export class SurfacePoints {
  count = 0;
  readonly values = new Float64Array(pointSize * pointLimit);
  readonly tags = new Int32Array(tagSize * pointLimit);
  /** Points that matter, the deepest first; the first {@link keptCount} are valid. */
  readonly kept = new Int32Array(pointLimit);
  keptCount = 0;

  /** Adds the point in `point`, of a triangle of A and one of B. */
  add(point: Float64Array, triangleA: number, triangleB: number, id: number): void {
    const { values, tags } = this;
    const isFull = this.count === pointLimit;
    const n = isFull ? this.shallowest() : this.count++;
    const at = pointSize * n;
    if (isFull && values[at + depthAt] >= point[depthAt]) return;
    for (let k = 0; k < pointSize; k++) values[at + k] = point[k];
    tags[tagSize * n] = triangleA;
    tags[tagSize * n + 1] = triangleB;
    tags[tagSize * n + 2] = id;
  }

  /**
   * Fills {@link kept}.
   *
   * @param cornersA nine coordinates of the triangle of A of each point, in the frame of A
   * @param cornersB those of the triangle of B
   * @param margin one number: how far apart points may be, at least, to be near each other
   */
  keep(cornersA: Float64Array, cornersB: Float64Array, margin: Float64Array): void {
    const { values, kept, count } = this;
    this.keptCount = 0;
    for (let i = 0; i < count; i++) {
      const depth = values[pointSize * i + depthAt];
      let gives = false;
      for (let j = 0; depth > 0 && j < count && !gives; j++)
        gives = this.isBefore(j, i, margin) && this.isWithin(j, i, cornersA, cornersB);
      if (gives) continue;
      let at = this.keptCount++;
      for (; at > 0 && values[pointSize * kept[at - 1] + depthAt] < depth; at--) kept[at] = kept[at - 1];
      kept[at] = i;
    }
  }

  /** Whether point `j` is shallower than point `i`, near it and has another normal. */
  private isBefore(j: number, i: number, margin: Float64Array): boolean {
    const { values: v } = this;
    const a = pointSize * j;
    const b = pointSize * i;
    if (!(v[a + depthAt] < v[b + depthAt])) return false;
    let cosine = 0;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      cosine += v[a + normalAt + k] * v[b + normalAt + k];
      squared += (v[a + k] - v[b + k]) ** 2;
    }
    return cosine < sameNormal && squared <= (2 * v[b + depthAt] + margin[0]) ** 2;
  }

  /** Whether the triangles of point `j` do not rise beyond the planes of point `i`. */
  private isWithin(j: number, i: number, cornersA: Float64Array, cornersB: Float64Array): boolean {
    const { values: v } = this;
    const at = pointSize * i;
    const depth = v[at + depthAt];
    for (let c = triangleSize * j; c < triangleSize * j + triangleSize; c += 3) {
      let riseA = 0;
      let riseB = depth;
      for (let k = 0; k < 3; k++) {
        riseA += v[at + normalAt + k] * (cornersA[c + k] - v[at + k]);
        riseB += v[at + normalAt + k] * (cornersB[c + k] - v[at + k]);
      }
      if (riseA > riseShare * depth || riseB < -riseShare * depth) return false;
    }
    return true;
  }

  private shallowest(): number {
    const { values } = this;
    let answer = 0;
    for (let n = 1; n < this.count; n++)
      if (values[pointSize * n + depthAt] < values[pointSize * answer + depthAt]) answer = n;
    return answer;
  }
}
