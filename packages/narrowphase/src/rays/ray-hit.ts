/** Where a ray meets something: the record that all ray tests of this package fill. */

/** A hit at `origin + t · direction`. Fields other than `t` are valid only when `t` is finite. */
export interface RayHit {
  /** Parameter along the ray; `Infinity` when it misses. */
  t: number;
  /** Which triangle of a mesh was hit; 0 for a single one. */
  triangle: number;
  /** Barycentric weight of the second vertex. */
  u: number;
  /** Barycentric weight of the third vertex. */
  v: number;
  /** Outward unit normal of the surface; of a triangle, to the side from which its vertices run counter-clockwise. */
  readonly normal: Float64Array;
}

/** A record of no hit yet. */
export function createRayHit(): RayHit {
  return { t: Infinity, triangle: 0, u: 0, v: 0, normal: new Float64Array(3) };
}
