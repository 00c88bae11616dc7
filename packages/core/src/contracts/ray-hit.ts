/** A hit of a ray: the record that every test of a ray against a single object fills. */
import type { ReadonlyVec3 } from './vectors.ts';

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
  /**
   * Outward unit normal of the surface. The normal of a triangle points to the side from which its vertices
   * run counter-clockwise.
   */
  readonly normal: Float64Array;
}

/** A record that holds no hit yet. */
export function createRayHit(): RayHit {
  return { t: Infinity, triangle: 0, u: 0, v: 0, normal: new Float64Array(3) };
}

/**
 * Records that the ray starts inside a solid or on its surface: t = 0 and the unit normal against the ray,
 * zero for a ray without direction. Returns 0.
 */
export function rayHitAtStart(hit: RayHit, direction: ReadonlyVec3): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const squared = x * x + y * y + z * z;
  const scale = squared > 0 ? -1 / Math.sqrt(squared) : 0;
  const { normal } = hit;
  normal[0] = scale * x;
  normal[1] = scale * y;
  normal[2] = scale * z;
  hit.t = 0;
  return 0;
}

/** Scales the normal of the hit to unit length. */
export function rayHitNormalize(hit: RayHit): void {
  const { normal } = hit;
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
}
