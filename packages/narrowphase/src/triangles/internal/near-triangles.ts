/**
 * The triangles of a mesh within the margin of a convex set, with the indices of their vertices: those that
 * share a vertex or an edge are found by comparing indices. Whether one of them rises above the plane of a
 * contact tells if its normal lies in the normal cone of the feature. If there are more than the limit, the
 * farther ones are forgotten. This is safe, because triangles that share the feature on which a contact rests
 * are as near as the contact. Linear search, no allocation after construction.
 */
import { triangleSize } from '../../internal/layouts.ts';

/** Share of the margin by which distances may differ and still be alike. */
const alikeShare = 0.1;

/** The largest number of triangles that are remembered. */
export const nearLimit = 512;
/** Indices per triangle: three vertices, then its own; 1 if it has a contact with its own normal. */
export const idsSize = 5;
export const triangleAt = 3;
export const isFaceAt = 4;

/** Triangles near a convex set; the first {@link count} are valid. */
export class NearTriangles {
  readonly corners = new Float64Array(triangleSize * nearLimit);
  readonly ids = new Int32Array(idsSize * nearLimit);
  count = 0;
  /** How far away triangles may be, one number; less where there are many. */
  readonly maxDistance = new Float64Array(1);
  /** The new numbers of triangles after {@link makeRoom}; −1 for those that are forgotten. */
  readonly moved = new Int32Array(nearLimit);
  /** Differences of distances up to this do not count. */
  private readonly alike = new Float64Array(1);
  private readonly distances = new Float64Array(nearLimit);
  /** Sine of the angle by which triangles may rise, for the tests below. */
  readonly slack = new Float64Array(1);
  /** The corners of the selected triangle. */
  readonly a = new Float64Array(3);
  readonly b = new Float64Array(3);
  readonly c = new Float64Array(3);

  /** Forgets all triangles; those at most `margin` away are to be remembered, one number. */
  begin(margin: Float64Array): void {
    this.count = 0;
    this.maxDistance[0] = margin[0];
    this.alike[0] = alikeShare * margin[0];
  }

  /** Remembers a triangle by its corners, the indices of its vertices and its own; returns its number. */
  add(corners: Float64Array, v0: number, v1: number, v2: number, id: number): number {
    const { ids } = this;
    const n = this.count++;
    for (let k = 0; k < triangleSize; k++) this.corners[triangleSize * n + k] = corners[k];
    ids[idsSize * n] = v0;
    ids[idsSize * n + 1] = v1;
    ids[idsSize * n + 2] = v2;
    ids[idsSize * n + triangleAt] = id;
    ids[idsSize * n + isFaceAt] = 0;
    return n;
  }

  /** Sets the distance of triangle `n` from the convex set. */
  setDistance(n: number, { distance }: { readonly distance: number }): void {
    this.distances[n] = distance;
  }

  /**
   * Forgets the triangles that are farther away than the mean; if there are none, because all are about as
   * near, the last one, unless a contact waits for it.
   */
  makeRoom(): void {
    const { corners, ids, distances, moved, count } = this;
    let mean = 0;
    let least = Infinity;
    for (let n = 0; n < count; n++) {
      mean += distances[n] / count;
      least = Math.min(least, distances[n]);
    }
    const far = Math.max(mean, least + this.alike[0]);
    this.maxDistance[0] = Math.min(this.maxDistance[0], far);
    this.count = 0;
    for (let n = 0; n < count; n++) {
      moved[n] = -1;
      if (distances[n] > far) continue;
      const to = (moved[n] = this.count++);
      distances[to] = distances[n];
      for (let k = 0; k < triangleSize; k++) corners[triangleSize * to + k] = corners[triangleSize * n + k];
      for (let k = 0; k < idsSize; k++) ids[idsSize * to + k] = ids[idsSize * n + k];
    }
    if (this.count === nearLimit && ids[idsSize * (nearLimit - 1) + isFaceAt] === 1) moved[--this.count] = -1;
  }

