/**
 * Finds on which side of each nearby triangle the centre of a convex set is. The plane of a triangle extends
 * beyond its edges. When a set stands on a spike or ridge, its centre is often behind the plane of the far
 * slope, though the whole set is in front of the surface. So where planes disagree, the triangle nearest to
 * the centre decides, since nothing is between the two, and the others follow it from edge to edge. Edges are
 * the same if their corners are, so indices and winding do not matter. Triangles that are not connected with
 * the nearest one keep the side of their plane.
 *
 * O(n) for n triangles; O(n²) where planes disagree. No allocation after construction.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { barycentricTriangle } from '@colide/math';
import { triangleSize } from '../../internal/layouts.ts';
import { type NearTriangles, nearLimit } from './near-triangles.ts';

/** Triangles that share the nearest point may be farther away than the nearest one by this factor. */
const tie = 1 + 1e-9;

/** The sides of the triangles near a convex set. */
export class TriangleSides {
  /** 1 for triangles whose normal, by their winding, points to the side of the centre, −1 for others. */
  readonly sides = new Int8Array(nearLimit);
  /** The heights of the centre above the planes. */
  private readonly heights = new Float64Array(nearLimit);
  private readonly isKnown = new Uint8Array(nearLimit);
  private readonly queue = new Int32Array(nearLimit);
  private readonly normal = new Float64Array(3);
  private readonly weights = new Float64Array(3);
  /** The squared distance of the centre from the current triangle; not returned, because V8 might box it. */
  private readonly squared = new Float64Array(1);

  /** Finds the sides of all triangles, as seen from `center`. */
  find(near: NearTriangles, center: ReadonlyVec3): void {
    const { sides, heights, normal } = this;
    const { corners, count } = near;
    let sum = 0;
    for (let n = 0; n < count; n++) {
      const at = triangleSize * n;
      near.getNormal(normal, n);
      heights[n] =
        normal[0] * (center[0] - corners[at]) +
        normal[1] * (center[1] - corners[at + 1]) +
        normal[2] * (center[2] - corners[at + 2]);
      sides[n] = heights[n] < 0 ? -1 : 1;
      sum += sides[n];
    }
    if (Math.abs(sum) < count) this.follow(near, this.nearest(near, center));
  }

  /**
   * The triangle nearest to the centre; of those that share the nearest point, the one that faces it most.
   */
  private nearest(near: NearTriangles, center: ReadonlyVec3): number {
    const { heights } = this;
    let answer = 0;
    let least = Infinity;
    for (let n = 0; n < near.count; n++) {
      this.measure(near, n, center);
      const squared = this.squared[0];
      if (squared > least * tie) continue;
      if (squared * tie >= least && Math.abs(heights[n]) <= Math.abs(heights[answer])) continue;
      least = Math.min(least, squared);
      answer = n;
    }
    return answer;
  }

  /**
   * Sets {@link squared}: from the height if the centre is above the inside of triangle `n`, otherwise from
   * the three edges.
   */
  private measure(near: NearTriangles, n: number, center: ReadonlyVec3): void {
    const { squared, weights, heights } = this;
    const { corners } = near;
    near.select(n);
    const isProper = barycentricTriangle(weights, center, near.a, near.b, near.c);
    squared[0] = heights[n] * heights[n];
    if (isProper && weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0) return;
    squared[0] = Infinity;
    for (let k = 0; k < 3; k++) {
      const p = triangleSize * n + 3 * k;
      const q = triangleSize * n + 3 * ((k + 1) % 3);
      let along = 0;
      let length = 0;
      for (let c = 0; c < 3; c++) {
        const edge = corners[q + c] - corners[p + c];
        along += edge * (center[c] - corners[p + c]);
        length += edge * edge;
      }
      const t = along > 0 ? Math.min(1, along / length) : 0;
      let sum = 0;
      for (let c = 0; c < 3; c++)
        sum += (center[c] - corners[p + c] - t * (corners[q + c] - corners[p + c])) ** 2;
      squared[0] = Math.min(squared[0], sum);
    }
  }

  /** Gives the side of triangle `first` to all that are connected with it. */
  private follow({ corners, count }: NearTriangles, first: number): void {
    const { sides, isKnown, queue } = this;
    isKnown.fill(0, 0, count);
    isKnown[first] = 1;
    queue[0] = first;
    for (let head = 0, tail = 1; head < tail; head++)
      for (let n = 0; n < count; n++) {
        if (isKnown[n] === 1) continue;
        const winding = sharedEdge(corners, triangleSize * queue[head], triangleSize * n);
        if (winding === 0) continue;
        sides[n] = sides[queue[head]] * winding;
        isKnown[n] = 1;
        queue[tail++] = n;
      }
  }
}

/**
 * 1 if two triangles share an edge and have the same winding, −1 if they have opposite ones, 0 if they share
 * none.
 */
function sharedEdge(corners: Float64Array, m: number, n: number): number {
  let first = -1;
  let second = -1;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const p = m + 3 * i;
      const q = n + 3 * j;
      if (corners[p] !== corners[q] || corners[p + 1] !== corners[q + 1] || corners[p + 2] !== corners[q + 2])
        continue;
      // From one common corner to the other, triangles of the same winding go in opposite directions.
      if (first >= 0) return (i - first === 1) === ((j - second + 3) % 3 === 1) ? -1 : 1;
      first = i;
      second = j;
      break;
    }
  return 0;
}