  /** The corner of triangle `n` that is this vertex; −1 if none is. */
  cornerOf(n: number, vertex: number): number {
    for (let k = 0; k < 3; k++) if (this.ids[idsSize * n + k] === vertex) return k;
    return -1;
  }

  /** Copies the corners of triangle `n` to {@link a}, {@link b} and {@link c}. */
  select(n: number): void {
    const { corners, a, b, c } = this;
    for (let k = 0; k < 3; k++) {
      a[k] = corners[triangleSize * n + k];
      b[k] = corners[triangleSize * n + 3 + k];
      c[k] = corners[triangleSize * n + 6 + k];
    }
  }

  /** Sets `out` to the unit normal of triangle `n`, 0 if it has none. */
  getNormal(out: Float64Array, n: number): void {
    const p = this.corners;
    const at = triangleSize * n;
    const ax = p[at + 3] - p[at];
    const ay = p[at + 4] - p[at + 1];
    const az = p[at + 5] - p[at + 2];
    const bx = p[at + 6] - p[at];
    const by = p[at + 7] - p[at + 1];
    const bz = p[at + 8] - p[at + 2];
    const x = ay * bz - az * by;
    const y = az * bx - ax * bz;
    const z = ax * by - ay * bx;
    const length = Math.sqrt(x * x + y * y + z * z);
    const inverse = length > 0 ? 1 / length : 0;
    out[0] = x * inverse;
    out[1] = y * inverse;
    out[2] = z * inverse;
  }

  /**
   * Whether the edge from corner `i` to `j` of triangle `n` rises against the normal at `normals[at…]` by
   * more than {@link slack}.
   */
  risesAlong(normals: Float64Array, at: number, n: number, i: number, j: number): boolean {
    const { corners } = this;
    const p = triangleSize * n + 3 * i;
    const q = triangleSize * n + 3 * j;
    const x = corners[q] - corners[p];
    const y = corners[q + 1] - corners[p + 1];
    const z = corners[q + 2] - corners[p + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    return -(x * normals[at] + y * normals[at + 1] + z * normals[at + 2]) > this.slack[0] * length;
  }

  /**
   * The same for the direction perpendicular to the edge from corner `i` to `j`, towards the third corner.
   */
  risesAcross(normals: Float64Array, at: number, n: number, i: number, j: number): boolean {
    const { corners } = this;
    const p = triangleSize * n + 3 * i;
    const q = triangleSize * n + 3 * j;
    const r = triangleSize * n + 3 * (3 - i - j);
    const ex = corners[q] - corners[p];
    const ey = corners[q + 1] - corners[p + 1];
    const ez = corners[q + 2] - corners[p + 2];
    let x = corners[r] - corners[p];
    let y = corners[r + 1] - corners[p + 1];
    let z = corners[r + 2] - corners[p + 2];
    const along = (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez);
    x -= along * ex;
    y -= along * ey;
    z -= along * ez;
    const length = Math.sqrt(x * x + y * y + z * z);
    return -(x * normals[at] + y * normals[at + 1] + z * normals[at + 2]) > this.slack[0] * length;
  }

  /**
   * Whether a triangle other than `n` rises above its plane, with unit normal `face`, across one of its
   * edges.
   */
  isValley(n: number, face: Float64Array, v0: number, v1: number): boolean {
    const { corners } = this;
    for (let m = 0; m < this.count; m++) {
      const i = this.cornerOf(m, v0);
      const j = this.cornerOf(m, v1);
      if (m === n || i < 0 || j < 0) continue;
      const p = triangleSize * m + 3 * (3 - i - j);
      let rise = 0;
      for (let k = 0; k < 3; k++) rise += face[k] * (corners[p + k] - corners[triangleSize * n + k]);
      if (rise > 0) return true;
    }
    return false;
  }
}
